"""Drafting a binding of somebody's module to a game, for a person to finish.

The draft has a rule for each name that matches one of the game's, and a comment for every other.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.read.binding import palette_properties
from checker.report.text import counted
from hexmarshal.game.hexgrid import Cell
from hexmarshal.game.model import Game
from hexmarshal.game.names import CounterBook, Wanted, find_side
from hexmarshal.game.places import find_place
from hexmarshal.game.text import squash
from hexmarshal.game.timing import find_phase
from hexmarshal.game.words import MARKERS, marker_word
from hexmarshal.vassal.boards import MapBoards
from hexmarshal.vassal.buildfile import Component
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.grid import HexGrid, RegionGrid, ZonedGrid
from hexmarshal.vassal.module import Module, PieceSlot
from hexmarshal.vassal.sequence import decode_list
from hexmarshal.vassal.traits import DynamicProperty, Layer, UsePrototype

MIN_SHARE = 0.5
"""A map is the hex field if at least this share of the game's hexes is named on it."""
ON = "true|yes|on|1"
"""The values with which modules switch a state on."""
STEP_LAYER = re.compile(r"step|flip|reduc|loss|side|strength|damage", re.IGNORECASE)


@dataclass(frozen=True)
class BindingDraft:
    """The draft as YAML text, and how many of the module's pieces it matches."""

    text: str
    matched: int
    pieces: int


def draft_binding(module: Module, game: Game) -> BindingDraft:
    """A draft of the binding of a module to a game."""
    pieces = _Pieces(module, game)
    lines = [
        f"# Binding of the module {module.metadata.name!r} to {game.title}: a draft.",
        "# Lines that begin with # are comments. docs/hexcheck.md explains every key.",
        f"game: {game.id}",
        f"module: [{_quoted(module.metadata.name)}]",
        *_hexes(module, game),
        *_places(module, game),
        *_sides(pieces),
        *pieces.lines(),
        *_clock(module, game),
    ]
    return BindingDraft("\n".join(lines) + "\n", len(pieces.matched), len(pieces.slots))


# -- hexes and places -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _HexNames:
    """A form that location names may have if they are a game's hex numbers."""

    location: str
    hex: str
    numbers: re.Pattern[str] = re.compile("(.+)")
    """Splits a hex number of the game into its parts."""


def _hexes(module: Module, game: Game) -> Iterator[str]:
    found = [
        (share, map_.name, names)
        for map_ in module.maps
        for names in _hex_names(game)
        if (share := _share_named(map_.sheet(), game, names)) >= MIN_SHARE
    ]
    if found:
        share, map_name, names = max(found, key=lambda f: f[0])
        yield f"hexes:  # {share:.0%} of the game's hexes are named on this map"
        yield f"  - map: {_quoted(_pattern(map_name))}"
        yield f"    location: {_quoted(names.location)}"
        yield f"    hex: {_quoted(names.hex)}"
        return
    labels = _anchor_labels(game)
    yield "# No map has the game's hex numbers. Give the pixels of the centres of three hexes:"
    yield "# hexes:"
    for map_ in module.maps:
        if any(_has_hexes(board.grid) for board in map_.boards.values()):
            yield f"#  - map: {_quoted(_pattern(map_.name))}"
    yield "#    anchors: {" + ", ".join(f'"{label}": "X,Y"' for label in labels) + "}"


def _hex_names(game: Game) -> list[_HexNames]:
    """The game's own hex numbers, and the same with other separators between the parts."""
    found = [_HexNames("(?P<hex>.+)", "{hex}")]
    for sheet in game.board.grid.numbering.sheets:
        parts = re.split(r"(\{(?:column|row)(?::0\d+)?\})", sheet.form)
        location = form = ""
        for part in parts:
            match = re.fullmatch(r"\{(column|row)(?::0(\d+))?\}", part)
            if match is None:
                location += r"\W*"
                form += part
                continue
            digits = rf"\d{{{match[2]}}}" if match[2] else r"\d+"
            location += rf"(?P<{match[1]}>{digits})"
            form += "{" + match[1] + "}"
        location = location.removeprefix(r"\W*").removesuffix(r"\W*")
        found.append(_HexNames(location, form, sheet.pattern))
    return found


