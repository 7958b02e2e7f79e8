"""The counters of a game by the names people give them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.names.description import (
    KIND_OF,
    NAMED_BY_NUMBER,
    SIZE_FIRST,
    Described,
    apart,
    described,
    descriptions_of,
    kind_said,
)
from hexmarshal.game.names.formations import agreement, core
from hexmarshal.game.text import bare, fold, plain, quiet, squash, strength_of, without_umlauts


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
    """What somebody says of a counter; empty where nothing is said."""

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
        """The counter that is meant, or None when the game lists no such counter.

        An id settles it. Of several counters that fit as well, the first of which `used` (pieces
        placed so far, by counter id) leaves one over is taken; when all are used, the best of
        them once more, so that a counter placed twice can be seen as such.
        """
        if wanted.id:
            return self.game.counters.get(wanted.id)
        fitting = self.fitting(wanted)
        return next((c for c in fitting if used.get(c.id, 0) < c.count), next(iter(fitting), None))

    def fitting(self, wanted: Wanted) -> list[Counter]:
        """All counters that fit, the best first."""
        if wanted not in self._known:
            self._known[wanted] = self._by_name(wanted)
        return self._known[wanted]

    def _by_name(self, wanted: Wanted) -> list[Counter]:
        """By spelling, unless only what the words say is of the kind and strength wanted."""
        spelled, strength = self._by_spelling(wanted), strength_of(wanted.name)
        for counter in spelled:
            if wanted.kind in ("", counter.kind) and _is_ofstrength_of(counter, strength):
                return spelled
        return self._by_words(wanted) or spelled

    @cached_property
    def _known(self) -> dict[Wanted, list[Counter]]:
        """What was asked before."""
        return {}

    def _by_spelling(self, wanted: Wanted) -> list[Counter]:
        """The counters that are spelled as the name is."""
        ranked: dict[str, tuple[tuple[int, ...], Counter]] = {}
        strength = strength_of(wanted.name)
        for tier, keys in enumerate(_keys([wanted.name], wanted.formation)):
            for key in keys:
                for order, counter in self._index[tier].get(key, ()):
                    formation = _offormation_of(wanted, counter)
                    if formation is None or counter.id in ranked:
                        continue
                    other_kind = bool(wanted.kind) and wanted.kind != counter.kind
                    other_type = bool(wanted.type) and wanted.type != counter.type
                    other_strength = not _is_ofstrength_of(counter, strength)
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

    # -- by what the words say ------------------------------------------------------------------

    def _by_words(self, wanted: Wanted) -> list[Counter]:
        """The one counter that what the words say of the name fits best; none if several do."""
        kind, words = _kind_told(wanted)
        told = [described(words), described(f"{wanted.formation} {words}")]
        if told[0].is_bare and SIZE_FIRST.fullmatch(words):
            return []
        found: list[tuple[int, Counter]] = []
        for counter in self.game.counters.values():
            if counter.kind != kind and (kind or counter.kind not in NAMED_BY_NUMBER | {"air"}):
                continue
            if counter.kind == "air" != kind and not told[0].names:
                continue
            other_type = bool(wanted.type) and wanted.type != counter.type
            if other_type or _offormation_of(wanted, counter) is None:
                continue
            gaps = [apart(a, b, counter) for a in told for b in self._descriptions[counter.id]]
            if near := [distance for distance in gaps if distance is not None]:
                found.append((min(near), counter))
        if strength := strength_of(wanted.name):
            found = [one for one in found if _is_ofstrength_of(one[1], strength)] or found
        least = min((distance for distance, _ in found), default=0)
        best = [counter for distance, counter in found if distance == least]
        return best if len(best) == 1 else []

    @cached_property
    def _descriptions(self) -> Mapping[str, tuple[Described, ...]]:
        """What the words of every counter say: each spelling, alone and with its formation."""
        return {counter.id: descriptions_of(counter) for counter in self.game.counters.values()}


def _kind_told(wanted: Wanted) -> tuple[str, str]:
    """The kind of counter that a name or its teller says, and the name without that word."""
    words = bare(plain(wanted.name)).split()
    rest = " ".join(word for word in words if word not in KIND_OF)
    return kind_said(wanted.name) or wanted.kind, rest


def _offormation_of(wanted: Wanted, counter: Counter) -> int | None:
    """How loosely a counter is of the side and formation that are wanted; None when it is not.

    A formation goes by its other names as well, which its counters bear as tags.
    """
    if wanted.side and counter.side and wanted.side != counter.side:
        return None
    found = agreement(wanted.formation, counter.formation)
    if found is None and fold(wanted.formation) in counter.tags:
        return 1
    return found


def _is_ofstrength_of(counter: Counter, strength: str) -> bool:
    """Whether a counter is printed with these strengths; so is every one if none are said."""
    return not strength or any(
        strength_of(text) == strength for text in (counter.name, *counter.as_printed)
    )


def _keys(spellings: Iterable[str], formation: str) -> tuple[set[str], ...]:
    """What a counter answers to: as written, without punctuation, joined with its formation, and
    without the number of a copy."""
    whole = {plain(spelling) for spelling in spellings}
    names = {bare(spelling) for spelling in whole}
    short = {quiet(text) for text in names}
    loose = {squash(text) for text in short}
    loose |= {squash(_NUMBER_LAST.sub(r"\2 \1", text)) for text in short}
    for said in filter(None, {core(formation), quiet(plain(formation))}):
        loose |= {squash(f"{said} {text}") for text in short}
        loose |= {squash(f"{text} {said}") for text in short}
    copies = {squash(quiet(_COPY.sub("", spelling))) for spelling in whole}
    loose |= {without_umlauts(key) for key in loose}
    return whole, {squash(text) for text in whole | names} - {""}, loose - {""}, copies - {""}
