"""Reading a game from its data folders.

Every file is read and every fault collected before anything is refused: a designer sees all that
is wrong at once, each with its place and its remedy.
"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hexwright.game import schema
from hexwright.game.basis import UNKNOWN, Basis, Scalar, Value
from hexwright.game.board import (
    Area,
    Board,
    Box,
    Entry,
    Hexsides,
    Line,
    Paths,
    Place,
    Source,
    Terrain,
    fold,
)
from hexwright.game.board import Path as BoardPath
from hexwright.game.counters import Counter
from hexwright.game.faults import DataError, Fault, Mark
from hexwright.game.find import Folders
from hexwright.game.hexfield import Edges, HexField, union
from hexwright.game.hexgrid import Orientation
from hexwright.game.model import Game, Side
from hexwright.game.numbering import LabelError, Numbering, Sheet
from hexwright.game.ruleset import RuleSet
from hexwright.game.scenario import Phase, Placement, Scenario, Turn
from hexwright.game.tables import Row, Table, read_table, spreadsheet_damage
from hexwright.game.yamldoc import Document, read_yaml

F = TypeVar("F", bound=BaseModel)


def load(folders: Folders) -> Game:
    """The game in these folders. Raises DataError with every fault found."""
    reader = _Reader(folders)
    game = reader.game()
    if reader.faults or game is None:
        raise DataError(reader.faults)
    return game


@dataclass
class _Reader:
    """Reads the files of one game, collecting faults on the way."""

    folders: Folders
    faults: list[Fault] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)

    # -- files ------------------------------------------------------------------------------

    def _document(self, path: Path, form: type[F]) -> tuple[F, Document] | None:
        try:
            self.files.append(path)
            document = read_yaml(path)
        except DataError as error:
            self.faults.extend(error.faults)
            return None
        try:
            return form.model_validate(document.data), document
        except ValidationError as error:
            for problem in error.errors():
                mark = document.mark(tuple(problem["loc"]))
                self.faults.append(_fault_of(mark, problem, form))
            return None

    def _raw(self, path: Path) -> Mapping[str, Any]:
        if not path.exists():
            return {}
        try:
            self.files.append(path)
            data = read_yaml(path).data
        except DataError as error:
            self.faults.extend(error.faults)
            return {}
        return data if isinstance(data, dict) else {}

    def _rows(self, path: Path, form: type[F], *, optional: bool = True) -> list[tuple[Row, F]]:
        if optional and not path.exists():
            return []
        required = tuple(
            info.alias or name for name, info in form.model_fields.items() if info.is_required()
        )
        try:
            self.files.append(path)
            table = read_table(path, required)
        except DataError as error:
            self.faults.extend(error.faults)
            return []
        return list(self._checked(table, form))

    def _checked(self, table: Table, form: type[F]) -> Iterable[tuple[Row, F]]:
        for row in table:
            try:
                yield row, form.model_validate({k: v for k, v in row.cells.items() if k and v})
            except ValidationError as error:
                for problem in error.errors():
                    column = str(problem["loc"][0]) if problem["loc"] else ""
                    self.faults.append(_fault_of(row.mark(column), problem, form))

    # -- the game ---------------------------------------------------------------------------

    def game(self) -> Game | None:
        scenarios = self.folders.scenarios
        found_game = self._document(scenarios / "game.yaml", schema.GameForm)
        found_map = self._document(self.folders.maps / "map.yaml", schema.MapForm)
        if found_game is None or found_map is None:
            return None
        form, document = found_game
        sides = tuple(Side(s.id, s.title, s.adjective or s.title) for s in form.sides)
        names = {side.id for side in sides}
        board = self._board(found_map[0], names)
        counters = self._counters(names)
        rules = RuleSet(self._raw(scenarios / "rules.yaml"))
        stories = [
            story
            for i, name in enumerate(form.scenarios)
            if (story := self._scenario(name, document.mark(("scenarios", i)), board, counters))
        ]
        look = self._raw(self.folders.counters / "look.yaml")
        return Game(
            id=self.folders.id,
            title=form.title,
            sides=sides,
            board=board,
            counters=counters,
            scenarios=tuple(stories),
            turns=tuple(
                Turn(t.number, t.title, t.date, t.notes, t.facts)
                for t in sorted(form.turns, key=lambda t: t.number)
            ),
            phases=tuple(_phase(p) for p in form.phases),
            rules=rules,
            look={**look, "map": found_map[0].look, "print": found_map[0].print},
            module=form.module,
            about={**form.about, "scale": found_map[0].scale, "map_title": found_map[0].title},
            files=tuple(self.files),
            digest=_digest(self.files, self.folders.root),
        )

    # -- maps/ID ----------------------------------------------------------------------------

    def _board(self, form: schema.MapForm, sides: set[str]) -> Board:
        hexes = HexField(_numbering(form.grid))
        maps = self.folders.maps
        return Board(
            grid=hexes,
            terrain=self._terrain(maps / "hexes.csv", form.terrain, hexes),
            hexsides=self._hexsides(maps / "hexsides.csv", form.hexsides, hexes),
            paths=self._paths(maps / "paths.csv", form.paths, hexes),
            areas=self._areas(maps / "areas.csv", hexes),
            entries=self._entries(maps / "entries.csv", hexes, sides),
            sources=self._sources(maps / "sources.csv", hexes, sides),
            places=self._places(maps / "places.csv", hexes),
            lines=self._lines(maps / "lines.csv"),
            boxes=tuple(_box(box) for box in form.boxes),
        )

    def _hex(self, hexes: HexField, row: Row, column: str, text: str) -> int | None:
        try:
            return hexes.parse(text)
        except LabelError as error:
            forms = [sheet.form for sheet in hexes.numbering.sheets]
            damage = next((d for f in forms if (d := spreadsheet_damage(text, f))), "")
            remedy = damage or "write a number that is printed on the map"
            self.faults.append(row.fault(column, str(error), remedy))
            return None

    def _hexes(self, hexes: HexField, row: Row, column: str, texts: Iterable[str]) -> list[int]:
        found = (self._hex(hexes, row, column, text) for text in texts)
        return [hex_ for hex_ in found if hex_ is not None]

    def _side(self, row: Row, side: str, sides: set[str]) -> None:
        if side and side not in sides:
            known = ", ".join(sorted(sides))
            self.faults.append(row.fault("side", f"{side!r} is no side", f"one of {known}"))

    def _terrain(self, path: Path, rest: schema.RestForm, hexes: HexField) -> Terrain:
        words: dict[str, int] = {}
        basis: dict[Basis, int] = {}
        seen = 0
        for row, form in self._rows(path, schema.HexRow, optional=False):
            hex_ = self._hex(hexes, row, "hex", form.hex)
            if hex_ is None:
                continue
            bit = 1 << hex_
            if seen & bit:
                self.faults.append(row.fault("hex", f"{form.hex} stands twice", "remove one row"))
            seen |= bit
            for word in form.terrain:
                words[fold(word)] = words.get(fold(word), 0) | bit
            basis[form.basis] = basis.get(form.basis, 0) | bit
        return Terrain(words, basis, rest.rest, fold(rest.default))

    def _hexsides(self, path: Path, rest: schema.RestForm, hexes: HexField) -> Hexsides:
        kinds: dict[str, list[Edges]] = {}
        basis: dict[Basis, list[Edges]] = {}
        for row, form in self._rows(path, schema.HexsideRow):
            a, b = self._hex(hexes, row, "a", form.a), self._hex(hexes, row, "b", form.b)
            if a is None or b is None:
                continue
            if hexes.direction(a, b) is None:
                wrong = f"{form.a} and {form.b} are no neighbours"
                self.faults.append(row.fault("b", wrong, "name the two hexes beside the hexside"))
                continue
            edge = hexes.edge(a, b)
            for kind in form.kinds:
                kinds.setdefault(fold(kind), []).append(edge)
            basis.setdefault(form.basis, []).append(edge)
        return Hexsides(
            {kind: union(edges) for kind, edges in kinds.items()},
            {b: union(edges) for b, edges in basis.items()},
            rest.rest,
        )

    def _paths(self, path: Path, rest: schema.RestForm, hexes: HexField) -> Paths:
        runs = []
        for row, form in self._rows(path, schema.PathRow):
            run = self._hexes(hexes, row, "hexes", form.hexes)
            for a, b in pairwise(run):
                if hexes.direction(a, b) is None:
                    wrong = f"the run jumps from {hexes.label(a)} to {hexes.label(b)}"
                    remedy = "name every hex on the way, or start another row"
                    self.faults.append(row.fault("hexes", wrong, remedy))
                    break
            else:
                kind = fold(form.kind)
                runs.append(BoardPath(kind, tuple(run), form.name, form.basis, form.source))
        return Paths(tuple(runs), rest.rest)

    def _areas(self, path: Path, hexes: HexField) -> dict[str, Area]:
        parts: dict[str, dict[str, int]] = {}
        first: dict[str, schema.AreaRow] = {}
        for row, form in self._rows(path, schema.AreaRow):
            key = fold(form.area)
            first.setdefault(key, form)
            found = sum(1 << h for h in set(self._hexes(hexes, row, "hexes", form.hexes)))
            known = parts.setdefault(key, {})
            known[fold(form.part)] = known.get(fold(form.part), 0) | found
        areas = {}
        for key, named in parts.items():
            total = 0
            for found in named.values():
                total |= found
            form = first[key]
            sectors = {name: found for name, found in named.items() if name}
            areas[key] = Area(form.area, total, sectors, form.basis, form.source)
        return areas

    def _entries(self, path: Path, hexes: HexField, sides: set[str]) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        for row, form in self._rows(path, schema.EntryRow):
            self._side(row, form.side, sides)
            found = tuple(self._hexes(hexes, row, "hexes", form.hexes))
            known = entries.get(form.entry)
            entries[form.entry] = Entry(
                form.entry,
                form.side,
                (known.hexes if known else ()) + found,
                form.edge,
                form.basis,
                form.source,
            )
        return entries

    def _sources(self, path: Path, hexes: HexField, sides: set[str]) -> tuple[Source, ...]:
        sources = []
        for row, form in self._rows(path, schema.SourceRow):
            self._side(row, form.side, sides)
            hex_ = self._hex(hexes, row, "hex", form.hex)
            if hex_ is not None:
                sources.append(
                    Source(
                        form.side, hex_, form.edge, form.kind, form.entry, form.basis, form.source
                    )
                )
        return tuple(sources)

    def _places(self, path: Path, hexes: HexField) -> tuple[Place, ...]:
        places = []
        for row, form in self._rows(path, schema.PlaceRow):
            found = tuple(self._hexes(hexes, row, "hexes", form.hexes))
            points = {}
            for text in form.points:
                name, _, number = text.partition("=")
                if not number.strip().lstrip("-").isdigit():
                    wrong = f"{text!r} is no points entry"
                    self.faults.append(row.fault("points", wrong, "write it like vp=3"))
                    continue
                points[name.strip()] = int(number)
            places.append(
                Place(
                    form.name,
                    fold(form.kind),
                    found,
                    form.other_names,
                    points,
                    (form.east, form.north),
                    form.basis,
                    form.source,
                )
            )
        return tuple(places)

    def _lines(self, path: Path) -> tuple[Line, ...]:
        lines = []
        for row, form in self._rows(path, schema.LineRow):
            points = []
            for text in form.points:
                x, _, y = text.partition(",")
                try:
                    points.append((float(x), float(y)))
                except ValueError:
                    wrong = f"{text!r} is no point"
                    self.faults.append(row.fault("points", wrong, "write it like 12.5,30.25"))
            lines.append(Line(fold(form.kind), tuple(points), form.name, form.closed, form.basis))
        return tuple(lines)

    # -- counters/ID ------------------------------------------------------------------------

    def _counters(self, sides: set[str]) -> dict[str, Counter]:
        folder = self.folders.counters
        values = [form for _, form in self._rows(folder / "values.csv", schema.ValueRow)]
        ids = self._piece_ids(folder / "ids.csv")
        counters: dict[str, Counter] = {}
        for row, form in self._rows(folder / "counters.csv", schema.CounterRow, optional=False):
            self._side(row, form.side, sides)
            if form.id in counters:
                wrong = f"the id {form.id!r} stands twice"
                self.faults.append(row.fault("id", wrong, "give each counter an id of its own"))
            front, back = _values(form, values)
            counters[form.id] = Counter(
                id=form.id,
                name=form.name,
                side=form.side,
                kind=form.kind,
                formation=form.formation,
                type=fold(form.type),
                echelon=form.echelon,
                steps=front.pop("steps", UNKNOWN),
                front=front,
                back=back,
                reverse=form.reverse,
                count=form.count,
                as_printed=form.as_printed,
                tags=frozenset(fold(tag) for tag in form.tags),
                piece_ids=tuple(ids.get(form.id, ())),
                rule=form.rule,
                note=form.note,
                look=dict(entry.split("=", 1) for entry in form.look if "=" in entry),
            )
        return counters

    def _piece_ids(self, path: Path) -> dict[str, list[str]]:
        by_copy: dict[str, dict[int, str]] = {}
        seen: set[str] = set()
        for row, form in self._rows(path, schema.IdRow):
            if form.piece_id in seen:
                wrong = f"the piece id {form.piece_id} stands twice"
                self.faults.append(row.fault("piece_id", wrong, "ids are never used again"))
            seen.add(form.piece_id)
            by_copy.setdefault(form.counter, {})[form.copy_] = form.piece_id
        return {counter: [c[n] for n in sorted(c)] for counter, c in by_copy.items()}

    # -- scenarios/ID -----------------------------------------------------------------------

    def _scenario(
        self, name: str, mark: Mark, board: Board, counters: Mapping[str, Counter]
    ) -> Scenario | None:
        path = self.folders.scenarios / f"{name}.yaml"
        if not path.exists():
            remedy = f"write {path.name} or remove the name"
            self.faults.append(Fault(mark, f"the scenario {name!r} has no file", remedy))
            return None
        found = self._document(path, schema.ScenarioForm)
        if found is None:
            return None
        form = found[0]
        placements = [
            placement
            for list_ in form.lists
            for row, line in self._rows(
                self.folders.scenarios / list_, schema.PlacementRow, optional=False
            )
            if (placement := self._placement(form.id, row, line, board, counters))
        ]
        return Scenario(
            id=form.id,
            title=form.title,
            rule=form.rule,
            first_turn=form.first_turn,
            last_turn=form.last_turn,
            first_side=form.first_side,
            placements=tuple(placements),
            notes=tuple((note.rule, note.text) for note in form.notes),
            areas=form.areas,
            facts=form.facts,
        )

    def _placement(
        self,
        scenario: str,
        row: Row,
        form: schema.PlacementRow,
        board: Board,
        counters: Mapping[str, Counter],
    ) -> Placement | None:
        if form.counter not in counters:
            wrong = f"{form.counter!r} is no counter of this game"
            self.faults.append(row.fault("counter", wrong, _nearest(form.counter, counters)))
            return None
        wheres = [w for w in ("hex", "hexes", "place", "entry") if getattr(form, w)]
        if len(wheres) > 1 or (not wheres and form.kind not in {"available", "dead", "withdrawal"}):
            wrong = f"the row says {' and '.join(wheres) or 'nowhere'} where to"
            self.faults.append(row.fault("hex", wrong, "fill one of hex, hexes, place, entry"))
            return None
        hex_ = self._hex(board.grid, row, "hex", form.hex) if form.hex else None
        if form.entry and form.entry not in board.entries:
            known = ", ".join(board.entries)
            wrong = f"{form.entry!r} is no entry area"
            self.faults.append(row.fault("entry", wrong, f"one of {known}"))
        return Placement(
            scenario=scenario,
            counter=form.counter,
            kind=form.kind,
            as_printed=form.as_printed,
            rule=form.rule,
            count=form.count,
            hex=hex_,
            hexes=tuple(self._hexes(board.grid, row, "hexes", form.hexes)),
            within=form.within,
            place=form.place,
            entry=form.entry,
            turn=form.turn,
            date=form.date,
            steps_lost=form.steps_lost,
            group=form.group,
            group_steps_lost=form.group_steps_lost,
            conditional=form.conditional,
            note=form.note,
        )


def _numbering(grid: schema.GridForm) -> Numbering:
    return Numbering(
        orientation=Orientation(grid.orientation),
        sheets=tuple(
            Sheet(s.name, s.form, *s.columns, *s.rows, s.column_offset, s.row_offset)
            for s in grid.sheets
        ),
        shifted=grid.shifted,
        toward=grid.toward,
        columns_grow=grid.columns_grow,
        rows_grow=grid.rows_grow,
    )


def _box(form: schema.BoxForm) -> Box:
    return Box(
        form.id,
        form.title,
        form.kind,
        form.spaces or (form.title,),
        form.side,
        form.other_names,
        form.columns,
        form.note,
        form.basis,
        form.source,
    )


def _phase(form: schema.PhaseForm) -> Phase:
    return Phase(form.id, form.title, form.rule, tuple(_phase(s) for s in form.segments))


_MATCH: tuple[tuple[str, Callable[[schema.CounterRow], object]], ...] = (
    ("side", lambda c: c.side),
    ("formation", lambda c: c.formation),
    ("kind", lambda c: c.kind),
    ("type", lambda c: c.type),
    ("echelon", lambda c: c.echelon),
)


def _values(
    counter: schema.CounterRow, rows: list[schema.ValueRow]
) -> tuple[dict[str, Value], dict[str, Value]]:
    """The front and back values of a counter: general rows first, its own row and cells last."""
    ranked = sorted((r for r in rows if _matches(counter, r)), key=_rank)
    front: dict[str, Value] = {}
    back: dict[str, Value] = {}
    sources: list[schema.ValueRow | schema.CounterRow] = [*ranked, counter]
    for source in sources:
        for column, text in (source.model_extra or {}).items():
            side = back if column.endswith("_back") else front
            if text:
                side[column.removesuffix("_back")] = _value(str(text), source.basis)
    return front, back


def _matches(counter: schema.CounterRow, row: schema.ValueRow) -> bool:
    if row.counter:
        return row.counter == counter.id
    if row.tag and fold(row.tag) not in {fold(tag) for tag in counter.tags}:
        return False
    return all(
        not getattr(row, name) or fold(getattr(row, name)) == fold(str(of(counter)))
        for name, of in _MATCH
    )


def _rank(row: schema.ValueRow) -> tuple[bool, int]:
    filled = sum(bool(getattr(row, name)) for name, _ in _MATCH) + bool(row.tag)
    return bool(row.counter), filled


def _value(text: str, basis: Basis) -> Value:
    if text == "?":
        return UNKNOWN
    return Value(_scalar(text), basis)


def _scalar(text: str) -> Scalar:
    if text.lstrip("-").isdigit():
        return int(text)
    if text.casefold() in ("yes", "true"):
        return True
    if text.casefold() in ("no", "false"):
        return False
    return text


def _fault_of(mark: Mark, problem: Mapping[str, Any], form: type[BaseModel]) -> Fault:
    """A fault from what pydantic says, in the words of the data's author."""
    name = ".".join(str(part) for part in problem["loc"])
    kind = problem["type"]
    if kind == "extra_forbidden":
        known = ", ".join(info.alias or key for key, info in form.model_fields.items())
        return Fault(mark, f"{name!r} is not known here", f"known: {known}")
    if kind == "missing":
        return Fault(mark, f"{name!r} is missing", "fill it")
    message = str(problem["msg"])
    given = problem.get("input")
    shown = f"{name!r} is {given!r}" if isinstance(given, str) else f"{name!r} is not right"
    return Fault(mark, shown, message[:1].lower() + message[1:])


def _nearest(wanted: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(wanted, list(known), n=3)
    return f"did you mean {' or '.join(close)}?" if close else "add it to counters.csv"


def _digest(files: Iterable[Path], root: Path) -> str:
    total = hashlib.sha256()
    for path in files:
        if path.exists():
            total.update(path.relative_to(root).as_posix().encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
