"""A first binding of a module to a game, by matching names; a person finishes it.

What could be matched stands as rules, what could not as comments that name it.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.read.binding import palette_properties
from hexmarshal.game.hexgrid import Cell
from hexmarshal.game.model import Game
from hexmarshal.game.names import CounterBook, Wanted, find_side
from hexmarshal.game.places import find_place
from hexmarshal.game.position_json import marker_word
from hexmarshal.game.text import squash
from hexmarshal.game.timing import find_phase
from hexmarshal.game.words import MARKERS
from hexmarshal.vassal.boards import MapBoards
from hexmarshal.vassal.buildfile import Component
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.grid import HexGrid, RegionGrid, ZonedGrid
from hexmarshal.vassal.module import Module, PieceSlot
from hexmarshal.vassal.sequence import decode_list
from hexmarshal.vassal.traits import DynamicProperty, Layer, UsePrototype

ENOUGH = 0.5
"""A map is taken for the hex field when so large a part of the game's hexes is named on it."""
ON = "true|yes|on|1"
"""Values by which modules switch a state on."""
REDUCED = re.compile(r"step|flip|reduc|loss|side|strength|damage", re.IGNORECASE)


@dataclass(frozen=True)
class FirstBinding:
    """The binding as a YAML text, and how much of the module it matches."""

    text: str
    matched: int
    pieces: int


def first_binding(module: Module, game: Game) -> FirstBinding:
    """A first binding of a module to a game."""
    pieces = _Pieces(module, game)
    lines = [
        f"# How the module {module.metadata.name!r} is {game.title}.",
        "# Lines that begin with # are notes; see docs/hexcheck.md for what may stand here.",
        f"game: {game.id}",
        f"module: [{_quoted(module.metadata.name)}]",
        *_hexes(module, game),
        *_places(module, game),
        *_sides(pieces),
        *pieces.lines(),
        *_clock(module, game),
    ]
    return FirstBinding("\n".join(lines) + "\n", len(pieces.matched), len(pieces.slots))


# -- hexes and places -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Naming:
    """A way in which a module's location names may be a game's hex numbers."""

    location: str
    hex: str
    numbers: re.Pattern[str] = re.compile("(.+)")
    """Takes a hex number of the game apart."""


def _hexes(module: Module, game: Game) -> Iterator[str]:
    found = [
        (share, map_.name, naming)
        for map_ in module.maps
        for naming in _namings(game)
        if (share := _share(map_.sheet(), game, naming)) >= ENOUGH
    ]
    if found:
        share, name, naming = max(found, key=lambda f: f[0])
        yield f"hexes:  # {share:.0%} of the game's hexes are named there"
        yield f"  - map: {_quoted(_pattern(name))}"
        yield f"    location: {_quoted(naming.location)}"
        yield f"    hex: {_quoted(naming.hex)}"
        return
    labels = _three(game)
    yield "# No map names its hexes as the game does. Give the pixels of three hexes' centres:"
    yield "# hexes:"
    for map_ in module.maps:
        if any(_has_hexes(board.grid) for board in map_.boards.values()):
            yield f"#  - map: {_quoted(_pattern(map_.name))}"
    yield "#    anchors: {" + ", ".join(f'"{label}": "X,Y"' for label in labels) + "}"


def _namings(game: Game) -> list[_Naming]:
    """The names as they are, and with other signs between and before their numbers."""
    found = [_Naming("(?P<hex>.+)", "{hex}")]
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
        found.append(_Naming(location, form, sheet.pattern))
    return found


