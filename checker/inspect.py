"""Listing what a save, a log or a module holds, whoever made it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from checker.inputs import CheckError
from checker.read.interfaces import Locator, SavedPiece, saved_pieces
from checker.read.locators import ModuleLocator, NoLocator, module_at, module_beside
from checker.report.text import counted
from hexmarshal.vassal.archive import Archive, FileKind, is_zip, read_file
from hexmarshal.vassal.boards import AnyGrid, Board
from hexmarshal.vassal.commands import flatten
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.grid import HexGrid, RegionGrid, SquareGrid, ZonedGrid
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.module import Module, PieceSlot
from hexmarshal.vassal.save import LOG, Deck, Save, Stack, parse_save

ROOTS = frozenset({"GameModule", "BasicModule", "ModuleExtension"})
"""The root elements of build files, for any engine version."""

Json = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True)
class Contents:
    """What a file holds, as JSON data."""

    file: str
    kind: str
    """`save`, `log` or `module`."""
    module: Json = field(default_factory=dict)
    pieces: list[Json] = field(default_factory=list)
    stacks: list[Json] = field(default_factory=list)
    empty_stacks: list[str] = field(default_factory=list)
    decks: list[Json] = field(default_factory=list)
    log_steps: list[Json] = field(default_factory=list)
    maps: list[Json] = field(default_factory=list)
    boards: list[Json] = field(default_factory=list)
    grids: list[Json] = field(default_factory=list)
    more: Json = field(default_factory=dict)
    """What only some kinds of file have: properties, turns, players, prototypes, problems."""

    def as_json(self) -> Json:
        lists: dict[str, list[Any]] = {
            "pieces": self.pieces,
            "stacks": self.stacks,
            "empty_stacks": self.empty_stacks,
            "decks": self.decks,
            "log_steps": self.log_steps,
        }
        return {
            "file": self.file,
            "kind": self.kind,
            "module": self.module,
            "counts": {name: len(entries) for name, entries in lists.items()},
            **lists,
            "maps": self.maps,
            "boards": self.boards,
            "grids": self.grids,
            **self.more,
        }


def contents_of(file: str, module: str = "", data: bytes | None = None) -> Contents:
    """What a file holds; `module` is the path of a save's module. Raises CheckError."""
    try:
        data = read_file(file) if data is None else data
        if _is_module(data, file):
            found = module_at(file)
            if found.root.kind not in ROOTS:
                raise CheckError(f"not a build file: the root of this XML is <{found.root.tag}>")
            return _module_contents(file, found)
        save = parse_save(data, file)
        path = Path(module) if module else module_beside(save)
        return _save_contents(save, module_at(str(path)) if path else None)
    except VassalError as error:
        raise CheckError(error.problem) from None


def _is_module(data: bytes, file: str) -> bool:
    if is_zip(data):
        return Archive.of(data, file).kind in (FileKind.MODULE, FileKind.EXTENSION)
    return data.lstrip()[:1] == b"<"


# -- saves ------------------------------------------------------------------------------------


def _save_contents(save: Save, module: Module | None) -> Contents:
    locator: Locator = ModuleLocator.of(module, save) if module else NoLocator()
    logged = LOG in save.text
    located = {piece.id: piece for piece in saved_pieces(save, locator.point_at)}
    lists = _Lists(located)
    for command in flatten(save.text):
        lists.add(command)
    maps, boards, grids = _places(module) if module else _layouts(save)
    return Contents(
        file=save.file,
        kind="log" if logged else "save",
        module=_metadata(save.module_data, save.save_data),
        pieces=lists.pieces,
        stacks=lists.stacks,
        empty_stacks=[stack["id"] for stack in lists.stacks if not stack["members"]],
        decks=lists.decks,
        log_steps=lists.steps,
        maps=maps,
        boards=boards,
        grids=grids,
        more={
            "spelling": save.spelling,
            "players": [asdict(player) for player in save.players],
            "properties": [asdict(value) for value in save.properties],
            "turns": dict(save.turns),
            "extensions": dict(save.extensions),
            "unknown": [command[:200] for command in save.others],
            "problems": [asdict(problem) for problem in save.problems],
        },
    )


