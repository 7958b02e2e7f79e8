"""Reading the files of one game, collecting every fault on the way."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from hexmarshal.game import schema
from hexmarshal.game.faults import DataError, Fault, Mark, expected
from hexmarshal.game.folders import Folders
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.load.damage import damage, number_damage
from hexmarshal.game.load.tables import Row, Table, is_there, read_table
from hexmarshal.game.load.yamldoc import Document, Path_, read_yaml
from hexmarshal.game.numbering import LabelError
from hexmarshal.game.text import fold
from hexmarshal.game.words import VALUES

F = TypeVar("F", bound=BaseModel)


@dataclass
class RecordReader:
    """The files read so far and the faults found in them."""

    folders: Folders
    faults: list[Fault] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)
    """First cells of rows with faults: what they name exists, though the row was refused."""
    lost: set[str] = field(default_factory=set)
    """Names of tables that could not be read at all."""

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
            self.faults.extend(faults_of(document, error, form))
            return None

    def raw(self, path: Path) -> Mapping[str, Any]:
        """A YAML file whose form another package knows; empty when there is no such file."""
        if not is_there(path):
            return {}
        try:
            self.files.append(path)
            data = read_yaml(path).data
        except DataError as error:
            self.faults.extend(error.faults)
            return {}
        if isinstance(data, dict):
            return data
        wrong, remedy = "the document is not a mapping", "write it as `name: value` lines"
        self.faults.append(Fault(Mark(str(path), 1, 1), wrong, remedy))
        return {}

    def rows(self, path: Path, form: type[F], *, optional: bool = True) -> list[tuple[Row, F]]:
        """The rows of a table that fit its form; the faults of the others are noted."""
        if optional and not is_there(path):
            return []
        required = tuple(
            info.alias or name for name, info in form.model_fields.items() if info.is_required()
        )
        try:
            self.files.append(path)
            table = read_table(path, required)
        except DataError as error:
            self.lost.add(path.name)
            self.faults.extend(error.faults)
            return []
        if form.model_config.get("extra") == "allow":
            self.faults.extend(_misspelt(table, form))
        return list(self._checked(table, form))

    def _checked(self, table: Table, form: type[F]) -> Iterable[tuple[Row, F]]:
        unknown: set[str] = set()
        for row in table:
            if spoilt := list(_spoilt(row)):
                self.faults.extend(spoilt)
                self.unread.add(row.first)
                continue
            try:
                yield row, form.model_validate({k: v for k, v in row.cells.items() if k and v})
            except ValidationError as error:
                self.unread.add(row.first)
                for problem in _independent(error):
                    column = str(problem["loc"][0]) if problem["loc"] else ""
                    mark = row.mark(column)
                    if problem["type"] == "extra_forbidden":
                        if column in unknown:
                            continue  # one fault a column, not one a row
                        unknown.add(column)
                        mark = Mark(table.file, table.header, mark.column)
                    self.faults.append(fault_of(mark, problem, form, row=True))

    def hex(self, grid: HexField, row: Row, column: str, text: str) -> int | None:
        """The hex a cell names, or None and the fault noted."""
        try:
            return grid.parse(text)
        except LabelError as error:
            forms = [sheet.form for sheet in grid.numbering.sheets]
            spoilt = next((d for f in forms if (d := number_damage(text, f))), "")
            remedy = spoilt or "use a number printed on the map"
            self.faults.append(row.fault(column, str(error), remedy))
            return None

    def word(self, row: Row, column: str, word: str, known: Set[str]) -> None:
        """Notes a word that is probably a misspelling of a known one; others are the game's own."""
        if fold(word) not in known:
            alike = [one for one in known if one[0] == fold(word)[0]]
            close = difflib.get_close_matches(fold(word), alike, n=1, cutoff=0.75)
            if close:
                wrong = f"unknown word {word!r}"
                self.faults.append(row.fault(column, wrong, f"did you mean {close[0]}?"))

    def hexes(self, grid: HexField, row: Row, column: str, texts: Iterable[str]) -> list[int]:
        found = (self.hex(grid, row, column, text) for text in texts)
        return [hex_ for hex_ in found if hex_ is not None]

    def side(self, row: Row, side: str, sides: set[str]) -> None:
        if side and side not in sides:
            self.faults.append(row.fault("side", *unknown_side(side, sides)))


def unknown_side(side: str, sides: Iterable[str]) -> tuple[str, str]:
    """The fault and the remedy for a side that the game does not have."""
    return f"unknown side {side!r}", expected(sorted(sides))


