"""Counters: the pieces of a game as they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexmarshal.game.basis import UNKNOWN, Basis, Value
from hexmarshal.game.text import fold
from hexmarshal.game.words import marker_word

KINDS = (
    "combat",
    "hq",
    "air",
    "naval",
    "transport",
    "supply",
    "marker",
    "hedgehog",
    "airbase",
    "chit",
    "replacement",
)
"""What a counter is: the column `kind` of `counters.csv`."""

UNIT_KINDS = frozenset({"combat", "hq"})
"""Ground units: counters that stack, trace supply and occupy hexes."""


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """One side of a counter as it lies up, for the filters of rules."""

    counter: Counter
    turned: bool = False
    """The other side, or the reduced one, lies up."""

    @property
    def side(self) -> str:
        return self.counter.side

    @property
    def kind(self) -> str:
        return self.counter.kind

    @property
    def type(self) -> str:
        return self.counter.type

    @property
    def mode(self) -> str:
        return fold(str(self.value("mode").number))

    @property
    def markers(self) -> frozenset[str]:
        """The marker word that the other side shows."""
        reverse = self.counter.reverse
        return frozenset({marker_word(reverse)}) if self.turned and reverse else frozenset()

    def has(self, tag: str) -> bool:
        return tag in self.counter.tags

    def value(self, name: str) -> Value:
        return self.counter.value(name, reduced=self.turned)


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter, or a number of identical ones without names of their own (`count`)."""

    id: str
    name: str
    side: str
    kind: str
    formation: str = ""
    type: str = ""
    """Arm of service: `infantry`, `assault gun`, `pontoon`, ...; the symbol is drawn from it."""
    echelon: str = ""
    """NATO size mark: `II` battalion, `III` regiment, `X` brigade, `XX`, `XXX`, `XXXX`."""
    steps: Value = UNKNOWN
    front: Mapping[str, Value] = field(default_factory=dict)
    """Printed values at full strength: attack, defence, movement, range, ..."""
    back: Mapping[str, Value] = field(default_factory=dict)
    """Printed values of the reduced (or other) side; empty for a one-sided counter."""
    reverse: str = ""
    """The other side of a marker or chit, or of a unit whose back is not the unit reduced."""
    count: int = 1
    as_printed: tuple[str, ...] = ()
    """Every spelling that the game's own lists use for it."""
    tags: frozenset[str] = frozenset()
    """Words that rules ask about: `ss`, `mechanised`, `army`, ...; each game has its own."""
    piece_ids: tuple[str, ...] = ()
    """Permanent numbers of its pieces in VASSAL (gpid), never reused for another piece."""
    rule: str = ""
    """The section of the rules that names it."""
    note: str = ""
    look: Mapping[str, str] = field(default_factory=dict)
    """Corrections to how it is drawn, by name of the look's own fields."""

    def value(self, name: str, *, reduced: bool = False) -> Value:
        """A printed value of one side; the front's value if the back has none."""
        if reduced and name in self.back:
            return self.back[name]
        return self.front.get(name, UNKNOWN)

    @property
    def is_unit(self) -> bool:
        return self.kind in UNIT_KINDS

    @property
    def basis(self) -> Mapping[str, Basis]:
        """The basis of each front value."""
        return {name: value.basis for name, value in self.front.items()}
