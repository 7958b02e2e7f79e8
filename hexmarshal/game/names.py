"""Finding the counter that a name stands for.

People write the same unit in many ways: "1074", "10-3-3 Gd Inf Div (71)", "gd inf div 71", "61 HQ",
"HQ" of "61" or of the "61st Division". Names are compared in tiers, from the exact spelling to the
loosest that is still safe, and last by their words in any order. Side and formation must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hexmarshal.game.counters import UNIT_KINDS, Counter
from hexmarshal.game.formations import ARMS, agreement, core, formation_of
from hexmarshal.game.model import Game
from hexmarshal.game.text import (
    NOISE,
    bare,
    fold,
    plain,
    quiet,
    squash,
    strength_of,
    without_umlauts,
)


def find_side(game: Game, text: str) -> str:
    """The id of a side by any of its names; "" when the game has no such side."""
    key = squash(text)
    for side in game.sides:
        names = {squash(name) for name in (side.id, side.title, side.adjective, *side.other_names)}
        if key in names or key.removesuffix("s") in names:
            return side.id
    return ""


_NUMBER_LAST = re.compile(r"^(.*\S)\s*\(([^()]+)\)$")
"""`inf div (24)`, which people also call `24 inf div`."""
_COPY = re.compile(r"\s+\d+$")
"""The number of a copy: `Arty Ammo Marker 3`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The description of a counter to find; an empty field matches anything."""

    name: str
    side: str = ""
    formation: str = ""
    kind: str = ""
    type: str = ""
    id: str = ""


@dataclass(frozen=True)
class CounterBook:
    """The counters of a game by every name they answer to."""

    game: Game

    def find(self, wanted: Wanted, used: Mapping[str, int]) -> Counter | None:
        """The counter that matches best, or None when the game has no such counter.

        An id settles it. Of several equally good matches, the first with a piece left over from
        `used` (pieces placed so far, by counter id) is taken. When all are used, the best match is
        taken once more, so that a counter placed twice can be noticed.
        """
        if wanted.id:
            return self.game.counters.get(wanted.id)
        fitting = self.fitting(wanted)
        return next((c for c in fitting if used.get(c.id, 0) < c.count), next(iter(fitting), None))

    def fitting(self, wanted: Wanted) -> list[Counter]:
        """All counters that match, the best first."""
        if wanted not in self._known:
            self._known[wanted] = self._by_name(wanted)
        return self._known[wanted]

    def _by_name(self, wanted: Wanted) -> list[Counter]:
        """The matches by spelling, unless only those by words have the right kind and strength."""
        spelled, strength = self._by_spelling(wanted), strength_of(wanted.name)
        for counter in spelled:
            if wanted.kind in ("", counter.kind) and _has_strength(counter, strength):
                return spelled
        return self._by_words(wanted) or spelled

    @cached_property
    def _known(self) -> dict[Wanted, list[Counter]]:
        """The matches found so far."""
        return {}

    def _by_spelling(self, wanted: Wanted) -> list[Counter]:
        """The counters with a spelling of the name."""
        ranked: dict[str, tuple[tuple[int, ...], Counter]] = {}
        strength = strength_of(wanted.name)
        for tier, keys in enumerate(_keys([wanted.name], wanted.formation)):
            for key in keys:
                for order, counter in self._index[tier].get(key, ()):
                    formation = _formation_rank(wanted, counter)
                    if formation is None or counter.id in ranked:
                        continue
                    other_kind = bool(wanted.kind) and wanted.kind != counter.kind
                    other_type = bool(wanted.type) and wanted.type != counter.type
                    other_strength = not _has_strength(counter, strength)
                    rank = (other_kind, other_strength, tier, formation, other_type, order)
                    ranked[counter.id] = (rank, counter)
        return [counter for _, counter in sorted(ranked.values(), key=lambda r: r[0])]

    @cached_property
    def _index(self) -> tuple[dict[str, list[tuple[int, Counter]]], ...]:
        index: tuple[dict[str, list[tuple[int, Counter]]], ...] = ({}, {}, {}, {})
        for order, counter in enumerate(self.game.counters.values()):
            spellings = [counter.name, *counter.as_printed]
            tiers = _keys(spellings, counter.formation)
            if counter.is_unit:  # a unit's last number is its own, not that of a copy
                tiers = tiers[:-1]
            for tier, keys in enumerate(tiers):
                for key in keys:
                    index[tier].setdefault(key, []).append((order, counter))
        return index

    # -- by words -------------------------------------------------------------------------------

    def _by_words(self, wanted: Wanted) -> list[Counter]:
        """The one counter that matches the words best; none if several match equally well."""
        kind, words = _kind_and_rest(wanted)
        descriptions = [_described(words), _described(f"{wanted.formation} {words}")]
        if descriptions[0].is_bare and _SIZE_FIRST.fullmatch(words):
            return []
        found: list[tuple[int, Counter]] = []
        for counter in self.game.counters.values():
            if counter.kind != kind and (kind or counter.kind not in _NAMED_BY_NUMBER | {"air"}):
                continue
            if counter.kind == "air" != kind and not descriptions[0].names:
                continue
            other_type = bool(wanted.type) and wanted.type != counter.type
            if other_type or _formation_rank(wanted, counter) is None:
                continue
            gaps = [
                _distance(a, b, counter)
                for a in descriptions
                for b in self._descriptions[counter.id]
            ]
            if near := [distance for distance in gaps if distance is not None]:
                found.append((min(near), counter))
        if strength := strength_of(wanted.name):
            found = [one for one in found if _has_strength(one[1], strength)] or found
        least = min((distance for distance, _ in found), default=0)
        best = [counter for distance, counter in found if distance == least]
        return best if len(best) == 1 else []

    @cached_property
    def _descriptions(self) -> Mapping[str, tuple[_Words, ...]]:
        """The words of every counter: each spelling, alone and with its formation."""
        return {counter.id: _descriptions_of(counter) for counter in self.game.counters.values()}


def _kind_and_rest(wanted: Wanted) -> tuple[str, str]:
    """The kind of counter in a name, else the kind given; and the name without that word."""
    words = bare(plain(wanted.name)).split()
    rest = " ".join(word for word in words if word not in _KIND_OF)
    return kind_in_name(wanted.name) or wanted.kind, rest


def _formation_rank(wanted: Wanted, counter: Counter) -> int | None:
    """How loosely a counter matches the side and formation, 0 for exactly; None if it does not.

    A formation is also known by its other names, which its counters have as tags.
    """
    if wanted.side and counter.side and wanted.side != counter.side:
        return None
    found = agreement(wanted.formation, counter.formation)
    if found is None and fold(wanted.formation) in counter.tags:
        return 1
    return found


def _has_strength(counter: Counter, strength: str) -> bool:
    """Whether a counter is printed with these strengths; true if none are given."""
    return not strength or any(
        strength_of(text) == strength for text in (counter.name, *counter.as_printed)
    )


def _keys(spellings: Iterable[str], formation: str) -> tuple[set[str], ...]:
    """The keys of a counter by tier: as written, without punctuation, joined with its formation,
    and without the number of a copy."""
    whole = {plain(spelling) for spelling in spellings}
    names = {bare(spelling) for spelling in whole}
    short = {quiet(text) for text in names}
    loose = {squash(text) for text in short}
    loose |= {squash(_NUMBER_LAST.sub(r"\2 \1", text)) for text in short}
    for parent in filter(None, {core(formation), quiet(plain(formation))}):
        loose |= {squash(f"{parent} {text}") for text in short}
        loose |= {squash(f"{text} {parent}") for text in short}
    copies = {squash(quiet(_COPY.sub("", spelling))) for spelling in whole}
    loose |= {without_umlauts(key) for key in loose}
    return whole, {squash(text) for text in whole | names} - {""}, loose - {""}, copies - {""}


# -- names as sets of words ------------------------------------------------------------------

_PARENT = re.compile(r"^(.+)/[^/()]+?(\s*\(.*\))?$")
"""`1/151/61(Ind)`, which people shorten to `1/151 (Ind)`."""

_NAMED_BY_NUMBER = UNIT_KINDS - {"hq"}
"""Kinds of counter that a name without a kind may stand for."""
_KIND_OF = {"hq": "hq", "headquarters": "hq", "chit": "chit"}
"""The kind of counter by a word of its name."""
_EMPTY = frozenset({"hq", "command", "action"})
"""Words without meaning once the kind is known."""

_INFANTRY = frozenset({*ARMS["infantry"].split(), "id"})
_NOT_ON_FOOT = frozenset(
    {"panzer", "panzergrenadier", "tank", "assault gun", "mechanised", "cavalry", "tank hunter"}
)
_SYMBOLS = {
    "XX": "division", "X": "brigade", "III": "regiment", "II": "battalion", "KG": "group"
}  # fmt: skip
"""The echelon that a size symbol on a counter stands for."""


@dataclass(frozen=True, slots=True)
class _Words:
    """A name taken apart, whatever the order of its words."""

    numbers: tuple[str, ...]
    echelon: str
    arms: frozenset[str]
    names: frozenset[str]
    on_foot: bool = False
    """It contains a word for infantry, which excludes other arms."""
    shortened: bool = False
    """Of a counter: without the formation at its end, or with its type in place of letters."""

    @property
    def is_bare(self) -> bool:
        """A number and perhaps a size, and nothing else."""
        return not (self.arms or self.names or self.on_foot)


_SIZE_FIRST = re.compile(r"[a-z.]+ ?\d+")
"""`division 1` is a mere label, while `1st division` is a unit of that number."""


def kind_in_name(name: str) -> str:
    """The kind of counter in a name such as `58 HQ` or `Wehrmacht chit`; "" if there is none."""
    return next((_KIND_OF[word] for word in plain(name).split() if word in _KIND_OF), "")


def _described(text: str) -> _Words:
    """The words of a name."""
    found = formation_of(text)
    names = frozenset("ind" if name == "independent" else name for name in found.names)
    on_foot = bool(_INFANTRY.intersection(re.findall(r"[a-z]+", plain(text))))
    return _Words(found.numbers, found.echelon, found.arms, names - _EMPTY - NOISE, on_foot)


def _descriptions_of(counter: Counter) -> tuple[_Words, ...]:
    """The names of a counter: each spelling, alone, with its formation, and shortened."""
    printed = {plain(name) for name in (counter.name, *counter.as_printed)}
    spellings = {bare(name) for name in printed}
    both = {f"{counter.formation} {spelling}" for spelling in spellings}
    found = [_described(text) for text in sorted(spellings | both)]
    short = {_PARENT.sub(r"\1\2", spelling) for spelling in spellings}
    if counter.kind in _NAMED_BY_NUMBER:
        short |= {_by_type(text, counter.type) for text in short}
    found += [replace(_described(text), shortened=True) for text in sorted(short - spellings)]
    if counter.kind in {*_NAMED_BY_NUMBER, "air"}:
        return tuple(found)
    formation = _described(counter.formation)  # an HQ is its formation's, a chit activates it
    return tuple(replace(one, echelon=one.echelon or formation.echelon) for one in found)


def _by_type(name: str, type_: str) -> str:
    """A name of a number and letters, with its type in place of the letters: `1 engineer`."""
    numbered = re.fullmatch(r"(\d+)\s*[a-z]+", name)
    return f"{numbered[1]} {type_}" if numbered else name


def _distance(given: _Words, own: _Words, counter: Counter) -> int | None:
    """How much a name leaves out of a counter's name; None if the two contradict each other.

    A name without a number is enough for counters known by name, such as HQs and chits.
    """
    named_only = not given.numbers and given.names and counter.kind not in _NAMED_BY_NUMBER
    if {*given.numbers} != {*own.numbers} and not named_only:
        return None
    if own.shortened and len(given.numbers) > len(own.numbers):
        return None  # a shortened name does not match a longer one
    if not (given.numbers or given.names):
        return None
    if given.echelon and own.echelon and given.echelon != own.echelon:
        return None
    if given.on_foot and not own.on_foot and own.arms & _NOT_ON_FOOT:
        return None
    names = own.names | (counter.tags if named_only else frozenset())
    if not (given.arms <= own.arms and given.names <= names):
        return None
    left_out = len(own.arms - given.arms) + len(own.names - given.names)
    symbol = _SYMBOLS.get(counter.echelon, "")
    sizes = ("", symbol, own.echelon)
    other_size = bool(symbol) and given.echelon not in sizes
    return left_out + (given.numbers != own.numbers) + own.shortened + 2 * other_size
