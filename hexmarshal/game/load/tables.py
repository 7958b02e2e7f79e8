"""Tables: CSV files that people edit in a spreadsheet.

Reads UTF-8 with or without a byte order mark, separated by commas, semicolons or TABs. Every cell
is text and knows its place: line and column of the table, counted from 1. What spreadsheets do to
cells is recognised in `damage`.
"""

from __future__ import annotations

import codecs
import csv
import difflib
import io
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hexmarshal.game.faults import DataError, Fault, Mark


@dataclass(frozen=True, slots=True)
class Row:
    """One row: text by column name, stripped; absent cells are empty."""

    file: str
    line: int
    cells: Mapping[str, str]
    columns: Mapping[str, int]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    @property
    def first(self) -> str:
        """The text of the first column, which names the subject of the row."""
        return next(iter(self.cells.values()), "")

    def mark(self, column: str = "") -> Mark:
        """The place of a cell; column 1 for the whole row."""
        return Mark(self.file, self.line, self.columns.get(column, 1))

    def fault(self, column: str, wrong: str, remedy: str) -> Fault:
        return Fault(self.mark(column), wrong, remedy)


@dataclass(frozen=True, slots=True)
class Table:
    """A whole table; `columns` in the order of the file, on line `header` of it."""

    file: str
    header: int
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


MAX_BYTES = 8 << 20
"""The largest data file that is read; the largest board allowed needs half of it."""


def is_there(path: Path) -> bool:
    """Whether anything has this name, even a folder or a dangling link."""
    return os.path.lexists(path)


def read_text(path: Path) -> str:
    """The text of a data file. Raises DataError when it is missing, too large or not UTF-8."""
    file = str(path)
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            what = "a folder" if stat.S_ISDIR(about.st_mode) else "not a regular file"
            raise _fault(file, f"this is {what}", "put a file of that name in its place")
        if about.st_size > MAX_BYTES:
            wrong = f"the file is {about.st_size >> 20} MiB; the limit is {MAX_BYTES >> 20} MiB"
            raise _fault(file, wrong, "check that it is the right file")
        data = path.read_bytes()
    except FileNotFoundError:
        raise _fault(file, "the file is missing", "create or restore it") from None
    except OSError as error:
        raise _fault(file, f"cannot read the file: {error.strerror}", "check it") from None
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data[:2]:
        raise _fault(file, "the file is UTF-16 ('Unicode text')", _SAVE_AS)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = data[error.start : error.start + 1]
        meant = byte.decode("cp1252", "replace")
        wrong = f"the file is not UTF-8 (byte {byte.hex().upper()}, perhaps {meant!r})"
        before = data[: error.start].decode("utf-8-sig")
        raise _fault(file, wrong, _SAVE_AS, before) from None


_SAVE_AS = "save it as UTF-8 (in a spreadsheet: 'CSV UTF-8')"

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def unprintable(text: str) -> str:
    """The fault of a text that neither XML nor a page can hold; "" if there is none."""
    match = _UNPRINTABLE.search(text)
    return f"control character U+{ord(match[0]):04X} cannot be printed" if match else ""


def check_characters(text: str, file: str) -> None:
    """Raises DataError with the place of the first character that cannot be printed."""
    if wrong := unprintable(text):
        before = text[: next(_UNPRINTABLE.finditer(text)).start()]
        raise _fault(file, wrong, "remove it", before)


def _fault(file: str, wrong: str, remedy: str, before: str = "") -> DataError:
    """A fault of a file at the end of the text `before` it."""
    lines = re.split(r"\r\n|\r|\n", before)
    last = re.split(r"[,;\t]", lines[-1]) if file.endswith(".csv") else f"{lines[-1]}."
    return DataError([Fault(Mark(file, len(lines), len(last)), wrong, remedy)])


def read_table(path: Path, required: tuple[str, ...] = ()) -> Table:
    """Reads a table and checks its header. Raises DataError."""
    return parse_table(read_text(path), str(path), required)


