"""A map that comes with a position and replaces the game's own, layer by layer.

A layer that is given replaces the game's whole layer: hexes it leaves out carry nothing, and that
is certain (basis `given`). A layer that is not given stays the game's, unless a `default` terrain
is given: then it is empty. Areas are replaced one by one; those that the rules print hex by hex
stay until they are given themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Area, Board, Entry, Hexsides, Path, Paths, Source, Terrain
from hexmarshal.game.faults import expected
from hexmarshal.game.hexfield import Edges, HexField, members, union
from hexmarshal.game.numbering import LabelError
from hexmarshal.game.text import fold, squash
from hexmarshal.game.words import HEXSIDES, PATHS, TERRAIN

LAYERS = frozenset({"default", "hexes", "hexsides", "paths", "areas", "entries", "sources"})

Tell = Callable[[str], None]
"""Records a remark about something that was not understood."""


def overlaid(
    board: Board, data: Mapping[str, Any], find_side: Callable[[str], str], tell: Tell
) -> Board:
    """The board with the layers that `data` names replaced; remarks go to `tell`."""
    return _Overlay(board, find_side, tell).read(data)


@dataclass(frozen=True)
class _Overlay:
    board: Board
    find_side: Callable[[str], str]
    tell: Tell

    @property
    def grid(self) -> HexField:
        return self.board.grid

    def read(self, data: Mapping[str, Any]) -> Board:
        for key in data.keys() - LAYERS:
            self.tell(f"map: unknown layer {key!r}; {expected(sorted(LAYERS))}")
        board = self.board
        bare = "default" in data
        if bare or "hexes" in data:
            default = self._word(data.get("default", "clear"), self._terrain_words, "terrain")
            terrain = self._terrain(self._mapping(data, "hexes"), default or "clear")
            board = replace(board, terrain=terrain)
        if bare or "hexsides" in data:
            board = replace(board, hexsides=self._hexsides(self._list(data, "hexsides")))
        if bare or "paths" in data:
            board = replace(board, paths=self._paths(self._list(data, "paths")))
        if bare or "sources" in data:
            board = replace(board, sources=self._sources(self._mapping(data, "sources")))
        if bare or "entries" in data:
            board = replace(board, entries=self._entries(self._mapping(data, "entries")))
        areas = dict(board.areas)
        if bare:
            areas = {name: _kept(area) for name, area in areas.items()}
        areas |= self._areas(self._mapping(data, "areas"))
        return replace(board, areas=areas)

    # -- layers -----------------------------------------------------------------------------

    def _terrain(self, data: Mapping[str, Any], default: str) -> Terrain:
        words: dict[str, int] = {}
        for label, value in data.items():
            hex_ = self._hex(label, "map.hexes")
            for word in self._words(value.get("terrain", []) if isinstance(value, dict) else value):
                name = self._word(word, self._terrain_words, "terrain")
                if hex_ is not None and name:
                    words[name] = words.get(name, 0) | 1 << hex_
        named = 0
        for hexes in words.values():
            named |= hexes
        words[default] = words.get(default, 0) | (self.grid.all & ~named)
        return Terrain(words, {Basis.GIVEN: self.grid.all}, Basis.GIVEN, default)

    def _hexsides(self, data: Iterable[Any]) -> Hexsides:
        kinds: dict[str, list[Edges]] = {}
        for value in data:
            if not isinstance(value, list) or len(value) < 3:
                self.tell(f"map.hexsides: expected ['2020', '2121', 'bridge'], got {value!r}")
                continue
            edge = self._edge(value[0], value[1])
            for word in (word for part in value[2:] for word in self._words(part)):
                kind = self._word(word, self._hexside_words, "hexside")
                if edge is not None and kind:
                    kinds.setdefault(kind, []).append(edge)
        found = {kind: union(edges) for kind, edges in kinds.items()}
        return Hexsides(found, {Basis.GIVEN: union(found.values())}, Basis.GIVEN)

    def _paths(self, data: Iterable[Any]) -> Paths:
        runs: list[Path] = []
        for value in data:
            if not isinstance(value, dict):
                self.tell(f"map.paths: expected {{'kind': ..., 'hexes': [...]}}, got {value!r}")
                continue
            kind = self._word(str(value.get("kind", "")), self._path_words, "path")
            for run in self._runs(self._hexes(value.get("hexes", []), "map.paths")):
                if kind:
                    runs.append(Path(kind, run, str(value.get("name", "")), Basis.GIVEN))
        return Paths(tuple(runs), Basis.GIVEN)

    def _runs(self, hexes: list[int]) -> Iterable[tuple[int, ...]]:
        """The unbroken runs of a path, with a remark where it jumps."""
        run = hexes[:1]
        for a, b in pairwise(hexes):
            if self.grid.direction(a, b) is None:
                names = f"{self.grid.label(a)} to {self.grid.label(b)}"
                self.tell(f"map.paths: the path jumps from {names} and is split there")
                yield tuple(run)
                run = []
            run.append(b)
        if run:
            yield tuple(run)

    def _sources(self, data: Mapping[str, Any]) -> tuple[Source, ...]:
        known = {(source.side, source.hex): source for source in self.board.sources}
        found: list[Source] = []
        for name, hexes in data.items():
            side = self.find_side(name)
            if not side:
                self.tell(f"map.sources: unknown side {name!r}")
                continue
            for hex_ in self._hexes(hexes, "map.sources"):
                source = known.get((side, hex_), Source(side, hex_))
                found.append(replace(source, basis=Basis.GIVEN, source=""))
        return tuple(found)

    def _entries(self, data: Mapping[str, Any]) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        for name, value in data.items():
            hexes = tuple(self._hexes(value, "map.entries"))
            entry = self.board.entries.get(name, Entry(name, "", ()))
            found[name] = replace(entry, hexes=hexes, basis=Basis.GIVEN, source="")
        return found

    def _areas(self, data: Mapping[str, Any]) -> dict[str, Area]:
        found: dict[str, Area] = {}
        for name, value in data.items():
            named = value if isinstance(value, dict) else {"": value}
            parts = {
                fold(part): sum(1 << h for h in set(self._hexes(hexes, f"map.areas.{name}")))
                for part, hexes in named.items()
            }
            total = 0
            for hexes in parts.values():
                total |= hexes
            sectors = {part: hexes for part, hexes in parts.items() if part}
            keys = self._area_keys(name)
            if not keys:
                known = sorted(self.board.areas)
                self.tell(f"map.areas: unknown area {name!r}; {expected(known)}")
            for key in keys or [fold(name)]:
                found[key] = Area(name, total, sectors, Basis.GIVEN)
        return found

    def _area_keys(self, value: str) -> list[str]:
        """The areas of a name: its own, and those called by other names of the same place."""
        key = fold(value).replace("defense", "defence")
        for place in self.board.places:
            names = {squash(name) for name in (place.name, *place.other_names)}
            if squash(key) in names:
                return [area for area in self.board.areas if squash(area) in names] or [key]
        known = self.board.areas.keys()
        spellings = [key.removesuffix(end) for end in ("", "s", " hexes", " river")]
        return [spelling for spelling in spellings if spelling in known][:1]

    # -- words, hexes, hexsides ---------------------------------------------------------------

    @property
    def _terrain_words(self) -> frozenset[str]:
        return TERRAIN | self.board.terrain.hexes.keys()

    @property
    def _hexside_words(self) -> frozenset[str]:
        return HEXSIDES | self.board.hexsides.kinds.keys()

    @property
    def _path_words(self) -> frozenset[str]:
        return PATHS | {run.kind for run in self.board.paths.runs}

    def _word(self, text: str, known: frozenset[str], what: str) -> str:
        word = fold(str(text))
        for spelling in (word, word.removesuffix("s")):
            if spelling in known:
                return spelling
        self.tell(f"unknown {what} {text!r}; {expected(sorted(known))}")
        return ""

    def _words(self, value: object) -> list[str]:
        if isinstance(value, str):
            return [part.strip() for part in value.split("+") if part.strip()]
        if isinstance(value, list):
            return [word for part in value for word in self._words(part)]
        self.tell(f"map: expected a word, got {value!r}")
        return []

    def _mapping(self, data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        value = data.get(key, {})
        if isinstance(value, dict):
            return value
        self.tell(f"map.{key} is not an object; treated as empty")
        return {}

    def _list(self, data: Mapping[str, Any], key: str) -> list[Any]:
        value = data.get(key, [])
        if isinstance(value, list):
            return value
        self.tell(f"map.{key} is not a list; treated as empty")
        return []

    def _hexes(self, value: object, where: str) -> list[int]:
        if not isinstance(value, list):
            value = [value]
        found = (self._hex(label, where) for label in value)
        return [hex_ for hex_ in found if hex_ is not None]

    def _hex(self, value: object, where: str) -> int | None:
        try:
            return self.grid.meant(value)
        except LabelError:
            self.tell(f"{where}: no hex {value!r} on this map")
            return None

    def _edge(self, a: object, b: object) -> Edges | None:
        first, second = self._hex(a, "map.hexsides"), self._hex(b, "map.hexsides")
        if first is None or second is None:
            return None
        if self.grid.direction(first, second) is None:
            self.tell(f"map.hexsides: {a} and {b} are not neighbours")
            return None
        return self.grid.edge(first, second)


def _kept(area: Area) -> Area:
    """An area on an otherwise empty map: unchanged if the rules print it, else empty."""
    return area if area.basis.hard else Area(area.name, 0, {}, Basis.GIVEN)


# -- and back ---------------------------------------------------------------------------------


def overlay_of(board: Board, own: Board) -> dict[str, Any]:
    """The layers in which a board differs from the game's own, as `overlaid` reads them."""
    grid = board.grid
    found: dict[str, Any] = {}
    terrain = board.terrain
    if terrain != own.terrain and terrain.default != "clear":
        found["default"] = terrain.default
    bare = "default" in found
    if bare or terrain != own.terrain:
        words_at = {h: terrain.at(h) for h in grid.numbers}
        found["hexes"] = {
            grid.label(h): {"terrain": " + ".join(words)}
            for h, words in words_at.items()
            if words != (terrain.default,)
        }
    if bare or board.hexsides != own.hexsides:
        found["hexsides"] = list(_hexside_rows(board))
    if bare or board.paths != own.paths:
        found["paths"] = [
            {"kind": run.kind, "hexes": [grid.label(h) for h in run.hexes]}
            | ({"name": run.name} if run.name else {})
            for run in board.paths.runs
        ]
    if bare or board.sources != own.sources:
        sources: dict[str, list[str]] = {}
        for source in board.sources:
            sources.setdefault(source.side, []).append(grid.label(source.hex))
        found["sources"] = sources
    if bare or board.entries != own.entries:
        found["entries"] = {
            name: [grid.label(h) for h in entry.hexes] for name, entry in board.entries.items()
        }
    areas = {name: area for name, area in board.areas.items() if area != own.areas.get(name)}
    if areas:
        found["areas"] = {area.name: _sectors(grid, area) for area in areas.values()}
    return found


def _hexside_rows(board: Board) -> Iterable[list[str]]:
    grid = board.grid
    for kind, edges in board.hexsides.kinds.items():
        for d in range(3):
            for a in members(edges[d]):
                b = grid.neighbour(a, d)
                if b is not None:
                    yield [grid.label(a), grid.label(b), kind]


def _sectors(grid: HexField, area: Area) -> list[str] | dict[str, list[str]]:
    if area.parts:
        return {part: grid.labels(hexes) for part, hexes in area.parts.items()}
    return grid.labels(area.hexes)