def _share_named(sheet: MapBoards, game: Game, names: _HexNames) -> float:
    """The share of a sample of the game's hexes that the grids of a map name."""
    grid = game.board.grid
    sample = [*grid.numbers][:: max(1, len(grid) // 60)]
    spellings = {grid.label(hex_): _spellings(game, hex_, names) for hex_ in sample}
    named = sum(any(_is_named(sheet, text) for text in texts) for texts in spellings.values())
    return named / len(sample)


def _spellings(game: Game, hex_: int, names: _HexNames) -> list[str]:
    """The location names of this form that stand for a hex."""
    match = names.numbers.fullmatch(game.board.grid.label(hex_))
    return [mark.join(match.groups()) for mark in ("", ".", "-", ",", "/", " ")] if match else []


def _is_named(sheet: MapBoards, text: str) -> bool:
    point = sheet.locate(text)
    return point is not None and sheet.name(point) == text


def _has_hexes(grid: object) -> bool:
    if isinstance(grid, ZonedGrid):
        zones = [zone.grid for zone in grid.zones]
        return any(isinstance(g, HexGrid) for g in [*zones, grid.background])
    return isinstance(grid, HexGrid)


def _anchor_labels(game: Game) -> list[str]:
    """Three hexes far apart and not on one line."""
    grid = game.board.grid
    hexes = sorted(grid.numbers, key=lambda h: _diagonal(grid.cell(h)))
    far = [hexes[0], hexes[-1], max(hexes, key=lambda h: grid.cell(h).x - grid.cell(h).y)]
    return [grid.label(hex_) for hex_ in far]


def _diagonal(cell: Cell) -> int:
    return cell.x + cell.y


def _places(module: Module, game: Game) -> Iterator[str]:
    """Comments for the zones, regions and decks not named like a box; the others need no rule."""
    unmatched = [
        (kind, name)
        for kind, name in dict.fromkeys(_named_places(module))
        if name and find_place(game.board, name) is None
    ]
    if not unmatched:
        return
    yield '# These match no box. Name the box of each, or leave place: "" if it is out of play.'
    known = "Boxes: " + "; ".join(place for box in game.board.boxes for place in box.places)
    yield from (f"#   {line}" for line in textwrap.wrap(known, 96))
    yield "# places:"
    for kind, name in unmatched:
        yield f"#  - {kind}: {_quoted(_pattern(name))}"
        yield '#    place: ""'


def _named_places(module: Module) -> Iterator[tuple[str, str]]:
    for map_ in module.maps:
        for board in map_.boards.values():
            grid = board.grid
            if isinstance(grid, ZonedGrid):
                for zone in grid.zones:
                    if isinstance(zone.grid, RegionGrid):
                        yield from (("location", region[0]) for region in zone.grid.regions)
                    elif zone.grid is None and not zone.uses_parent_grid:
                        yield "zone", zone.name
            elif isinstance(grid, RegionGrid):
                yield from (("location", region[0]) for region in grid.regions)
        yield from (("deck", deck.name) for deck in map_.at_start if deck.is_deck)


# -- pieces -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Pieces:
    """The pieces of a module's palette, matched with the game's counters."""

    module: Module
    game: Game

    @cached_property
    def slots(self) -> list[tuple[PieceSlot, dict[str, str]]]:
        """Every slot, one per gpid, with the properties of its piece and its prototypes."""
        found: dict[str, tuple[PieceSlot, dict[str, str]]] = {}
        for slot in self.module.slots:
            try:
                properties = slot.piece.expanded(self.module.prototypes).properties()
                uses = list(slot.piece.all(UsePrototype))
            except VassalError:
                continue
            more = palette_properties(slot.name, slot.path, uses)
            found.setdefault(slot.gpid or slot.name, (slot, {**more, **properties}))
        return list(found.values())

    @cached_property
    def side_rule(self) -> tuple[str, Mapping[str, str]]:
        """The property that gives the side of the most pieces, and the side for each value."""
        best: tuple[str, dict[str, str]] = ("", {})
        best_score = (0, 0)
        for name in sorted({key for _, properties in self.slots for key in properties}):
            values = Tally(properties[name] for _, properties in self.slots if properties.get(name))
            sides = {value: side for value in values if (side := self._side_in(value))}
            score = (sum(values[value] for value in sides), -len(sides))
            if score > best_score and len(set(sides.values())) > 1:
                best_score, best = score, (name, sides)
        return best

    def _side_in(self, text: str) -> str:
        """The side that a text names as a whole or in one of its first three words."""
        words = re.split(r"[\s/,:_-]+", text.strip())
        sides = (find_side(self.game, text), *(find_side(self.game, word) for word in words[:3]))
        return next(filter(None, sides), "")

    @cached_property
    def matched(self) -> dict[str, str]:
        """The id of the counter of each slot, by gpid or else name, where name, side and formation
        agree."""
        book = CounterBook(self.game)
        used: dict[str, int] = {}
        found: dict[str, str] = {}
        property_, sides = self.side_rule
        for slot, properties in self.slots:
            side = sides.get(properties.get(property_, ""), "")
            for name in dict.fromkeys([properties.get("BasicName", ""), slot.name]):
                formations = [*reversed(slot.path), ""]
                counters = (book.find(Wanted(name, side, f), used) for f in formations if name)
                if counter := next(filter(None, counters), None):
                    used[counter.id] = used.get(counter.id, 0) + 1
                    found[slot.gpid or slot.name] = counter.id
                    break
        return found

    def lines(self) -> Iterator[str]:
        yield "pieces:"
        property_, _ = self.side_rule
        if property_:
            yield f"  - when: {{{_quoted(property_)}: '(?P<side>.+)'}}"
            yield '    side: "{side}"'
        yield from self._layers()
        yield from self._states()
        yield from self._markers()
        yield from self._counters()

    def _layers(self) -> Iterator[str]:
        """Rules for the layers that look like lost steps, and comments for the other layers."""
        names: Tally[str] = Tally()
        levels: dict[str, int] = {}
        for slot, _ in self.slots:
            try:
                layers = list(slot.piece.expanded(self.module.prototypes).all(Layer))
            except VassalError:
                continue
            for layer in layers:
                names[layer.name] += 1
                levels[layer.name] = max(levels.get(layer.name, 0), len(layer.images))
        for name, count in names.most_common():
            if self._state(name):
                continue
            if name and 2 <= levels[name] <= 6 and STEP_LAYER.search(name):
                for level in range(2, levels[name] + 1):
                    when = _quoted(name + "_Level")
                    yield f"  - when: {{{when}: '{level}'}}  # {counted(count, 'pieces')}"
                    yield f'    steps_lost: "{level - 1}"'
            elif name and levels[name] > 1:
                about = f"{counted(count, 'pieces')}; what does it mean?"
                yield f"#  - when: {{{_quoted(name + '_Level')}: '2'}}  # {about}"

    def _states(self) -> Iterator[str]:
        """Rules for dynamic properties and layers that are named like a marker."""
        found: Tally[tuple[str, str, str]] = Tally()
        for slot, _ in self.slots:
            try:
                piece = slot.piece.expanded(self.module.prototypes)
                switches = [(p.name, p.name, ON) for p in piece.all(DynamicProperty)]
                switches += [(la.name, f"{la.name}_Active", "true") for la in piece.all(Layer)]
            except VassalError:
                continue
            for name, property_, on in switches:
                if word := self._state(name):
                    found[word, property_, on] += 1
        for (word, property_, on), count in found.items():
            yield f"  - when: {{{_quoted(property_)}: '{on}'}}  # {counted(count, 'pieces')}"
            yield f"    markers: {word}"

    def _state(self, name: str) -> str:
        """The marker word that a property is named after: `OutOfSupply`, `isPinned`, `pin`."""
        plain = squash(name)
        known = {squash(word): word for word in MARKERS}
        for key in (plain, plain.removeprefix("is")):
            if word := known.get(key) or known.get(squash(marker_word(key))):
                return word
        return ""

    def _markers(self) -> Iterator[str]:
        """Rules for marker pieces, which give a state to the unit below them."""
        for _, properties in self.slots:
            name = properties.get("BasicName", "")
            if marker_word(name) in MARKERS:
                yield f"  - when: {{BasicName: {_quoted(_pattern(name))}}}"
                yield f"    says: {marker_word(name)}"

    def _counters(self) -> Iterator[str]:
        unmatched = []
        for slot, properties in self.slots:
            id_ = self.matched.get(slot.gpid or slot.name)
            name = properties.get("BasicName", "") or slot.name
            if id_ is None:
                if marker_word(name) not in MARKERS:
                    unmatched.append((slot, name))
                continue
            if slot.gpid:
                yield f"  - when: {{gpid: {_quoted(_pattern(slot.gpid))}}}  # {_line(name)}"
                yield f"    counter: {id_}"
        if unmatched:
            yield "# These match no counter. Name the counter's id, or replace it by ignore: true."
        for slot, name in unmatched:
            about = _line(f"{name} in {' / '.join(slot.path)}")
            yield f"#  - when: {{gpid: {_quoted(_pattern(slot.gpid))}}}  # {about}"
            yield '#    counter: ""'


def _sides(pieces: _Pieces) -> Iterator[str]:
    _, sides = pieces.side_rule
    if sides:
        yield "sides:"
        for value, side in sorted(sides.items()):
            yield f"  {_quoted(value)}: {side}"


def _clock(module: Module, game: Game) -> Iterator[str]:
    """Where the turn and the phase may be found, with the levels of the tracker as comments."""
    if not module.trackers:
        yield "# The module has no turn tracker; give --turn and --phase when judging."
        return
    levels = [child for child in module.trackers[0].walk() if child.kind.endswith("TurnLevel")]
    for depth, level in enumerate(levels):
        about = f"{level.kind} {level.get('name')!r} {level.get('list')}".strip()
        yield f"# level {_level_path(depth)} of TurnTracker0: {_line(about)}"
    names = [squash(level.get("name")) for level in levels]
    for key in ("turn", "phase"):
        if key in names:
            depth = names.index(key)
            clock = f'tracker: TurnTracker0, level: "{_level_path(depth)}"'
            yield f"{key}: {{{clock}{_translation(levels[depth], key, game)}}}"


def _level_path(depth: int) -> str:
    """The path down to a level, if each level has one below it."""
    return ".".join(["0"] * (depth + 1))


def _translation(level: Component, key: str, game: Game) -> str:
    """The keys that translate the entries of a list of turns or phases."""
    if level.kind != "ListTurnLevel":
        return ""
    if key == "turn":
        return ", add: 1"
    entries = enumerate(decode_list(level.get("list")))
    known = {n: _line(entry) for n, entry in entries if find_phase(game, entry)}
    words = ", ".join(f"'{n}': {_quoted(entry)}" for n, entry in known.items())
    return f", words: {{{words}}}" if words else ""


def _pattern(text: str) -> str:
    """A pattern that matches only this text."""
    return re.escape(text).replace("\\ ", " ")


def _quoted(text: str) -> str:
    """A text in YAML's single quotes, on one line."""
    return "'" + _line(text).replace("'", "''") + "'"


def _line(text: str) -> str:
    return " ".join(text.split())