def parse_table(text: str, file: str, required: tuple[str, ...] = ()) -> Table:
    """A table from text; `file` names it in faults. Raises DataError."""
    check_characters(text, file)
    separator = separator_of(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    faults: list[Fault] = []
    header = line = 0
    try:
        for raw in reader:
            start, line = line + 1, reader.line_num
            cells = [cell.strip() for cell in raw]
            filled = [i for i, cell in enumerate(cells) if cell]
            if not filled or cells[_first(columns, cells, filled[0])].startswith("#"):
                continue
            if not columns and _SEPARATOR_LINE.fullmatch(cells[0] + separator):
                continue
            mark = Mark(file, start, filled[0] + 1)
            if _in_one_cell(cells, filled, columns, required):
                faults.append(Fault(mark, "the whole row is in one cell", _ONE_CELL))
                if not columns:
                    break  # the rest would only repeat it row by row
            elif not columns:
                header, columns = start, tuple(_column(cell) for cell in cells)
                faults += _header_faults(columns, required, Mark(file, start, 1))
            elif filled[-1] >= len(columns):
                wrong = f"the row has {filled[-1] + 1} cells, but the header has {len(columns)}"
                remedy = f'put "..." around a cell that contains {_NAMES[separator]}'
                faults.append(Fault(Mark(file, start, len(columns) + 1), wrong, remedy))
            else:
                named = dict(zip(columns, cells, strict=False))
                places = {name: i + 1 for i, name in enumerate(columns)}
                rows.append(Row(file, start, named, places))
    except csv.Error as error:
        text = str(error)
        wrong = f"not CSV: {next((ours for key, ours in _CSV_ERRORS.items() if key in text), text)}"
        faults.append(Fault(Mark(file, line + 1, 1), wrong, "fix the quotation marks"))
    if not columns and not faults:
        header_row = ",".join(required) or "the names of its columns"
        faults.append(Fault(Mark(file, 1, 1), "the table is empty", f"begin with {header_row}"))
    if faults:
        raise DataError(faults)
    return Table(file, header, columns, tuple(rows))


_NAMES = {",": "a comma", ";": "a semicolon", "\t": "a TAB"}
_SEPARATOR_LINE = re.compile(r"sep=[,;\t]{1,2}", re.IGNORECASE)
_ONE_CELL = "import the file into the spreadsheet (Data > From Text/CSV) instead of opening it"
_CSV_ERRORS = {
    "unexpected end of data": "a quotation mark opens in this row and never closes",
    "field larger than field limit": "a cell is longer than 131072 characters",
    "expected after": "text follows a closing quotation mark",
}
"""Our words for the messages of the csv library."""


def separator_of(text: str) -> str:
    """The separator of a table: that of its `sep=` line, else the commonest in its header."""
    lines = (line.lstrip(' ",;\t') for line in text.splitlines())
    header = next((line for line in lines if line and not line.startswith("#")), "")
    if _SEPARATOR_LINE.fullmatch(header):
        return header[-1]
    return max(",;\t", key=header.count)


def _first(columns: tuple[str, ...], cells: list[str], filled: int) -> int:
    """The first column with a name; any columns to its left are a margin.

    In a row that ends in the margin, and above the header, the first filled cell.
    """
    first = next((i for i, name in enumerate(columns) if name), filled)
    return first if first < len(cells) else filled


def _column(cell: str) -> str:
    """A column's name as it is compared: lower case, `_` for spaces and hyphens."""
    return "_".join(cell.casefold().replace("-", " ").split())


def _in_one_cell(
    cells: list[str], filled: list[int], columns: tuple[str, ...], required: tuple[str, ...]
) -> bool:
    """Whether a spreadsheet took a whole row, separators and all, for one cell."""
    width = len(columns) or len(required)
    parts = max(cells[filled[0]].count(separator) for separator in ",;\t") + 1
    return len(filled) == 1 and 1 < width <= parts


def _header_faults(
    columns: tuple[str, ...], required: tuple[str, ...], mark: Mark
) -> Iterator[Fault]:
    for name in required:
        if name not in columns:
            others = [column for column in columns if column not in required]
            close = difflib.get_close_matches(name, others, n=1, cutoff=0.75)
            remedy = f"rename {close[0]!r}" if close else "add it"
            needs = f"the header needs {', '.join(required)}"
            yield Fault(mark, f"missing column {name!r}", f"{remedy}; {needs}")
    for i, name in enumerate(columns):
        if name and name in columns[:i]:
            at = Mark(mark.file, mark.line, i + 1)
            yield Fault(at, f"duplicate column {name!r}", "rename or remove one")
