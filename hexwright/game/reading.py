"""Reading the files of one game, collecting every fault on the way."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from hexwright.game import schema
from hexwright.game.faults import DataError, Fault, Mark
from hexwright.game.find import Folders
from hexwright.game.hexfield import HexField
from hexwright.game.numbering import LabelError
from hexwright.game.tables import Row, Table, read_table, spreadsheet_damage
from hexwright.game.words import VALUES
from hexwright.game.yamldoc import Document, read_yaml

F = TypeVar("F", bound=BaseModel)


@dataclass
class Reading:
    """The files read so far and the faults found in them."""

    folders: Folders
    faults: list[Fault] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)

    def document(self, path: Path, form: type[F]) -> tuple[F, Document] | None:
        """A YAML file checked against its form, or None and its faults noted."""
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
                self.faults.append(fault_of(mark, problem, form))
            return None

    def raw(self, path: Path) -> Mapping[str, Any]:
        """A YAML file whose form another room knows; empty when there is none."""
        if not path.exists():
            return {}
        try:
            self.files.append(path)
            data = read_yaml(path).data
        except DataError as error:
            self.faults.extend(error.faults)
            return {}
        if isinstance(data, dict):
            return data
        wrong, remedy = "the document is no mapping", "write it as `name: value` lines"
        self.faults.append(Fault(Mark(str(path), 1, 1), wrong, remedy))
        return {}

    def rows(self, path: Path, form: type[F], *, optional: bool = True) -> list[tuple[Row, F]]:
        """The rows of a table that fit its form; the faults of the others are noted."""
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
        if form.model_config.get("extra") == "allow":
            self.faults.extend(_misspelt(table, form))
        return list(self._checked(table, form))

    def _checked(self, table: Table, form: type[F]) -> Iterable[tuple[Row, F]]:
        strange: set[str] = set()
        for row in table:
            try:
                yield row, form.model_validate({k: v for k, v in row.cells.items() if k and v})
            except ValidationError as error:
                for problem in error.errors():
                    column = str(problem["loc"][0]) if problem["loc"] else ""
                    if problem["type"] == "extra_forbidden":
                        if column in strange:
                            continue  # one fault a column, not one a row
                        strange.add(column)
                    self.faults.append(fault_of(row.mark(column), problem, form))

    def hex(self, grid: HexField, row: Row, column: str, text: str) -> int | None:
        """The hex a cell names, or None and the fault noted."""
        try:
            return grid.parse(text)
        except LabelError as error:
            forms = [sheet.form for sheet in grid.numbering.sheets]
            damage = next((d for f in forms if (d := spreadsheet_damage(text, f))), "")
            remedy = damage or "write a number that is printed on the map"
            self.faults.append(row.fault(column, str(error), remedy))
            return None

    def hexes(self, grid: HexField, row: Row, column: str, texts: Iterable[str]) -> list[int]:
        found = (self.hex(grid, row, column, text) for text in texts)
        return [hex_ for hex_ in found if hex_ is not None]

    def side(self, row: Row, side: str, sides: set[str]) -> None:
        if side and side not in sides:
            known = ", ".join(sorted(sides))
            self.faults.append(row.fault("side", f"{side!r} is no side", f"one of {known}"))


def _misspelt(table: Table, form: type[BaseModel]) -> Iterator[Fault]:
    """Columns of a table with columns of its own that only look like known ones."""
    known = form.model_fields.keys() | VALUES
    for i, column in enumerate(table.columns):
        name = column.removesuffix("_back")
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        if close and name not in known:
            mark = Mark(table.file, table.header, i + 1)
            yield Fault(mark, f"the column {column!r} is not known", f"did you mean {close[0]}?")


def fault_of(mark: Mark, problem: Mapping[str, Any], form: type[BaseModel]) -> Fault:
    """A fault from what pydantic says, in the words of the data's author."""
    name = ".".join(str(part) for part in problem["loc"])
    kind = problem["type"]
    if kind == "extra_forbidden":
        fields = _form_at(form, problem["loc"][:-1]).model_fields
        known = ", ".join(info.alias or key for key, info in fields.items())
        return Fault(mark, f"{name!r} is not known here", f"known: {known}")
    if kind == "missing":
        return Fault(mark, f"{name!r} is missing", "fill it")
    given = problem.get("input")
    subject = repr(name) if name else "the whole"
    shown = f"{subject} is {given!r}" if isinstance(given, str) else f"{subject} is not right"
    return Fault(mark, shown, _remedy(kind, str(problem["msg"]), problem.get("ctx", {})))


def _remedy(kind: str, message: str, context: Mapping[str, Any]) -> str:
    if kind == "string_pattern_mismatch":
        return schema.PATTERNS.get(context.get("pattern", ""), message)
    message = message.removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


def _form_at(form: type[BaseModel], path: Iterable[str | int]) -> type[BaseModel]:
    """The form of the part of a document that a path leads to."""
    for part in path:
        if part in form.model_fields:
            form = next(_forms_in(form.model_fields[str(part)].annotation), form)
    return form


def _forms_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _forms_in(part)
