"""Exports a game's CSV tables to one Excel workbook and imports them again.

A spreadsheet program reads `0125` in a CSV file as a number and `01.03` as a date. The workbook
formats every column as text, which keeps cells as typed. The first sheet lists the other sheets and
the tables they hold. Comments (`#`) are rows of their own.
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell, MergedCell, WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

from hexmarshal.game.faults import DataError, Fault, Mark
from hexmarshal.game.folders import ROOMS, Folders
from hexmarshal.game.load.damage import TEXT
from hexmarshal.game.load.tables import parse_table, read_text, separator_of
from hexmarshal.vassal.archive import write_atomically

INDEX = "Tables"
_TABLE = re.compile(rf"({'|'.join(ROOMS)})/[^/\\:]+/[^/\\:]+\.csv")
_NOT_IN_TITLE = re.compile(r"[\[\]:*?/\\']")
_AS_TEXT = "@"
_SPARE_COLUMNS, _WIDEST = 8, 60
_MAX_BYTES = 64 << 20

Rows = tuple[tuple[str, ...], ...]
"""The cells of a table, including header and comments; a comment is a single cell."""


def write_workbook(folders: Folders, target: Path) -> list[str]:
    """Writes all tables of a game into a workbook; returns their paths. Raises DataError."""
    tables = {
        path.relative_to(folders.root).as_posix(): rows_of(read_text(path))
        for folder in (folders.maps, folders.counters, folders.scenarios)
        for path in sorted(folder.glob("*.csv"))
    }
    data = io.BytesIO()
    _workbook(tables).save(data)
    _write(target, data.getvalue())
    return list(tables)


def read_workbook(source: Path) -> Mapping[str, Rows]:
    """The tables of a workbook by their paths under a root. Raises DataError."""
    try:
        if source.stat().st_size > _MAX_BYTES:
            raise _workbook_fault(source, f"larger than {_MAX_BYTES} bytes")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(source)
            listed = dict(_listed(book[INDEX].iter_rows(values_only=True)))
            return {
                path: _rows(book[title].iter_rows(), f"{source}[{title}]")
                for title, path in listed.items()
            }
    except OSError as error:
        raise _workbook_fault(source, error.strerror or str(error)) from None
    except KeyError as error:
        raise _workbook_fault(source, str(error.args[0]).rstrip(".")) from None
    except (InvalidFileException, zipfile.BadZipFile, ValueError, TypeError, SyntaxError) as error:
        raise _workbook_fault(source, str(error) or type(error).__name__) from None


def take_tables(source: Path, root: Path) -> list[str]:
    """Writes the tables of a workbook under a root; returns the paths of those that changed.

    Writes nothing unless it can read all of them. A table keeps its separator, line ends and byte
    order mark. Raises DataError.
    """
    changed: dict[str, str] = {}
    faults: list[Fault] = []
    for path, rows in read_workbook(source).items():
        existing = _existing(root / path)
        if existing is not None and rows_of(existing) == rows:
            continue
        changed[path] = text = text_of(rows, existing or "")
        try:
            parse_table(text, str(root / path))
        except DataError as error:
            faults += error.faults
    if faults:
        raise DataError(faults)
    for path, text in changed.items():
        _write(root / path, text.encode())
    return list(changed)


# -- rows and text --------------------------------------------------------------------------------


def rows_of(text: str) -> Rows:
    """The rows of a table, from its text."""
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=separator_of(text))
    rows: list[tuple[str, ...]] = []
    at = 0
    for cells in reader:
        raw, at = lines[at], reader.line_num
        rows.append((raw.strip(),) if raw.startswith("#") else _trimmed(cells))
    return _without_end(rows)


def text_of(rows: Rows, like: str) -> str:
    """The text of a table, in the separator, line ends and byte order mark of another text."""
    out = io.StringIO()
    newline = "\r\n" if "\r\n" in like else "\n"
    separator = separator_of(like) if like.strip() else ","
    writer = csv.writer(out, delimiter=separator, lineterminator=newline)
    width = max((len(row) for row in rows if not _is_comment(row)), default=1)
    for row in rows:
        if _is_comment(row):
            out.write(row[0] + newline)
        else:
            writer.writerow([*row, *[""] * (width - len(row))] if row else [])
    return ("\ufeff" if like.startswith("\ufeff") else "") + out.getvalue()


def _is_comment(row: tuple[str, ...]) -> bool:
    return len(row) == 1 and row[0].startswith("#")


def _trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    row = [cell.strip() for cell in cells]
    while row and not row[-1]:
        row.pop()
    return tuple(row)


def _without_end(rows: list[tuple[str, ...]]) -> Rows:
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)


# -- the workbook ---------------------------------------------------------------------------------


def _workbook(tables: Mapping[str, Rows]) -> Workbook:
    book = Workbook(write_only=True)
    titles = dict(zip(_titles(tables), tables, strict=True))
    index = (("sheet", "table"), *titles.items())
    _fill(book, INDEX, index)
    for title, path in titles.items():
        _fill(book, title, tables[path])
    return book


def _titles(paths: Iterable[str]) -> Iterator[str]:
    """A unique sheet title for each table, of at most 31 characters."""
    used = {INDEX.casefold()}
    for path in paths:
        stem = _NOT_IN_TITLE.sub("-", Path(path).stem)
        numbered = (stem[:28], *(f"{stem[:28]}~{n}" for n in range(2, 100)))
        title = next(name for name in numbered if name.casefold() not in used)
        used.add(title.casefold())
        yield title


def _fill(book: Workbook, title: str, rows: Rows) -> None:
    sheet = book.create_sheet(title)
    header = next((i for i, row in enumerate(rows) if row and not _is_comment(row)), 0)
    sheet.freeze_panes = f"A{header + 2}"
    widths: dict[int, int] = {}
    for row in rows:
        for i, text in enumerate(() if _is_comment(row) else row):
            widths[i] = min(max(widths.get(i, 6), len(text) + 2), _WIDEST)
    for i in range(len(widths) + _SPARE_COLUMNS):
        column = sheet.column_dimensions[get_column_letter(i + 1)]
        column.number_format = _AS_TEXT
        column.width = widths.get(i, 10)
    bold = Font(bold=True)
    for number, row in enumerate(rows):
        cells = [WriteOnlyCell(sheet, value=text or None) for text in row]
        for cell in cells:
            cell.number_format = _AS_TEXT
            if cell.value is not None:
                cell.data_type = "s"  # never a formula, even if it starts with =
            if number == header:
                cell.font = bold
        sheet.append(cells)


def _listed(rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[str, str]]:
    for title, path in ((str(row[0]), str(row[1])) for row in rows if len(row) > 1 and row[1]):
        if _TABLE.fullmatch(path):
            yield title, path
        elif path != "table":
            raise ValueError(f"{path!r} is not the path of a game table")


def _rows(sheet: Iterable[tuple[Cell | MergedCell, ...]], place: str) -> Rows:
    rows: list[tuple[str, ...]] = []
    faults: list[Fault] = []
    for line, cells in enumerate(sheet, 1):
        for column, cell in enumerate(cells, 1):
            mark = Mark(place, line, column)
            if cell.data_type == "f":
                faults.append(Fault(mark, "this cell is a formula", "paste its value as text"))
            elif isinstance(cell.value, date | time):
                faults.append(Fault(mark, f"this cell is a date, {cell.value}", TEXT))
        rows.append(_trimmed(_text(cell.value) for cell in cells))
    if faults:
        raise DataError(faults)
    return _without_end(rows)


def _text(cell: object) -> str:
    """A cell as text, even if the spreadsheet program made it a number."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float):
        return f"{cell:.15g}"
    return str(cell)


# -- files ----------------------------------------------------------------------------------------


def _existing(path: Path) -> str | None:
    """The text of a table that exists already, including its byte order mark; else None."""
    if not path.exists():
        return None
    mark = "\ufeff" if path.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    return mark + read_text(path)


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as error:
        wrong = f"cannot write this file: {error.strerror or error}"
        remedy = "close the program that has it open, or choose another place"
        raise DataError([Fault(Mark(str(path), 1, 1), wrong, remedy)]) from None


def _workbook_fault(source: Path, why: str) -> DataError:
    remedy = "make one with `hexmarshal tables GAME --out FILE.xlsx`"
    return DataError(
        [
            Fault(
                Mark(str(source), 1, 1),
                f"cannot read this file as a workbook of tables: {why}",
                remedy,
            )
        ]
    )