@dataclass
class _Lists:
    """The pieces, stacks, decks and logged commands of a save's text, in its order."""

    located: Mapping[str, SavedPiece]
    pieces: list[Json] = field(default_factory=list)
    stacks: list[Json] = field(default_factory=list)
    decks: list[Json] = field(default_factory=list)
    steps: list[Json] = field(default_factory=list)

    def add(self, command: str) -> None:
        bare = command.removeprefix(LOG)
        if bare is not command:
            self.steps.append({"n": len(self.steps) + 1, "command": bare[:400]})
        if not bare.startswith("+/"):
            return
        alone = Save(bare)
        more = {"logged": True} if bare is not command else {}
        for stack in alone.stacks.values():
            self.stacks.append({**_container(stack), **more})
        for deck in alone.decks.values():
            about = {"name": deck.name, "face_down": deck.face_down}
            self.decks.append({**about, **_container(deck), **more})
        for piece in saved_pieces(alone, NoLocator().point_at):
            known = self.located.get(piece.id) if not more else None
            self.pieces.append({**_piece(known or piece), **more})


def _container(container: Stack | Deck) -> Json:
    return {
        "id": container.id,
        "map": container.map,
        "x": container.x,
        "y": container.y,
        "members": list(container.members),
    }


def _piece(piece: SavedPiece) -> Json:
    point = piece.point
    data: Json = {
        "id": piece.id,
        "name": piece.name,
        "map": point.map or None,
        "x": point.x,
        "y": point.y,
        "board": point.board,
        "zone": point.zone,
        "location": point.location,
        "deck": point.deck,
        "container": piece.container,
        "level": piece.level,
        "properties": dict(piece.properties),
    }
    return {**data, "damage": piece.damage} if piece.damage else data


def _layouts(save: Save) -> tuple[list[Json], list[Json], list[Json]]:
    """Maps and boards as far as the save itself gives them."""
    names = {piece.map for piece in save.places.values() if piece.map} | save.boards.keys()
    boards = [
        {"map": map, **asdict(board)} for map, layout in save.boards.items() for board in layout
    ]
    return [{"name": name} for name in sorted(names)], boards, []


def _metadata(module: Metadata | None, save: Metadata | None) -> Json:
    return {
        "name": module.name if module else "",
        "version": module.version if module else "",
        "engine": (save or module or Metadata(engine="")).engine,
        "comment": save.description if save else "",
    }


# -- modules ----------------------------------------------------------------------------------


def _module_contents(file: str, module: Module) -> Contents:
    maps, boards, grids = _places(module)
    decks = [at for found in module.maps for at in found.at_start if at.is_deck]
    stacks = [at for found in module.maps for at in found.at_start if not at.is_deck]
    return Contents(
        file=file,
        kind="module",
        module=_metadata(module.metadata, None),
        pieces=[_slot(slot) for slot in module.slots],
        stacks=[{"name": s.name, "members": [p.name for p in s.pieces]} for s in stacks],
        empty_stacks=[s.name for s in stacks if not s.pieces],
        decks=[{"name": d.name, "members": [p.name for p in d.pieces]} for d in decks],
        maps=maps,
        boards=boards,
        grids=grids,
        more={
            "sides": list(module.sides),
            "setups": [asdict(setup) for setup in module.setups],
            "prototypes": sorted(module.prototypes),
            "properties": [asdict(value) for value in module.properties],
            "problems": [asdict(problem) for problem in module.problems],
        },
    )


def _slot(slot: PieceSlot) -> Json:
    try:
        name = slot.piece.basic.name
    except VassalError as error:
        return {"name": slot.name, "gpid": slot.gpid, "path": slot.path, "damage": error.problem}
    return {"name": name or slot.name, "gpid": slot.gpid, "path": list(slot.path)}


def _places(module: Module) -> tuple[list[Json], list[Json], list[Json]]:
    maps = [{"name": m.name, "id": m.id, "edge": list(m.edge)} for m in module.maps]
    pairs = [(m.name, board) for m in module.maps for board in m.boards.values()]
    boards = [
        {"map": map, "name": board.name, "size": board.size, "image": board.image}
        for map, board in pairs
    ]
    return maps, boards, [grid for map, board in pairs for grid in _grids(map, board)]