def _misspelt(table: Table, form: type[BaseModel]) -> Iterator[Fault]:
    """Extra columns of a table that are probably misspellings of known ones."""
    known = form.model_fields.keys() | VALUES
    for i, column in enumerate(table.columns):
        name = column.removesuffix("_back")
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        if close and name not in known:
            mark = Mark(table.file, table.header, i + 1)
            yield Fault(mark, f"unknown column {column!r}", f"did you mean {close[0]}?")


_FREE = frozenset({"note", "source", "conditional", "date"})
"""Columns that may contain a date."""


def _spoilt(row: Row) -> Iterator[Fault]:
    """Cells that a spreadsheet certainly changed. Hex numbers are checked when they are read."""
    for column, text in row.cells.items():
        if text and column not in _FREE:
            found = number_damage(text) if column == "rule" else damage(text)
            if found:
                yield row.fault(column, f"invalid {column} {text!r}", found)


def faults_of(
    document: Document, error: ValidationError, form: type[BaseModel], under: Path_ = ()
) -> Iterator[Fault]:
    """The faults of a document that does not fit its form, each once and at its place.

    `under` is the path of the part that the form is of.
    """
    for problem in _independent(error):
        path = (*under, *problem["loc"])
        lacking = problem["type"] in ("missing", "extra_forbidden")
        problem["loc"] = path if lacking else document.within(path)
        yield fault_of(document.mark(path), problem, form)


def _independent(error: ValidationError) -> Iterator[dict[str, Any]]:
    """The problems that do not follow from others, as a short list does from its bad items."""
    problems: list[dict[str, Any]] = [{**problem} for problem in error.errors()]
    for problem in problems:
        place = problem["loc"]
        inner = (o["loc"] for o in problems if len(o["loc"]) > len(place))
        if problem["type"] != "too_short" or all(loc[: len(place)] != place for loc in inner):
            yield problem


def fault_of(
    mark: Mark, problem: Mapping[str, Any], form: type[BaseModel], *, row: bool = False
) -> Fault:
    """The fault that a problem found by pydantic is, of a document or of a table's row."""
    name = ".".join(str(part) for part in problem["loc"])
    kind = problem["type"]
    if kind == "extra_forbidden":
        fields = _form_at(form, problem["loc"][:-1]).model_fields
        known = [info.alias or key for key, info in fields.items()]
        close = difflib.get_close_matches(str(problem["loc"][-1]), known, n=1, cutoff=0.75)
        hint = f"did you mean {close[0]}? " if close else ""
        what = "column" if row else "entry"
        return Fault(mark, f"unknown {what} {name!r}", f"{hint}{expected(known)}")
    if kind == "missing":
        return Fault(mark, f"missing {name!r}", "fill it in" if row else "add it")
    given = problem.get("input")
    subject = f"invalid {name or ('row' if row else 'document')}"
    wrong = f"{subject} {_short(given)}" if isinstance(given, str) else subject
    return Fault(mark, wrong, _remedy(problem, given))


def _short(text: str) -> str:
    return repr(text) if len(text) <= 60 else f"{text[:50]!r}..."


def _remedy(problem: Mapping[str, Any], given: object) -> str:
    kind, context = str(problem["type"]), problem.get("ctx", {})
    if kind == "string_pattern_mismatch":
        return schema.PATTERNS.get(context.get("pattern", ""), str(problem["msg"]))
    if kind in ("literal_error", "enum"):
        words = [word for word in re.findall(r"'([^']*)'", context["expected"]) if word]
        close = difflib.get_close_matches(str(given).casefold(), words, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        return hint + expected(words)
    if kind == "too_short" and isinstance(given, str):
        return "fill it in"
    for start, remedy in _REMEDIES.items():
        if kind.startswith(start):
            return remedy.format(**context)
    message = str(problem["msg"]).removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


_REMEDIES = {
    "int": "write a whole number",
    "float": "write a number such as 0.5",
    "bool": "write yes or no",
    "tuple": "write a list: [one, another]",
    "list": "write a list: [one, another]",
    "dict": "write `name: value` entries",
    "model": "write `name: value` entries",
    "string_too_short": "fill it in",
    "string": "write text",
    "too_short": "give at least {min_length}",
    "too_long": "give at most {max_length}",
    "greater_than_equal": "write {ge} or more",
    "greater_than": "write more than {gt}",
    "less_than_equal": "write {le} or less",
    "less_than": "write less than {lt}",
    "finite": "write a number such as 0.5",
}
"""The remedy by the beginning of the kind of problem."""


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