def _share(sheet: MapBoards, game: Game, naming: _Naming) -> float:
    """Which part of a sample of the game's hexes the map names, by its grid's own arithmetic."""
    grid = game.board.grid
    sample = [*grid.numbers][:: max(1, len(grid) // 60)]
    spellings = {grid.label(hex_): _spellings(game, hex_, naming) for hex_ in sample}
    named = sum(any(_is_named(sheet, text) for text in texts) for texts in spellings.values())
    return named / len(sample)


def _spellings(game: Game, hex_: int, naming: _Naming) -> list[str]:
    """The location names that a naming would read as a hex."""
    match = naming.numbers.fullmatch(game.board.grid.label(hex_))
    return [sign.join(match.groups()) for sign in ("", ".", "-", ",", "/", " ")] if match else []


def _is_named(sheet: MapBoards, text: str) -> bool:
    point = sheet.locate(text)
    return point is not None and sheet.name(point) == text


def _has_hexes(grid: object) -> bool:
    if isinstance(grid, ZonedGrid):
        zones = [zone.grid for zone in grid.zones]
        return any(isinstance(g, HexGrid) for g in [*zones, grid.background])
    return isinstance(grid, HexGrid)


def _three(game: Game) -> list[str]:
    """Three hexes far apart and not on one line."""
    grid = game.board.grid
    hexes = sorted(grid.numbers, key=lambda h: _corner(grid.cell(h)))
    far = [hexes[0], hexes[-1], max(hexes, key=lambda h: grid.cell(h).x - grid.cell(h).y)]
    return [grid.label(hex_) for hex_ in far]


def _corner(cell: Cell) -> int:
    return cell.x + cell.y


def _places(module: Module, game: Game) -> Iterator[str]:
    """Zones, regions and decks that are no box by their name; those that are need no rule."""
    strange = [
        (kind, name)
        for kind, name in dict.fromkeys(_named_places(module))
        if name and find_place(game.board, name) is None
    ]
    if not strange:
        return
    yield '# Not matched to a box: say which (place: "" means out of play).  Known boxes:'
    known = "; ".join(place for box in game.board.boxes for place in box.places)
    yield from (f"#   {line}" for line in textwrap.wrap(known, 96))
    yield "# places:"
    for kind, name in strange:
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
    """The pieces of a module's palette and what they are in the game."""

    module: Module
    game: Game

    @cached_property
    def slots(self) -> list[tuple[PieceSlot, dict[str, str]]]:
        """Every slot with its piece's properties, prototypes expanded; one a gpid."""
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
        """The property that tells most sides, and which side each of its values is."""
        best: tuple[str, dict[str, str]] = ("", {})
        most = (0, 0)
        for name in sorted({key for _, told in self.slots for key in told}):
            values = Tally(told[name] for _, told in self.slots if told.get(name))
            sides = {value: side for value in values if (side := self._side_in(value))}
            worth = (sum(values[value] for value in sides), -len(sides))
            if worth > most and len(set(sides.values())) > 1:
                most, best = worth, (name, sides)
        return best

    def _side_in(self, text: str) -> str:
        """The side that a text is or begins with, word by word."""
        words = re.split(r"[\s/,:_-]+", text.strip())
        told = (find_side(self.game, text), *(find_side(self.game, word) for word in words[:3]))
        return next(filter(None, told), "")

    @cached_property
    def matched(self) -> dict[str, str]:
        """The counter of each slot, by the slot's name, where a name or its formation tells it."""
        book = CounterBook(self.game)
        used: dict[str, int] = {}
        found: dict[str, str] = {}
        property_, sides = self.side_rule
        for slot, told in self.slots:
            side = sides.get(told.get(property_, ""), "")
            for name in dict.fromkeys([told.get("BasicName", ""), slot.name]):
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
        """Layers with a back that look like a loss of steps."""
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
            if name and 2 <= levels[name] <= 6 and REDUCED.search(name):
                for level in range(2, levels[name] + 1):
                    yield f"  - when: {{{_quoted(name + '_Level')}: '{level}'}}  # {count} pieces"
                    yield f'    steps_lost: "{level - 1}"'
            elif name and levels[name] > 1:
                yield f"#  - when: {{{_quoted(name + '_Level')}: '2'}}  # {count} pieces: meaning?"

    def _states(self) -> Iterator[str]:
        """Dynamic properties and layers of units that bear the name of a marker."""
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
            yield f"  - when: {{{_quoted(property_)}: '{on}'}}  # {count} pieces"
            yield f"    markers: {word}"

    def _state(self, name: str) -> str:
        """The marker word that a property's name means: `OutOfSupply`, `isPinned`, `pin`."""
        plain = squash(name)
        known = {squash(word): word for word in MARKERS}
        for key in (plain, plain.removeprefix("is")):
            if word := known.get(key) or known.get(squash(marker_word(key))):
                return word
        return ""

    def _markers(self) -> Iterator[str]:
        """Pieces that say a state of the unit below them."""
        for _, told in self.slots:
            name = told.get("BasicName", "")
            if marker_word(name) in MARKERS:
                yield f"  - when: {{BasicName: {_quoted(_pattern(name))}}}"
                yield f"    says: {marker_word(name)}"

    def _counters(self) -> Iterator[str]:
        strange = []
        for slot, told in self.slots:
            id_ = self.matched.get(slot.gpid or slot.name)
            name = told.get("BasicName", "") or slot.name
            if id_ is None:
                if marker_word(name) not in MARKERS:
                    strange.append((slot, name))
                continue
            if slot.gpid:
                yield f"  - when: {{gpid: {_quoted(_pattern(slot.gpid))}}}  # {_line(name)}"
                yield f"    counter: {id_}"
        if strange:
            yield "# Not matched: name the counter, or `ignore: true` for what is no counter."
        for slot, name in strange:
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
    """Where the turn and the phase may be told."""
    if not module.trackers:
        yield "# The module has no turn tracker: say --turn and --phase when judging."
        return
    levels = [child for child in module.trackers[0].walk() if child.kind.endswith("TurnLevel")]
    for depth, level in enumerate(levels):
        about = f"{level.kind} {level.get('name')!r} {level.get('list')}".strip()
        yield f"# level {_way(depth)} of TurnTracker0: {_line(about)}"
    names = [squash(level.get("name")) for level in levels]
    for key in ("turn", "phase"):
        if key in names:
            place = names.index(key)
            told = f'tracker: TurnTracker0, level: "{_way(place)}"'
            yield f"{key}: {{{told}{_meaning(levels[place], key, game)}}}"


def _way(depth: int) -> str:
    """The way down to a level when each level has one below it."""
    return ".".join(["0"] * (depth + 1))


def _meaning(level: Component, key: str, game: Game) -> str:
    """How the entries of a list of turns or phases are counted or called."""
    if level.kind != "ListTurnLevel":
        return ""
    if key == "turn":
        return ", add: 1"
    entries = enumerate(decode_list(level.get("list")))
    known = {n: _line(entry) for n, entry in entries if find_phase(game, entry)}
    words = ", ".join(f"'{n}': {_quoted(entry)}" for n, entry in known.items())
    return f", words: {{{words}}}" if words else ""


def _pattern(text: str) -> str:
    """A pattern for just this text."""
    return re.escape(text).replace("\\ ", " ")


def _quoted(text: str) -> str:
    """A text as YAML in single quotes, on one line."""
    return "'" + _line(text).replace("'", "''") + "'"


def _line(text: str) -> str:
    return " ".join(text.split())
