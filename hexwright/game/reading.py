"""Reading the files of one game, collecting every fault on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from hexwright.game.faults import DataError, Fault, Mark
from hexwright.game.find import Folders
from hexwright.game.hexfield import HexField
from hexwright.game.numbering import LabelError
from hexwright.game.tables import Row, Table, read_table, spreadsheet_damage
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
        return data if isinstance(data, dict) else {}

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
        return list(self._checked(table, form))

    def _checked(self, table: Table, form: type[F]) -> Iterable[tuple[Row, F]]:
        for row in table:
            try:
                yield row, form.model_validate({k: v for k, v in row.cells.items() if k and v})
            except ValidationError as error:
                for problem in error.errors():
                    column = str(problem["loc"][0]) if problem["loc"] else ""
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


def fault_of(mark: Mark, problem: Mapping[str, Any], form: type[BaseModel]) -> Fault:
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
