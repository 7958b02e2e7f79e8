"""Tables as people save them, and what spreadsheets do to them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.game.faults import DataError, Mark
from hexmarshal.game.load.tables import parse_table, read_table


def faults(text: str, *required: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_table(text, "t.csv", required)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_every_way_a_spreadsheet_saves(
    tmp_path: Path, delimiter: str, end: str, mark: bytes
) -> None:
    lines = [delimiter.join(row) for row in (["Hex", "name"], ["0125", "Jõesuu"], ["1.20", ""])]
    path = tmp_path / "t.csv"
    path.write_bytes(mark + (end.join(lines) + end).encode())
    table = read_table(path, ("hex",))
    assert table.columns == ("hex", "name")
    assert [(row["hex"], row["name"]) for row in table] == [("0125", "Jõesuu"), ("1.20", "")]


def test_cells_keep_their_text_and_know_their_place() -> None:
    table = parse_table(
        "# a list, with a comma\n\nhex, name\n0125 , 'NO'\n\n# out\n1e3,\n", "t.csv"
    )
    first, second = table
    assert (first["hex"], first["name"], second["hex"], second["name"]) == (
        "0125",
        "'NO'",
        "1e3",
        "",
    )
    assert first["absent"] == ""
    assert table.header == 3
    assert first.mark("name") == Mark("t.csv", 4, 2)
    assert second.mark() == Mark("t.csv", 7, 1)


def test_a_quoted_cell_may_hold_commas_quotes_and_lines() -> None:
    table = parse_table('a,b\n"x, ""y""\nz",1\nlast,2\n', "t.csv")
    first, second = table
    assert first["a"] == 'x, "y"\nz'
    assert (first.line, second.line) == (2, 4)


def test_the_header_is_checked() -> None:
    assert faults("hex,hex,side\n", "hex", "terrain") == [
        "t.csv:1:1: missing column 'terrain'; add it; the header needs hex, terrain",
        "t.csv:1:2: duplicate column 'hex'; rename or remove one",
    ]


def test_an_empty_table_says_how_to_begin() -> None:
    assert faults("\n# nothing\n", "hex", "terrain") == [
        "t.csv:1:1: the table is empty; begin with hex,terrain"
    ]


def test_a_row_with_too_many_cells() -> None:
    assert faults("a,b\n1,2\n1,2,3\n1,2,,\n") == [
        "t.csv:3:3: the row has 3 cells, but the header has 2; "
        'put "..." around a cell that contains a comma'
    ]


def test_a_row_that_ends_left_of_the_first_column() -> None:
    table = parse_table(",,hex,terrain\n# a comment\n,,0101,woods\n", "x.csv", ("hex",))
    assert [(row["hex"], row.line) for row in table] == [("0101", 3)]
    with pytest.raises(DataError, match="missing column 'hex'"):
        parse_table("\n,terrain\n# a comment\nx\n", "x.csv", ("hex",))


def test_quotes_that_never_close() -> None:
    (fault,) = faults('a,b\n"x,1\n')
    assert fault.startswith("t.csv:2:1: not CSV: ")


def test_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("hex\nJõesuu\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"t\.csv:2:1: the file is not UTF-8 \(byte F5, perhaps"):
        read_table(path)


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the file is missing"):
        read_table(tmp_path / "t.csv")


cells = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cn", "Cs")))


@given(
    st.lists(st.tuples(cells, cells), max_size=6),
    st.sampled_from(",;\t"),
)
def test_texts_survive_writing_and_reading(rows: list[tuple[str, str]], delimiter: str) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerow(["key", "text"])
    writer.writerows((f"k{i}", a + b) for i, (a, b) in enumerate(rows))
    table = parse_table(out.getvalue(), "t.csv")
    read = [row["text"] for row in table]
    assert read == [(a + b).strip() for a, b in rows]
