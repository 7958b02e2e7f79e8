"""Positions as JSON: reading what people and programs write, and writing it again.

Reading is forgiving: a key or a word that is not known becomes one remark and nothing more. Only
a text that is no position at all is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from hexwright.game.basis import UNKNOWN, Basis, Scalar, Value
from hexwright.game.board import Board, fold
from hexwright.game.counters import KINDS, Counter
from hexwright.game.hexfield import members
from hexwright.game.model import Game
from hexwright.game.names import CounterBook, Wanted, find_side, kind_said, squash
from hexwright.game.numbering import LabelError, OffMapError
from hexwright.game.overlay import overlaid, overlay_of
from hexwright.game.places import find_place, is_beside_the_map
from hexwright.game.position import Piece, Position
from hexwright.game.timing import BY_PLAYERS, MOMENTS, find_date, find_phase, whose
from hexwright.game.words import COUNTER_KEYS, FACTS, MARKERS, POSITION_KEYS, VALUES

_MARKER_SPELLINGS = {
    "pin": "pinned",
    "oos": "out of supply",
    "isolation": "isolated",
    "ooc": "out of command",
    "unsupplied": "out of supply",
    "no strategic move": "no strat move",
    "no strategic movement": "no strat move",
    "technical problem": "technical problems",
}
_VALUE_SPELLINGS = {"defense": "defence", "mechanized": "mechanised", "ma": "movement"}
_STEPS_OF = {"full": 0, "": 0, "front": 0, "reduced": 1, "flipped": 1, "back": 1}
_TURNED = frozenset({"flipped", "back"})


class PositionError(ValueError):
    """A text that is no position; the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a position that was not understood and was left out of account."""

    message: str
    counters: tuple[str, ...] = ()
    """Refs of the counters it is about."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A position as it was read, with what was not understood."""

    position: Position
    remarks: tuple[Remark, ...] = ()


