"""Tables to a workbook and back: texts stay texts, and changes by spreadsheets are faults."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from builder.workbook import INDEX, rows_of, text_of
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.game.load.tables import parse_table
from tests.builder.conftest import Workshop

LIST = "scenarios/hill-200/crossing.csv"


@pytest.fixture
def book(workshop: Workshop) -> Path:
    """The game's tables in a workbook."""
    result = workshop.run("tables", "hill-200", "--out", "hill.xlsx")
    assert result.output == "wrote 10 tables to hill.xlsx\n"
    return workshop.here / "hill.xlsx"


def change(book: Path, sheet: str, cell: str, value: str | float | date) -> None:
    opened = load_workbook(book)
    opened[sheet][cell] = value
    opened.save(book)


def files(root: Path) -> dict[str, bytes]:
    found = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def test_every_cell_and_column_is_text(book: Path) -> None:
    sheet = load_workbook(book)["crossing"]
    assert sheet["F4"].value == "0604"
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {(cell.data_type, cell.number_format) for cell in cells} == {("s", "@")}
    assert {sheet.column_dimensions[name].number_format for name in "AFMP"} == {"@"}


def test_nothing_changes_on_the_way_there_and_back(workshop: Workshop, book: Path) -> None:
    before = files(workshop.root)
    result = workshop.run("tables", str(book), "--into", "hill-200")
    assert result.output == "0 tables updated; next: hexmarshal validate hill-200\n"
    assert files(workshop.root) == before


def test_a_new_root_gets_the_same_tables(workshop: Workshop, book: Path) -> None:
    assert workshop.run("tables", str(book), "--into", "other").exit_code == 0
    for name, data in files(workshop.here / "other").items():
        assert data == (workshop.root / name).read_bytes(), name


def test_only_a_changed_table_is_written_in_its_own_form(workshop: Workshop, book: Path) -> None:
    path = workshop.root / LIST
    german = b"\xef\xbb\xbf" + path.read_bytes().replace(b",", b";").replace(b"\n", b"\r\n")
    path.write_bytes(german.replace(b"hex; hexes (choose one); place;", b"hex, hexes,"))
    before = files(workshop.root)
    change(book, "crossing", "F4", "0503")
    result = workshop.run("tables", str(book), "--into", "hill-200")
    assert result.output.startswith("updated hill-200/scenarios/hill-200/crossing.csv\n")
    after = files(workshop.root)
    assert {name for name in after if after[name] != before[name]} == {LIST}
    assert after[LIST].startswith(b"\xef\xbb\xbfkind;counter;")
    assert b"setup;b-1;;1st Inf;9.1.1;0503;;;;;;;\r\n" in after[LIST]
    assert b"\r\n# One row per placement, with one of: hex, hexes (the player" in after[LIST]
    assert b"chooses), place, entry.\r\n" in after[LIST]


def test_a_row_typed_below_the_others(workshop: Workshop, book: Path) -> None:
    opened = load_workbook(book)
    opened["hexes"].append(["0808", "woods", "house"])
    opened.save(book)
    assert workshop.run("tables", str(book), "--into", "hill-200").exit_code == 0
    assert "81 hexes" not in workshop.run("validate", "hill-200").output
    assert (workshop.root / "maps/hill-200/hexes.csv").read_text().endswith("0808,woods,house,,\n")


@pytest.mark.parametrize(
    ("sheet", "cell", "value", "fault"),
    [
        ("crossing", "F4", date(2024, 3, 1), "hill.xlsx[crossing]:4:6: this cell is a date"),
        ("crossing", "F4", "=1+1", "hill.xlsx[crossing]:4:6: this cell is a formula"),
        (INDEX, "B2", "maps/../../x.csv", "'maps/../../x.csv' is not the path of a game table"),
        (INDEX, "A2", "gone", "cannot read this file as a workbook of tables"),
        ("hexes", "B1", "hex", "hexes.csv:1:2: duplicate column 'hex'"),
    ],
)
def test_faults_are_reported_and_nothing_is_written(
    workshop: Workshop, book: Path, sheet: str, cell: str, value: str | date, fault: str
) -> None:
    before = files(workshop.root)
    change(book, "counters", "B4", "Changed")
    change(book, sheet, cell, value)
    result = workshop.run("tables", "hill.xlsx", "--into", "hill-200")
    assert result.exit_code == 1
    assert fault in result.output
    assert files(workshop.root) == before


def test_validate_reports_a_number_that_lost_its_zeros(workshop: Workshop, book: Path) -> None:
    change(book, "crossing", "F4", 604)
    assert workshop.run("tables", "hill.xlsx", "--into", "hill-200").exit_code == 0
    assert "(perhaps 0604)" in workshop.run("validate", "hill-200").output


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x05\x06" + bytes(18)])
def test_files_that_are_not_workbooks(workshop: Workshop, data: bytes) -> None:
    (workshop.here / "x.xlsx").write_bytes(data)
    result = workshop.run("tables", "x.xlsx", "--into", "hill-200")
    assert result.exit_code == 1
    assert "x.xlsx:1:1: cannot read this file as a workbook of tables" in result.output
    assert workshop.run("tables", "none.xlsx", "--into", "hill-200").exit_code == 1
    assert workshop.run("tables", "hill-200").exit_code == 2


@pytest.mark.parametrize("folders", games_under(shipped_root()), ids=lambda found: found.id)
def test_shipped_tables_survive_as_text(folders: object) -> None:
    """The rows of every table, including comments, written and read again."""
    root = shipped_root()
    for path in sorted(root.glob(f"*/{folders.id}/*.csv")):  # type: ignore[attr-defined]
        text = path.read_text("utf-8")
        again = text_of(rows_of(text), text)
        assert rows_of(again) == rows_of(text), path
        old, new = parse_table(text, path.name), parse_table(again, path.name)
        assert [row.cells for row in new] == [row.cells for row in old], path


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cn", "Cs")), max_size=8)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from("abc"), words, words), max_size=5),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_text_survives(rows: list[tuple[str, str, str]], separator: str, newline: str) -> None:
    like = separator.join(("key", "one", "two")) + newline
    cells = (("key", "one", "two"), *(tuple(cell.strip() for cell in row) for row in rows))
    text = text_of(tuple(_without_tail(row) for row in cells), like)
    read = [
        tuple(row[name] for name in ("key", "one", "two")) for row in parse_table(text, "t.csv")
    ]
    assert read == list(cells[1:])


def _without_tail(row: tuple[str, ...]) -> tuple[str, ...]:
    while row and not row[-1]:
        row = row[:-1]
    return row
