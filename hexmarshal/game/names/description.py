"""What the words of a name say, whatever their order."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hexmarshal.game.counters import UNIT_KINDS, Counter
from hexmarshal.game.names.formations import ARMS, formation_of
from hexmarshal.game.text import NOISE, bare, plain

_PARENT = re.compile(r"^(.+)/[^/()]+?(\s*\(.*\))?$")
"""`1/151/61(Ind)`, of whose formation people say nothing: `1/151 (Ind)`."""

NAMED_BY_NUMBER = UNIT_KINDS - {"hq"}
"""Kinds of counter that are meant when a name says no other."""
KIND_OF = {"hq": "hq", "headquarters": "hq", "chit": "chit"}
"""The kind of counter that a word of a name says."""
_EMPTY = frozenset({"hq", "command", "action"})
"""Words that tell nothing once the kind is known."""

_INFANTRY = frozenset({*ARMS["infantry"].split(), "id"})
_NOT_ON_FOOT = frozenset(
    {"panzer", "panzergrenadier", "tank", "assault gun", "mechanised", "cavalry", "tank hunter"}
)
_SYMBOLS = {
    "XX": "division", "X": "brigade", "III": "regiment", "II": "battalion", "KG": "group"
}  # fmt: skip
"""What the sign of a size on a counter stands for."""


@dataclass(frozen=True, slots=True)
class Described:
    """A name taken apart, whatever the order of its words."""

    numbers: tuple[str, ...]
    echelon: str
    arms: frozenset[str]
    names: frozenset[str]
    on_foot: bool = False
    """It says that it is infantry, which other arms are not."""
    shortened: bool = False
    """Of a counter: without the formation at its end, or with its type for letters."""

    @property
    def is_bare(self) -> bool:
        """A number and perhaps a size, and nothing else."""
        return not (self.arms or self.names or self.on_foot)


SIZE_FIRST = re.compile(r"[a-z.]+ ?\d+")
"""`division 1`, which is a mere label, while `1st division` means a unit of that number."""


def kind_said(name: str) -> str:
    """The kind of counter that a name says itself, "" for none: `58 HQ`, `Wehrmacht chit`."""
    return next((KIND_OF[word] for word in plain(name).split() if word in KIND_OF), "")


def described(text: str) -> Described:
    """What the words of a name say."""
    found = formation_of(text)
    names = frozenset("ind" if name == "independent" else name for name in found.names)
    on_foot = bool(_INFANTRY.intersection(re.findall(r"[a-z]+", plain(text))))
    return Described(found.numbers, found.echelon, found.arms, names - _EMPTY - NOISE, on_foot)


def descriptions_of(counter: Counter) -> tuple[Described, ...]:
    """What a counter is called: each spelling, alone, with its formation, and shortened."""
    printed = {plain(name) for name in (counter.name, *counter.as_printed)}
    spellings = {bare(name) for name in printed}
    both = {f"{counter.formation} {spelling}" for spelling in spellings}
    found = [described(text) for text in sorted(spellings | both)]
    short = {_PARENT.sub(r"\1\2", spelling) for spelling in spellings}
    if counter.kind in NAMED_BY_NUMBER:
        short |= {_by_type(text, counter.type) for text in short}
    found += [replace(described(text), shortened=True) for text in sorted(short - spellings)]
    if counter.kind in {*NAMED_BY_NUMBER, "air"}:
        return tuple(found)
    formation = described(counter.formation)  # an HQ is its formation's, a chit activates it
    return tuple(replace(one, echelon=one.echelon or formation.echelon) for one in found)


def _by_type(name: str, type_: str) -> str:
    """A name of a number and letters, with the arm of service for the letters: `1 engineer`."""
    numbered = re.fullmatch(r"(\d+)\s*[a-z]+", name)
    return f"{numbered[1]} {type_}" if numbered else name


def apart(said: Described, true: Described, counter: Counter) -> int | None:
    """How much a name leaves out of what a counter is called; None when it says anything else.

    A name without a number is enough for what goes by names: an HQ, a chit.
    """
    named_only = not said.numbers and said.names and counter.kind not in NAMED_BY_NUMBER
    if {*said.numbers} != {*true.numbers} and not named_only:
        return None
    if true.shortened and len(said.numbers) > len(true.numbers):
        return None  # a name that says more cannot be meant by one that says less
    if not (said.numbers or said.names):
        return None
    if said.echelon and true.echelon and said.echelon != true.echelon:
        return None
    if said.on_foot and not true.on_foot and true.arms & _NOT_ON_FOOT:
        return None
    names = true.names | (counter.tags if named_only else frozenset())
    if not (said.arms <= true.arms and said.names <= names):
        return None
    left_out = len(true.arms - said.arms) + len(true.names - said.names)
    symbol = _SYMBOLS.get(counter.echelon, "")
    sizes = ("", symbol, true.echelon)
    other_size = bool(symbol) and said.echelon not in sizes
    return left_out + (said.numbers != true.numbers) + true.shortened + 2 * other_size
