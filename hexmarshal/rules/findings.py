"""What a judge says of a position.

Everything here is plain text, numbers and tuples, so that a report is only a matter of writing
it down. Counters are named by their `ref`, hexes by their printed number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from hexmarshal.game.basis import Basis
from hexmarshal.game.position import Piece


def names(pieces: Iterable[Piece]) -> str:
    """The names of pieces as a sentence lists them."""
    listed = [piece.name for piece in pieces]
    return " and ".join(filter(None, [", ".join(listed[:-1]), *listed[-1:]]))


class Severity(StrEnum):
    """How firm a finding is."""

    ILLEGAL = "illegal"
    """Illegal whatever the uncertain data may be."""
    SUSPECT = "suspect"
    """Illegal as the data stand, but they are not certain."""
    UNKNOWN = "unknown"
    """Turns on something nobody has told."""
    NOTE = "note"
    """Worth saying, never wrong."""


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
    """What sort of thing would settle an open question."""

    HEX = "hex"
    HEXSIDE = "hexside"
    VALUE = "value"
    PREVIOUS = "previous"
    TEXT = "text"
    SERIES = "series"


@dataclass(frozen=True, slots=True, order=True)
class Need:
    """A datum that would settle a finding: `what` sort, and `of` which hex, counter or rule."""

    what: What
    of: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found: a rule, where it is broken or open, and what that rests on."""

    rule: str
    """One rule number as printed, such as `7.1 B`."""
    topic: Topic
    severity: Severity
    message: str
    hexes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    """Further rule numbers that bear on it."""
    basis: tuple[Basis, ...] = (Basis.RULEBOOK,)
    needs: tuple[Need, ...] = ()


class State(StrEnum):
    """Whether a rule was judged."""

    CHECKED = "checked"
    NOT_NOW = "not-at-this-moment"
    CANNOT = "cannot"


@dataclass(frozen=True, slots=True)
class Checked:
    """One rule of the game: whether this position let it be judged, and if not, why."""

    rule: str
    state: State
    why: str = ""


class Supply(StrEnum):
    """What the Supply Phase would find of a unit."""

    IN = "in"
    OUT = "out"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """The supply of one unit if its Supply Phase were held now."""

    state: Supply
    path: tuple[str, ...] = ()
    """From the unit's hex to the source; empty when cut off or supplied by decree."""
    cut: tuple[str, ...] = ()
    """The smallest set of hexes whose enemy units or EZOC would have to go."""
    rule: str = ""


@dataclass(frozen=True)
class Judgement:
    """All that the rules of a game say of a position."""

    findings: tuple[Finding, ...] = ()
    checked: tuple[Checked, ...] = ()
    zoc: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By ref of every unit on the map: the hexes on the map that its ZOC reaches."""
    supply: Mapping[str, SupplyLine] = field(default_factory=dict)
    """By ref of every unit on the map."""
    state: Mapping[str, Any] = field(default_factory=dict)
    """What the position amounts to: score, control, sources, sudden death; JSON values only."""

    @property
    def verdict(self) -> str:
        """`illegal`, `unknown` or `legal`, of what `checked` lists."""
        return verdict(self.findings)


def verdict(findings: Iterable[Finding]) -> str:
    """`illegal` if any finding is, else `unknown` if any is suspect or unknown, else `legal`."""
    severities = {finding.severity for finding in findings}
    if Severity.ILLEGAL in severities:
        return "illegal"
    return "unknown" if severities & {Severity.SUSPECT, Severity.UNKNOWN} else "legal"
