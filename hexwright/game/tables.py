"""Tables: CSV files that people edit in a spreadsheet.

Reads UTF-8 with or without a byte order mark, comma, semicolon or TAB. Every cell is text and
knows its place. What spreadsheets do to hex numbers and designations cannot be undone, but it can
be recognised: a month name where a number stood, a number that lost its zeros.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hexwright.game.faults import DataError, Fault, Mark


@dataclass(frozen=True, slots=True)
class Row:
    """One row: text by column name, stripped; absent cells are empty."""

    file: str
    line: int
    cells: Mapping[str, str]
    columns: Mapping[str, int]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def mark(self, column: str = "") -> Mark:
        """Where a cell stands; column 1 for the row as a whole."""
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


def read_text(path: Path) -> str:
    """The text of a data file. Raises DataError when it is missing or not UTF-8."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise DataError.single(path, "the file is missing", "create it or restore it") from None
    except OSError as error:
        raise DataError.single(path, f"cannot be read: {error.strerror}", "check it") from None
    except UnicodeDecodeError as error:
        remedy = "save it as UTF-8 (in a spreadsheet: 'CSV UTF-8')"
        raise DataError.single(path, f"is not UTF-8 at byte {error.start + 1}", remedy) from None


def read_table(path: Path, required: tuple[str, ...] = ()) -> Table:
    """Reads a table and checks its header. Raises DataError."""
    return parse_table(read_text(path), str(path), required)


def parse_table(text: str, file: str, required: tuple[str, ...] = ()) -> Table:
    """A table from text; `file` names it in faults. Raises DataError."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    faults: list[Fault] = []
    header = line = 0
    try:
        for cells in reader:
            start, line = line + 1, reader.line_num
            cells = [cell.strip() for cell in cells]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if not columns:
                header, columns = start, tuple(cell.casefold() for cell in cells)
                faults.extend(_header_faults(columns, required, Mark(file, start, 1)))
                continue
            if len(cells) > len(columns) and any(cells[len(columns) :]):
                wrong = f"the row has {len(cells)} cells, the header {len(columns)}"
                faults.append(
                    Fault(Mark(file, start, 1), wrong, 'put "..." around a comma in text')
                )
            named = dict(zip(columns, cells, strict=False))
            places = {name: i + 1 for i, name in enumerate(columns)}
            rows.append(Row(file, start, named, places))
    except csv.Error as error:
        faults.append(Fault(Mark(file, reader.line_num, 1), f"not CSV: {error}", "mend the quotes"))
    if not columns and not faults:
        faults.append(Fault(Mark(file), "the table is empty", f"begin with {','.join(required)}"))
    if faults:
        raise DataError(faults)
    return Table(file, header, columns, tuple(rows))


def _delimiter(text: str) -> str:
    header = next((ln for ln in text.splitlines() if ln.strip() and not ln.startswith("#")), "")
    return max(",;\t", key=header.count)


def _header_faults(columns: tuple[str, ...], required: tuple[str, ...], mark: Mark) -> list[Fault]:
    faults = [
        Fault(mark, f"the column {name!r} is missing", f"the header needs {', '.join(required)}")
        for name in required
        if name not in columns
    ]
    doubles = {name for name in columns if name and columns.count(name) > 1}
    faults += [
        Fault(mark, f"the column {name!r} stands twice", "rename or remove one")
        for name in sorted(doubles)
    ]
    return faults


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DATE_LIKE = re.compile(
    rf"(\d{{1,2}})[-. ]*({'|'.join(_MONTHS)})\w*|({'|'.join(_MONTHS)})\w*[-. ]*(\d{{1,4}})",
    re.IGNORECASE,
)


def spreadsheet_damage(text: str, form: str) -> str:
    """What a spreadsheet probably did to a text that should be a hex number, or ''.

    `form` is the numbering's form, such as `{column:02}.{row:02}`.
    """
    if match := _DATE_LIKE.fullmatch(text.strip()):
        month = (match[2] or match[3])[:3].casefold()
        other = match[1] or match[4]
        return (
            f"a spreadsheet made a date of it (probably {_MONTHS.index(month) + 1} and {other}); "
            "format the column as text"
        )
    digits = re.sub(r"\D", "", text)
    wanted = sum(int(width) for width in re.findall(r":0(\d+)", form))
    plain = "." not in form and re.fullmatch(r"\d+", text)
    if plain and len(digits) < wanted:
        return (
            f"a spreadsheet took its zeros (perhaps {digits.zfill(wanted)}); "
            "format the column as text"
        )
    dotted = re.fullmatch(r"(\d+)\.(\d+)", text)
    if dotted and len(digits) < wanted:
        column, row = dotted[1].zfill(2), dotted[2].ljust(2, "0")
        return f"a spreadsheet took its zeros (perhaps {column}.{row}); format the column as text"
    return ""
