"""The results of judging a position.

Everything here is plain text, numbers and tuples, ready to be written to a report. Counters are
named by their `ref`, hexes by their printed number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hexmarshal.game.basis import Basis
from hexmarshal.game.position import Piece


def names(pieces: Iterable[Piece]) -> str:
    """The names of pieces as a list in a sentence: `A, B and C`."""
    listed = [piece.name for piece in pieces]
    return " and ".join(filter(None, [", ".join(listed[:-1]), *listed[-1:]]))


def subject(pieces: Collection[Piece], one: str, several: str) -> str:
    """The names of pieces with the verb that agrees with them: `A stands`, `A and B stand`."""
    return f"{names(pieces)} {one if len(pieces) == 1 else several}"


class Severity(StrEnum):
    """How firm a finding is."""

    ILLEGAL = "illegal"
    """Illegal whatever the uncertain data turn out to be."""
    SUSPECT = "suspect"
    """Illegal as the data stand, but the data are uncertain."""
    UNKNOWN = "unknown"
    """Depends on missing data."""
    NOTE = "note"
    """Worth reporting, but not a fault."""


class Topic(StrEnum):
    """What a finding is about."""

    STACKING = "stacking"
    ZOC = "zoc"
    SUPPLY = "supply"
    PLACEMENT = "placement"
    ARRIVAL = "arrival"
    COMMAND = "command"
    MOVEMENT = "movement"
    VICTORY = "victory"
    MARKERS = "markers"
    COUNTER_MIX = "counter-mix"


class What(StrEnum):
    """The kind of datum that would settle an open question."""

    HEX = "hex"
    HEXSIDE = "hexside"
    VALUE = "value"
    PREVIOUS = "previous"
    TEXT = "text"
    SERIES = "series"


@dataclass(frozen=True, slots=True, order=True)
class Need:
    """A datum that would settle a finding: `what` kind, `of` which hex, counter or rule."""

    what: What
    of: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: the rule, where it is broken or undecided, and the data behind that."""

    rule: str
    """One rule number as printed, such as `7.1 B`."""
    topic: Topic
    severity: Severity
    message: str
    hexes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Further relevant rule numbers."""
    basis: tuple[Basis, ...] = (Basis.RULEBOOK,)
    needs: tuple[Need, ...] = ()


class State(StrEnum):
    """Whether a rule was judged."""

    CHECKED = "checked"
    NOT_NOW = "not-at-this-moment"
    CANNOT = "cannot"


@dataclass(frozen=True, slots=True)
class Checked:
    """One rule of the game: whether it could be judged in this position, and if not, why."""

    rule: str
    state: State
    why: str = ""


class Supply(StrEnum):
    """The supply state that a Supply Phase would give a unit."""

    IN = "in"
    OUT = "out"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """The supply of one unit if a Supply Phase were held now."""

    state: Supply
    path: tuple[str, ...] = ()
    """From the unit's hex to the source; empty if it is cut off or supplied by a special rule."""
    cut: tuple[str, ...] = ()
    """The smallest set of hexes that must be free of enemy units or ZOCs to open a line."""
    rule: str = ""


@dataclass(frozen=True)
class Judgement:
    """The complete result of judging a position."""

    findings: tuple[Finding, ...] = ()
    checked: tuple[Checked, ...] = ()
    zoc: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The hexes that each unit's ZOC reaches, by ref, for every unit on the map."""
    supply: Mapping[str, SupplyLine] = field(default_factory=dict)
    """The supply of every unit on the map, by ref."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """Score, control, supply sources, sudden death; JSON values only."""

    @property
    def verdict(self) -> str:
        """`illegal`, `unknown` or `legal`, counting only the rules listed in `checked`."""
        return verdict(self.findings)


def verdict(findings: Iterable[Finding]) -> str:
    """`illegal` if any finding is, else `unknown` if any is suspect or unknown, else `legal`."""
    severities = {finding.severity for finding in findings}
    if Severity.ILLEGAL in severities:
        return "illegal"
    return "unknown" if severities & {Severity.SUSPECT, Severity.UNKNOWN} else "legal"