def _grids(map: str, board: Board) -> Iterator[Json]:
    here = {"map": map, "board": board.name}
    if isinstance(board.grid, ZonedGrid):
        for zone in board.grid.zones:
            grid = zone.grid
            kind = _kind(grid) if grid else "parent" if zone.uses_parent_grid else "none"
            about = {"zone": zone.name, "format": zone.location_format, "kind": kind}
            yield {**here, **about, **_grid_data(grid)}
        if board.grid.background:
            background = board.grid.background
            yield {**here, "kind": _kind(background), **_grid_data(background)}
    elif board.grid:
        yield {**here, "kind": _kind(board.grid), **_grid_data(board.grid)}


def _kind(grid: AnyGrid) -> str:
    kinds = {HexGrid: "hex", SquareGrid: "square", RegionGrid: "region", ZonedGrid: "zoned"}
    return kinds[type(grid)]


def _grid_data(grid: AnyGrid | None) -> Json:
    if isinstance(grid, HexGrid | SquareGrid):
        return asdict(grid)
    if isinstance(grid, RegionGrid):
        return {"regions": [list(region) for region in grid.regions]}
    return {}


# -- text -------------------------------------------------------------------------------------


def contents_text(contents: Contents) -> RenderableType:
    """The contents as text: the module, how much the file holds, and its pieces by place."""
    module = contents.module
    head = Text(contents.file, style="bold")
    facts = [
        f"{contents.kind} of {module['name']!r}" if module.get("name") else contents.kind,
        f"version {module['version']}" if module.get("version") else "",
        f"engine {module['engine']}" if module.get("engine") else "",
        contents.more.get("spelling", ""),
    ]
    head.append("\n" + " · ".join(filter(None, facts)), style="dim")
    counts = contents.as_json()["counts"]
    summary = ", ".join(counted(n, name.replace("_", " ")) for name, n in counts.items())
    players = contents.more.get("players", ())
    problems = contents.more["problems"]
    parts: list[RenderableType] = [head, Text(summary), ""]
    parts += _section("Maps", (m["name"] for m in contents.maps))
    parts += _section("Boards", (f"{b['map']}: {b['name']}" for b in contents.boards))
    parts += _section("Grids", _grid_lines(contents.grids))
    parts += _section("Players", (f"{p['name']} ({p['side']})" for p in players))
    parts += _section("Set-ups", (s["name"] for s in contents.more.get("setups", ())))
    parts += _section("Problems", (f"{p['where']}: {p['why']}" for p in problems))
    return Group(*parts, _pieces_by_place(contents.pieces))


def _section(title: str, lines: Iterator[str]) -> list[RenderableType]:
    texts = [Text(f"  {line}") for line in lines]
    return [Text(title, style="bold"), *texts, ""] if texts else []


def _grid_lines(grids: list[Json]) -> Iterator[str]:
    """A line for each grid, and one for each board with zones that have no grid."""
    yield from (_grid_line(grid) for grid in grids if grid["kind"] != "none")
    bare = Counter((grid["map"], grid["board"]) for grid in grids if grid["kind"] == "none")
    for (map_, board), count in bare.items():
        yield f"{map_}: {board}: {counted(count, 'zones')} without a grid"


def _grid_line(grid: Json) -> str:
    where = ": ".join(filter(None, [grid["map"], grid["board"], grid.get("zone", "")]))
    size = f" {grid['dx']:g} x {grid['dy']:g}" if "dx" in grid else ""
    return f"{where}: {grid['kind']}{size}"


def _pieces_by_place(pieces: list[Json]) -> Table:
    """The pieces by their place on the maps, those of a module by their place in the palette."""
    by_place: dict[tuple[str, str], list[str]] = defaultdict(list)
    for piece in pieces:
        if "path" in piece:
            by_place[" / ".join(piece["path"]), ""].append(piece["name"])
            continue
        name = piece["deck"] or piece["location"] or piece["zone"]
        where = name or (f"{piece['x']},{piece['y']}" if piece["map"] else "")
        by_place[piece["map"] or "(on no map)", where].append(piece["name"])
    table = Table.grid(padding=(0, 2))
    for (map_, where), names in by_place.items():
        table.add_row(map_, where, ", ".join(names))
    return table
