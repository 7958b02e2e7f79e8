"""Reading the counters of a position: identity, place and state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hexmarshal.game.basis import UNKNOWN, Basis, Scalar, Value
from hexmarshal.game.board import Board
from hexmarshal.game.counters import KINDS, Counter
from hexmarshal.game.faults import expected
from hexmarshal.game.model import Game
from hexmarshal.game.names import CounterBook, Wanted, find_side, kind_in_name
from hexmarshal.game.numbering import LabelError, OffMapError
from hexmarshal.game.places import find_place, is_beside_the_map
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.text import fold, squash
from hexmarshal.game.words import COUNTER_KEYS, MARKERS, VALUES, marker_word


class PositionError(ValueError):
    """A text is not a position; the message says why and what to do."""


def known_markers(game: Game) -> frozenset[str]:
    """The marker words that a unit may have in this game, from a marker or from its own back."""
    counters = game.counters.values()
    markers = (c for c in counters if c.kind == "marker")
    own = {marker_word(word) for c in markers for word in (c.type, c.reverse, c.name) if word}
    return MARKERS | own | {marker_word(c.reverse) for c in counters if c.is_unit and c.reverse}


_VALUE_SPELLINGS = {"defense": "defence", "mechanized": "mechanised", "ma": "movement"}
_STEPS_OF = {"full": 0, "": 0, "front": 0, "reduced": 1, "flipped": 1, "back": 1}
_TURNED = frozenset({"flipped", "back"})


@dataclass(frozen=True)
class PieceReader:
    """Reads the counters of positions; remarks on what is not understood go to `tell`."""

    game: Game
    tell: Callable[..., None]

    @cached_property
    def _book(self) -> CounterBook:
        return CounterBook(self.game)

    @cached_property
    def _markers_known(self) -> frozenset[str]:
        return known_markers(self.game)

    def read(self, value: object, board: Board, now: Position | None) -> tuple[Piece, ...]:
        """The pieces of a list. Raises PositionError when it is not a list.

        `now` is the later position when the list is that of a previous one.
        """
        if not isinstance(value, list):
            raise PositionError('"counters" is not a list; write [{"name": ..., "hex": ...}, ...]')
        entries = self._entries(value)
        chosen = self._bind(entries, now)
        pieces = [self._piece(entry, chosen[entry.ref], board, now) for entry in entries]
        unlisted = [p for p in pieces if p.counter is None]
        if unlisted and now is None:
            names = ", ".join(dict.fromkeys(repr(piece.name) for piece in unlisted))
            message = (
                f"not in the counter list; judged by what the position says about them: {names}"
            )
            self.tell(message, *(piece.ref for piece in unlisted))
        return tuple(pieces)

    def _entries(self, value: Iterable[Any]) -> list[_Entry]:
        entries: list[_Entry] = []
        refs: set[str] = set()
        for index, one in enumerate(value):
            if not isinstance(one, dict):
                self.tell(f"counter {index} is not an object; ignored")
                continue
            ref = str(one.get("ref") if one.get("ref") is not None else index)
            if ref in refs:
                fresh = next(
                    f"{ref}#{n}" for n in range(2, len(refs) + 3) if f"{ref}#{n}" not in refs
                )
                self.tell(f"duplicate ref {ref!r}; the later one becomes {fresh!r}", fresh)
                ref = fresh
            refs.add(ref)
            for key in sorted(one.keys() - COUNTER_KEYS):
                self.tell(f"unknown key {key!r} in a counter", ref)
            entries.append(_Entry(ref, one))
        return entries

    def _bind(self, entries: list[_Entry], now: Position | None) -> dict[str, Counter | None]:
        """The counter of each entry: ids first, then names with a formation, then the others."""
        used: dict[str, int] = {}
        chosen: dict[str, Counter | None] = {}
        for entry in sorted(entries, key=lambda e: (not e.text("id"), not e.text("formation"))):
            same = _same(now, entry.name) if now and not entry.text("side") else None
            counter = same.counter if same else self._book.find(self._wanted(entry), used)
            if entry.text("id") and counter is None:
                self.tell(f"unknown counter {entry.text('id')!r}", entry.ref)
                counter = self._book.find(replace(self._wanted(entry), id=""), used)
            if counter:
                used[counter.id] = used.get(counter.id, 0) + 1
            chosen[entry.ref] = counter
        return chosen

    def _wanted(self, entry: _Entry) -> Wanted:
        return Wanted(
            entry.name,
            find_side(self.game, entry.text("side")) if entry.text("side") else "",
            entry.text("formation"),
            fold(entry.text("kind")),
            fold(entry.text("type")),
            entry.text("id"),
        )

    def _piece(
        self, entry: _Entry, counter: Counter | None, board: Board, now: Position | None
    ) -> Piece:
        same = _same(now, entry.name) if now else None
        values = self._values(entry)
        kind = self._kind(entry)
        turned = self._turned(entry, counter)
        lost = values.pop("steps_lost", None)
        steps_lost = int(lost.number) if lost and isinstance(lost.number, int) else None
        hex_, place, off_map = self._where(entry, board)
        return Piece(
            ref=same.ref if same and entry.data.get("ref") is None else entry.ref,
            name=counter.name if counter else entry.name or f"counter {entry.ref}",
            side=self._piece_side(entry, counter, same),
            kind=counter.kind if counter else kind,
            formation=counter.formation if counter else entry.text("formation"),
            type=counter.type if counter else fold(entry.text("type")),
            counter=counter,
            hex=hex_,
            place=place,
            off_map=off_map,
            level=self._level(entry),
            steps_lost=self._steps_lost(entry, turned) if steps_lost is None else steps_lost,
            markers=self._markers(entry) | turned,
            arrived=_arrived(entry.data.get("arrived", False)),
            given=values,
        )

    def _piece_side(self, entry: _Entry, counter: Counter | None, same: Piece | None) -> str:
        value = entry.text("side")
        side = find_side(self.game, value) if value else ""
        if value and not side:
            self.tell(f"unknown side {value!r}", entry.ref)
        return (counter.side if counter else "") or side or (same.side if same else "")

    def _kind(self, entry: _Entry) -> str:
        kind = fold(entry.text("kind")) or kind_in_name(entry.name) or "combat"
        if kind in KINDS:
            return kind
        self.tell(f"unknown kind {kind!r}; {expected(KINDS)}", entry.ref)
        return "combat"

    def _where(self, entry: _Entry, board: Board) -> tuple[int | None, str, str]:
        """Its hex, its box, or the number of a hex that is off the map."""
        label, off_map = entry.text("hex"), ""
        if label:
            try:
                return board.grid.meant(entry.data["hex"]), "", ""
            except LabelError as error:
                self.tell(str(error), entry.ref)
                off_map = label if isinstance(error, OffMapError) else ""
        value = entry.text("place")
        if not value:
            return None, "", off_map
        place = find_place(board, value, find_side(self.game, entry.text("side")))
        if place is None and not is_beside_the_map(value):
            self.tell(f"unknown box or track {value!r}", entry.ref)
        return None, place or value, ""

    def _level(self, entry: _Entry) -> int:
        value = entry.data.get("level", 0)
        if is_whole(value):
            return int(value)
        self.tell(f"level: expected a whole number, got {value!r}", entry.ref)
        return 0

    def _turned(self, entry: _Entry, counter: Counter | None) -> frozenset[str]:
        """The marker that the back of a counter stands for, where it is not a reduced unit."""
        if counter is None or not counter.reverse or counter.kind == "hq":
            return frozenset()
        step = fold(entry.text("step"))
        turned = step in _TURNED or (step == "reduced" and "mode" in counter.back)
        return frozenset({marker_word(counter.reverse)} if turned else ())

    def _steps_lost(self, entry: _Entry, turned: frozenset[str]) -> int:
        value = "full" if turned else entry.data.get("step", "full")
        word = fold(str(value))
        if word in _STEPS_OF:
            return _STEPS_OF[word]
        if is_whole(value):
            return max(0, int(value))
        self.tell(f"step: expected full or reduced, got {value!r}", entry.ref)
        return 0

    def _markers(self, entry: _Entry) -> frozenset[str]:
        value = entry.data.get("markers") or []
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list):
            self.tell("markers is not a list; ignored", entry.ref)
            return frozenset()
        markers = frozenset(marker_word(str(word)) for word in value)
        for word in sorted(markers - self._markers_known):
            self.tell(f"unknown marker {word!r}", entry.ref)
        return markers

    def _values(self, entry: _Entry) -> dict[str, Value]:
        value = entry.data.get("values") or {}
        if not isinstance(value, dict):
            self.tell("values is not an object; ignored", entry.ref)
            return {}
        found: dict[str, Value] = {}
        for key, number in value.items():
            name = fold(str(key)).replace(" ", "_")
            name = _VALUE_SPELLINGS.get(name, name)
            if name == "on_ice" and number is False:
                name, number = "ashore", True
            if name not in VALUES | self._value_names:
                self.tell(f"unknown value {key!r}", entry.ref)
            if number is not None and not isinstance(number, int | float | str | bool):
                self.tell(f"value {key!r} is neither a number nor a word; ignored", entry.ref)
                continue
            scalar = number_in(number)
            found[name] = UNKNOWN if scalar is None else Value(scalar, Basis.GIVEN)
        return found

    @cached_property
    def _value_names(self) -> frozenset[str]:
        counters = self.game.counters.values()
        printed = {name for c in counters for name in (*c.front, *c.back)}
        tags = {tag.replace(" ", "_") for c in counters for tag in c.tags}
        return frozenset(printed | tags | set(self.game.rules.values))


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of the list, not yet matched to a counter."""

    ref: str
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.text("name") or self.text("unit") or self.text("id")

    def text(self, key: str) -> str:
        value = self.data.get(key)
        return "" if value is None else str(value).strip()


def _same(now: Position, name: str) -> Piece | None:
    """The piece of the present position with the name used in a previous one."""
    return next((p for p in now.pieces if squash(p.name) == squash(name)), None)


def _arrived(value: object) -> bool | None:
    return None if value is None else bool(value)


_WHOLE = re.compile(r"\s*-?\d{1,9}\s*")


def is_whole(value: object) -> bool:
    """Whether something is a whole number, perhaps written as text."""
    if isinstance(value, str):
        return _WHOLE.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool)


def number_in(value: Scalar | None) -> Scalar | None:
    """A value, converted to a number if it is one written as text."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    return value