def parse_json(text: str | bytes) -> Mapping[str, Any]:
    """The object that a JSON text holds. Raises PositionError."""
    try:
        data = json.loads(text)
    except RecursionError:
        raise PositionError("the JSON is nested too deeply to be a position") from None
    except UnicodeDecodeError as error:
        raise PositionError(f"is not UTF-8 at byte {error.start + 1}; save it as UTF-8") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise PositionError(f"is not JSON: {error.msg} ({place})") from None
    except ValueError as error:
        raise PositionError(f"is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise PositionError('is JSON but no position; write an object with a list "counters"')
    return data


def read_position(game: Game, data: Mapping[str, Any]) -> Reading:
    """The position that parsed JSON describes. Raises PositionError."""
    reader = _Reader(game)
    position = reader.position(data, None)
    return Reading(position, tuple(dict.fromkeys(reader.remarks)))


@dataclass
class _Reader:
    game: Game
    remarks: list[Remark] = field(default_factory=list)

    @cached_property
    def book(self) -> CounterBook:
        return CounterBook(self.game)

    @cached_property
    def known(self) -> frozenset[str]:
        return known_markers(self.game)

    def tell(self, message: str, *refs: str) -> None:
        self.remarks.append(Remark(message, refs))

    def position(self, data: Mapping[str, Any], now: Position | None) -> Position:
        """A position; `now` is the one it came before, if it is a previous one."""
        for key in data.keys() - POSITION_KEYS:
            self.tell(f"{key!r} is no key of a position")
        board = now.board if now else self.game.board
        overlay = self._object(data, "map")
        if overlay is not None:
            board = overlaid(board, overlay, self._side_of, self.tell)
        control, shares = self._control(data, board)
        turn, date = self._turn(data)
        phase, moment = self._phase(data)
        previous = self._previous(data, board)
        found = Position(
            board=board,
            pieces=self._pieces(data, board, now),
            scenario=self._scenario(data) or (now.scenario if now else ""),
            turn=turn,
            date=date,
            phase=phase,
            moment=moment,
            facts=self._facts(data),
            control=control,
            shares=shares,
            options={
                fold(str(k)).replace(" ", "-"): _option(v)
                for k, v in (self._object(data, "options") or {}).items()
            },
            previous=previous,
        )
        return found.since(previous) if previous else found

    # -- when ---------------------------------------------------------------------------------

    def _turn(self, data: Mapping[str, Any]) -> tuple[int | None, str]:
        said = data.get("turn")
        turn = int(str(said)) if _is_whole(said) else None
        if said is not None and turn is None:
            self.tell(f"turn {said!r} is no number")
        date = ""
        if data.get("date"):
            date = find_date(self.game, str(data["date"])) or ""
            if not date:
                self.tell(f"date {data['date']!r} is not understood; write it like 1944-07-05")
        dated = self.game.turn_of_date(date) if date else None
        if date and dated is None:
            self.tell(f"date {date} lies in no turn of this game")
        return (dated if dated is not None else turn), date

    def _phase(self, data: Mapping[str, Any]) -> tuple[str, str]:
        said = str(data.get("phase") or "")
        when = find_phase(self.game, said) if said else None
        if said and when is None:
            self.tell(f"{said!r} is no phase of this game")
        moment = fold(str(data.get("moment") or ""))
        if moment and moment not in MOMENTS:
            self.tell(f"moment {moment!r} is none of {', '.join(MOMENTS)}")
            moment = ""
        return when.phase if when else "", moment or (when.moment if when else "") or "during"

    def _scenario(self, data: Mapping[str, Any]) -> str:
        said = str(data.get("scenario") or "")
        if not said:
            return ""
        found = find_scenario(self.game, said)
        if not found:
            known = ", ".join(scenario.id for scenario in self.game.scenarios)
            self.tell(f"{said!r} is no scenario of this game; known are {known}")
        return found

    # -- what else ------------------------------------------------------------------------------

    def _facts(self, data: Mapping[str, Any]) -> dict[str, object]:
        facts = dict(self._object(data, "facts") or {})
        told = FACTS | set(self.game.rules.facts) | (BY_PLAYERS if self.game.by_players else set())
        for name in facts.keys() - told:
            self.tell(f"{name!r} is no fact that rules of this game ask for")
        return {**whose(self.game, str(data.get("phase") or "")), **facts}

    def _control(
        self, data: Mapping[str, Any], board: Board
    ) -> tuple[dict[int, str], dict[str, dict[str, int]]]:
        """Who controls which hexes, and of which places how many."""
        control: dict[int, str] = {}
        shares: dict[str, dict[str, int]] = {}
        places = {fold(name) for place in board.places for name in (place.name, *place.other_names)}
        for label, said in (self._object(data, "control") or {}).items():
            hex_, name = _hex(board, label), fold(label).removesuffix(" hexes")
            if hex_ is None and name in places and isinstance(said, dict):
                shares[name] = self._share(said)
                continue
            side = find_side(self.game, said) if isinstance(said, str) else ""
            if hex_ is None and side and name in places:
                control |= dict.fromkeys(_hexes_of(board, name), side)
            elif hex_ is None:
                self.tell(f"control: {label!r} is no hex of this map")
            elif not side:
                self.tell(f"control: {said!r} is no side")
            else:
                control[hex_] = side
        return control, shares

    def _share(self, said: Mapping[str, Any]) -> dict[str, int]:
        """How many hexes of a place each side controls."""
        found: dict[str, int] = {}
        for name, number in said.items():
            side = find_side(self.game, name)
            if side and _is_whole(number):
                found[side] = int(number)
            else:
                self.tell(f"control: {name!r}: {number!r} is no side with a number of hexes")
        return found

    def _previous(self, data: Mapping[str, Any], board: Board) -> Position | None:
        said = self._object(data, "previous")
        if said is None:
            return None
        pieces = self._pieces(data, board, None)
        return self.position(said, Position(board, pieces, scenario=self._scenario(data)))

    # -- counters -------------------------------------------------------------------------------

    def _pieces(
        self, data: Mapping[str, Any], board: Board, now: Position | None
    ) -> tuple[Piece, ...]:
        said = data.get("counters", data.get("pieces", []))
        if not isinstance(said, list):
            raise PositionError('"counters" is not a list; write [{"name": ..., "hex": ...}, ...]')
        entries = self._entries(said)
        chosen = self._bind(entries, now)
        pieces = [self._piece(entry, chosen[entry.ref], board, now) for entry in entries]
        unlisted = [p for p in pieces if p.counter is None]
        if unlisted and now is None:
            names = ", ".join(dict.fromkeys(repr(piece.name) for piece in unlisted))
            message = f"not in the counter list, judged by what is said of them: {names}"
            self.tell(message, *(piece.ref for piece in unlisted))
        return tuple(pieces)

    def _entries(self, said: Iterable[Any]) -> list[_Entry]:
        entries: list[_Entry] = []
        refs: set[str] = set()
        for index, one in enumerate(said):
            if not isinstance(one, dict):
                self.tell(f"counter {index} is not an object and is left out")
                continue
            ref = str(one.get("ref") if one.get("ref") is not None else index)
            if ref in refs:
                fresh = next(
                    f"{ref}#{n}" for n in range(2, len(refs) + 3) if f"{ref}#{n}" not in refs
                )
                self.tell(f"the ref {ref!r} stands twice; the later one is called {fresh!r}", fresh)
                ref = fresh
            refs.add(ref)
            for key in one.keys() - COUNTER_KEYS:
                self.tell(f"{key!r} is no key of a counter", ref)
            entries.append(_Entry(ref, one))
        return entries

    def _bind(self, entries: list[_Entry], now: Position | None) -> dict[str, Counter | None]:
        """The counter of each entry: ids first, then names with a formation, then the others."""
        used: dict[str, int] = {}
        chosen: dict[str, Counter | None] = {}
        for entry in sorted(entries, key=lambda e: (not e.text("id"), not e.text("formation"))):
            same = _same(now, entry.name) if now and not entry.text("side") else None
            counter = same.counter if same else self.book.find(self._wanted(entry), used)
            if entry.text("id") and counter is None:
                self.tell(f"{entry.text('id')!r} is no counter of this game", entry.ref)
                counter = self.book.find(replace(self._wanted(entry), id=""), used)
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
            name=counter.name if counter else entry.name,
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
        said = entry.text("side")
        side = self._side_of(said) if said else ""
        if said and not side:
            self.tell(f"{said!r} is no side of this game", entry.ref)
        return (counter.side if counter else "") or side or (same.side if same else "")

    def _kind(self, entry: _Entry) -> str:
        kind = fold(entry.text("kind")) or kind_said(entry.name) or "combat"
        if kind in KINDS:
            return kind
        self.tell(f"{kind!r} is no kind of counter; known are {', '.join(KINDS)}", entry.ref)
        return "combat"

    def _where(self, entry: _Entry, board: Board) -> tuple[int | None, str, str]:
        """Its hex, or its box, or the number of a hex that the map does not have."""
        label, off_map = entry.text("hex"), ""
        if label:
            try:
                return board.grid.meant(entry.data["hex"]), "", ""
            except LabelError as error:
                self.tell(str(error), entry.ref)
                off_map = label if isinstance(error, OffMapError) else ""
        said = entry.text("place")
        if not said:
            return None, "", off_map
        place = find_place(board, said, find_side(self.game, entry.text("side")))
        if place is None and not is_beside_the_map(said):
            self.tell(f"{said!r} is no box or track of this map", entry.ref)
        return None, place or said, ""

    def _level(self, entry: _Entry) -> int:
        said = entry.data.get("level", 0)
        if _is_whole(said):
            return int(said)
        self.tell(f"level {said!r} is no number", entry.ref)
        return 0

    def _turned(self, entry: _Entry, counter: Counter | None) -> frozenset[str]:
        """What the back of a counter makes of it, when that is up and no reduced unit."""
        if counter is None or not counter.reverse or counter.kind == "hq":
            return frozenset()
        step = fold(entry.text("step"))
        turned = step in _TURNED or (step == "reduced" and "mode" in counter.back)
        return frozenset({marker_word(counter.reverse)} if turned else ())

    def _steps_lost(self, entry: _Entry, turned: frozenset[str]) -> int:
        said = "full" if turned else entry.data.get("step", "full")
        word = fold(str(said))
        if word in _STEPS_OF:
            return _STEPS_OF[word]
        if _is_whole(said):
            return max(0, int(said))
        self.tell(f"step {said!r} is neither full nor reduced", entry.ref)
        return 0

    def _markers(self, entry: _Entry) -> frozenset[str]:
        said = entry.data.get("markers") or []
        if isinstance(said, str):
            said = [said]
        if not isinstance(said, list):
            self.tell("markers is not a list", entry.ref)
            return frozenset()
        markers = frozenset(marker_word(str(word)) for word in said)
        for word in sorted(markers - self.known):
            self.tell(f"{word!r} is no marker of this game", entry.ref)
        return markers

    def _values(self, entry: _Entry) -> dict[str, Value]:
        said = entry.data.get("values") or {}
        if not isinstance(said, dict):
            self.tell("values is not an object", entry.ref)
            return {}
        found: dict[str, Value] = {}
        for key, number in said.items():
            name = fold(str(key)).replace(" ", "_")
            name = _VALUE_SPELLINGS.get(name, name)
            if name == "on_ice" and number is False:
                name, number = "ashore", True
            if name not in VALUES | self._value_names:
                self.tell(f"{key!r} is no value of a counter", entry.ref)
            if number is not None and not isinstance(number, int | float | str | bool):
                self.tell(f"{key} is neither a number nor a word", entry.ref)
                continue
            told = _number(number)
            found[name] = UNKNOWN if told is None else Value(told, Basis.GIVEN)
        return found

    @cached_property
    def _value_names(self) -> frozenset[str]:
        counters = self.game.counters.values()
        printed = {name for c in counters for name in (*c.front, *c.back)}
        return frozenset(printed | {tag.replace(" ", "_") for c in counters for tag in c.tags})

    # -- small things -----------------------------------------------------------------------------

    def _side_of(self, text: str) -> str:
        return find_side(self.game, text)

    def _object(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
        said = data.get(key)
        if said is None or isinstance(said, dict):
            return said
        self.tell(f"{key} is not an object and is left out")
        return None


@dataclass(frozen=True, slots=True)
class _Entry:
    """One counter of the list, not yet understood."""

    ref: str
    data: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.text("name") or self.text("unit") or self.text("id")

    def text(self, key: str) -> str:
        said = self.data.get(key)
        return "" if said is None else str(said).strip()


def find_scenario(game: Game, text: str) -> str:
    """The id of the scenario that a text names by id, title or section; "" if there is none."""
    for scenario in game.scenarios:
        if squash(text) in {squash(scenario.id), squash(scenario.title), squash(scenario.rule)}:
            return scenario.id
    return ""


def marker_word(text: str) -> str:
    """A marker's word as rules ask for it."""
    word = fold(text).removesuffix(" marker")
    return _MARKER_SPELLINGS.get(word, word)


def known_markers(game: Game) -> frozenset[str]:
    """The words that markers on a unit may have in this game, or that stand on its own back."""
    counters = game.counters.values()
    markers = (c for c in counters if c.kind == "marker")
    own = {marker_word(word) for c in markers for word in (c.type, c.reverse, c.name) if word}
    return MARKERS | own | {marker_word(c.reverse) for c in counters if c.is_unit and c.reverse}


def _same(now: Position, name: str) -> Piece | None:
    """The piece of the present position that a name in a previous one means."""
    return next((p for p in now.pieces if squash(p.name) == squash(name)), None)


def _hex(board: Board, label: str) -> int | None:
    try:
        return board.grid.meant(label)
    except LabelError:
        return None


def _is_whole(said: object) -> bool:
    if isinstance(said, str):
        return bool(re.fullmatch(r"\s*-?\d{1,9}\s*", said))
    return isinstance(said, int) and not isinstance(said, bool)


def _number(said: Scalar | None) -> Scalar | None:
    """A value, also when a number is written as a text."""
    if isinstance(said, str) and re.fullmatch(r"\s*-?\d{1,9}\s*", said):
        return int(said)
    return said


def _hexes_of(board: Board, name: str) -> Iterator[int]:
    """The hexes of the place that goes by a folded name."""
    for place in board.places:
        if name in map(fold, (place.name, *place.other_names)):
            area = board.area(place.name)
            yield from members(area) if area else place.hexes


def _arrived(said: object) -> bool | None:
    return None if said is None else bool(said)


def _option(said: object) -> str:
    return {True: "yes", False: "no"}[said] if isinstance(said, bool) else str(said)


# -- and back ---------------------------------------------------------------------------------


def write_position(game: Game, position: Position) -> dict[str, Any]:
    """A position as JSON data that `read_position` reads back as the same position."""
    found: dict[str, Any] = {
        "game": game.id,
        "scenario": position.scenario,
        "turn": position.turn,
        "date": position.date,
        "phase": position.phase,
        "moment": position.moment,
    }
    found = {key: said for key, said in found.items() if said not in ("", None)}
    found["counters"] = [_counter_entry(position.board, piece) for piece in position.pieces]
    if overlay := overlay_of(position.board, game.board):
        found["map"] = overlay
    if position.facts:
        found["facts"] = dict(position.facts)
    if position.control:
        label = position.board.grid.label
        found["control"] = {label(hex_): side for hex_, side in position.control.items()}
    if position.shares:
        shares = {f"{name} hexes": dict(held) for name, held in position.shares.items()}
        found["control"] = found.get("control", {}) | shares
    if position.options:
        found["options"] = dict(position.options)
    if position.previous:
        found["previous"] = write_position(game, position.previous)
    return found


def _counter_entry(board: Board, piece: Piece) -> dict[str, Any]:
    values = {name: value.number for name, value in piece.given.items()}
    if piece.steps_lost > 1:
        values["steps_lost"] = piece.steps_lost
    entry: dict[str, Any] = {
        "ref": piece.ref,
        "id": piece.counter.id if piece.counter else "",
        "name": piece.name,
        "side": piece.side,
        "formation": piece.formation,
        "kind": piece.kind,
        "type": piece.type,
        "hex": piece.off_map if piece.hex is None else board.grid.label(piece.hex),
        "place": piece.place,
        "step": "reduced" if piece.reduced else "",
        "markers": sorted(piece.markers),
        "level": piece.level,
        "values": values,
    }
    entry = {key: said for key, said in entry.items() if said not in ("", [], {}, 0)}
    if piece.arrived is not False:
        entry["arrived"] = piece.arrived
    return entry
