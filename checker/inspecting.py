"""What a save, a log or a module holds, whatever module it is of and whoever made it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from checker.overrides import CheckError
from checker.read.locating import ModuleLocator, NoLocator, module_at, module_beside
from checker.read.spots import Locator, SavedPiece, saved_pieces
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
"""The roots of build files, of any engine version."""

Told = dict[str, Any]
"""JSON data."""


@dataclass(frozen=True)
class Contents:
    """What a file holds; the lists are JSON data."""

    file: str
    kind: str
    """`save`, `log` or `module`."""
    module: Told = field(default_factory=dict)
    pieces: list[Told] = field(default_factory=list)
    stacks: list[Told] = field(default_factory=list)
    empty_stacks: list[str] = field(default_factory=list)
    decks: list[Told] = field(default_factory=list)
    log_steps: list[Told] = field(default_factory=list)
    maps: list[Told] = field(default_factory=list)
    boards: list[Told] = field(default_factory=list)
    grids: list[Told] = field(default_factory=list)
    more: Told = field(default_factory=dict)
    """What only some files have: properties, turns, players, prototypes, problems."""

    def as_json(self) -> Told:
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
    """What the file holds; `module` is the module of a save. Raises CheckError."""
    try:
        data = read_file(file) if data is None else data
        if _is_module(data, file):
            found = module_at(file)
            if found.root.kind not in ROOTS:
                raise CheckError(f"is XML, but no build file: its root is <{found.root.tag}>")
            return _module_contents(file, found)
        save = parse_save(data, file)
        at = Path(module) if module else module_beside(save)
        return _save_contents(save, module_at(str(at)) if at else None)
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
    standing = {piece.id: piece for piece in saved_pieces(save, locator.spot)}
    lists = _Lists(standing)
    for command in flatten(save.text):
        lists.take(command)
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
    """The pieces, stacks, decks and logged commands of a text, in its order."""

    standing: Mapping[str, SavedPiece]
    pieces: list[Told] = field(default_factory=list)
    stacks: list[Told] = field(default_factory=list)
    decks: list[Told] = field(default_factory=list)
    steps: list[Told] = field(default_factory=list)

    def take(self, command: str) -> None:
        bare = command.removeprefix(LOG)
        if bare is not command:
            self.steps.append({"n": len(self.steps) + 1, "command": bare[:400]})
        if not bare.startswith("+/"):
            return
        alone = Save(bare)
        more = {"logged": True} if bare is not command else {}
        for stack in alone.stacks.values():
            self.stacks.append({**_held(stack), **more})
        for deck in alone.decks.values():
            about = {"name": deck.name, "face_down": deck.face_down}
            self.decks.append({**about, **_held(deck), **more})
        for piece in saved_pieces(alone, NoLocator().spot):
            known = self.standing.get(piece.id) if not more else None
            self.pieces.append({**_piece(known or piece), **more})


def _held(held: Stack | Deck) -> Told:
    return {
        "id": held.id,
        "map": held.map,
        "x": held.x,
        "y": held.y,
        "members": list(held.members),
    }


def _piece(piece: SavedPiece) -> Told:
    spot = piece.spot
    told: Told = {
        "id": piece.id,
        "name": piece.name,
        "map": spot.map or None,
        "x": spot.x,
        "y": spot.y,
        "board": spot.board,
        "zone": spot.zone,
        "location": spot.location,
        "deck": spot.deck,
        "container": piece.container,
        "level": piece.level,
        "properties": dict(piece.properties),
    }
    return {**told, "damage": piece.damage} if piece.damage else told


def _layouts(save: Save) -> tuple[list[Told], list[Told], list[Told]]:
    """Maps and boards as a save alone knows them."""
    names = {piece.map for piece in save.places.values() if piece.map} | save.boards.keys()
    boards = [
        {"map": map, **asdict(board)} for map, layout in save.boards.items() for board in layout
    ]
    return [{"name": name} for name in sorted(names)], boards, []


def _metadata(module: Metadata | None, save: Metadata | None) -> Told:
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


def _slot(slot: PieceSlot) -> Told:
    try:
        name = slot.piece.basic.name
    except VassalError as error:
        return {"name": slot.name, "gpid": slot.gpid, "path": slot.path, "damage": error.problem}
    return {"name": name or slot.name, "gpid": slot.gpid, "path": list(slot.path)}


def _places(module: Module) -> tuple[list[Told], list[Told], list[Told]]:
    maps = [{"name": m.name, "id": m.id, "edge": list(m.edge)} for m in module.maps]
    pairs = [(m.name, board) for m in module.maps for board in m.boards.values()]
    boards = [
        {"map": map, "name": board.name, "size": board.size, "image": board.image}
        for map, board in pairs
    ]
    return maps, boards, [grid for map, board in pairs for grid in _grids(map, board)]


def _grids(map: str, board: Board) -> Iterator[Told]:
    here = {"map": map, "board": board.name}
    if isinstance(board.grid, ZonedGrid):
        for zone in board.grid.zones:
            grid = zone.grid
            kind = _kind(grid) if grid else "parent" if zone.uses_parent_grid else "none"
            about = {"zone": zone.name, "format": zone.location_format, "kind": kind}
            yield {**here, **about, **_told(grid)}
        if board.grid.background:
            yield {**here, "kind": _kind(board.grid.background), **_told(board.grid.background)}
    elif board.grid:
        yield {**here, "kind": _kind(board.grid), **_told(board.grid)}


def _kind(grid: AnyGrid) -> str:
    kinds = {HexGrid: "hex", SquareGrid: "square", RegionGrid: "region", ZonedGrid: "zoned"}
    return kinds[type(grid)]


def _told(grid: AnyGrid | None) -> Told:
    if isinstance(grid, HexGrid | SquareGrid):
        return asdict(grid)
    if isinstance(grid, RegionGrid):
        return {"regions": [list(region) for region in grid.regions]}
    return {}


# -- for people -------------------------------------------------------------------------------


def as_text(found: Contents) -> RenderableType:
    """A page about the file: what it is of, how much it holds, and what stands where."""
    of = found.module
    head = Text(found.file, style="bold")
    facts = [
        f"{found.kind} of {of['name']!r}" if of.get("name") else found.kind,
        f"version {of['version']}" if of.get("version") else "",
        f"engine {of['engine']}" if of.get("engine") else "",
        found.more.get("spelling", ""),
    ]
    head.append("\n" + " · ".join(filter(None, facts)), style="dim")
    counts = found.as_json()["counts"]
    told = ", ".join(counted(n, name.replace("_", " ")) for name, n in counts.items())
    parts: list[RenderableType] = [head, Text(told), ""]
    parts += _section("Maps", (m["name"] for m in found.maps))
    parts += _section("Boards", (f"{b['map']}: {b['name']}" for b in found.boards))
    parts += _section("Grids", _grid_lines(found.grids))
    parts += _section(
        "Players", (f"{p['name']} ({p['side']})" for p in found.more.get("players", ()))
    )
    parts += _section("Set-ups", (s["name"] for s in found.more.get("setups", ())))
    parts += _section("Problems", (f"{p['where']}: {p['why']}" for p in found.more["problems"]))
    return Group(*parts, _standing(found.pieces))


def _section(title: str, lines: Iterator[str]) -> list[RenderableType]:
    told = [Text(f"  {line}") for line in lines]
    return [Text(title, style="bold"), *told, ""] if told else []


def _grid_lines(grids: list[Told]) -> Iterator[str]:
    """A line a grid, and one a board for its zones that have none."""
    yield from (_grid_line(grid) for grid in grids if grid["kind"] != "none")
    bare = Counter((grid["map"], grid["board"]) for grid in grids if grid["kind"] == "none")
    for (map_, board), count in bare.items():
        yield f"{map_}: {board}: {counted(count, 'zones')} without a grid"


def _grid_line(grid: Told) -> str:
    where = ": ".join(filter(None, [grid["map"], grid["board"], grid.get("zone", "")]))
    size = f" {grid['dx']:g} x {grid['dy']:g}" if "dx" in grid else ""
    return f"{where}: {grid['kind']}{size}"


def _standing(pieces: list[Told]) -> Table:
    """The pieces by the place where they stand, in a module by where the palette has them."""
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
