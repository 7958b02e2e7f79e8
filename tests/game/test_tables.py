"""Tables as people save them, and what spreadsheets do to them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwright.game.faults import DataError, Mark
from hexwright.game.tables import parse_table, read_table, spreadsheet_damage


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
        "t.csv:1:1: the column 'hex' stands twice; rename or remove one",
        "t.csv:1:1: the column 'terrain' is missing; the header needs hex, terrain",
    ]


def test_an_empty_table_says_how_to_begin() -> None:
    assert faults("\n# nothing\n", "hex", "terrain") == [
        "t.csv: the table is empty; begin with hex,terrain"
    ]


def test_a_row_with_too_many_cells() -> None:
    assert faults("a,b\n1,2\n1,2,3\n1,2,,\n") == [
        't.csv:3:1: the row has 3 cells, the header 2; put "..." around a comma in text'
    ]


def test_quotes_that_never_close() -> None:
    (fault,) = faults('a,b\n"x,1\n')
    assert fault.startswith("t.csv:2:1: not CSV: ")


def test_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes("hex\nJõesuu\n".encode("latin-1"))
    with pytest.raises(DataError, match=r"t\.csv: is not UTF-8 at byte 6; save it as UTF-8"):
        read_table(path)


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the file is missing"):
        read_table(tmp_path / "t.csv")


cells = st.text(st.characters(codec="utf-8", exclude_characters="\x00", exclude_categories=("Cs",)))


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


# -- what a spreadsheet does ------------------------------------------------------------------

NARVA = "{column:02}{row:02}"
ISKRA = "{column:02}.{row:02}"
BALTIC = "E{row}.{column:02}"


@pytest.mark.parametrize(
    ("damaged", "form", "hint"),
    [
        ("125", NARVA, "0125"),  # 0125 as a number
        ("7", NARVA, "0007"),
        ("1.2", ISKRA, "01.20"),  # 01.20 as a number
        ("17.4", ISKRA, "17.40"),
        ("1.05", ISKRA, "01.05"),
        ("Jan-48", ISKRA, "1 and 48"),  # 01.48 as a month
        ("12-Mar", ISKRA, "3 and 12"),
        ("12. Mar", ISKRA, "3 and 12"),
        ("may 05", ISKRA, "5 and 05"),
    ],
)
def test_damage_is_recognised(damaged: str, form: str, hint: str) -> None:
    said = spreadsheet_damage(damaged, form)
    assert hint in said
    assert said.endswith("format the column as text")


@pytest.mark.parametrize(
    ("text", "form"),
    [("0125", NARVA), ("17.40", ISKRA), ("E3.16", BALTIC), ("Narva", NARVA), ("", ISKRA)],
)
def test_what_is_whole_is_left_alone(text: str, form: str) -> None:
    assert spreadsheet_damage(text, form) == ""


@given(st.integers(1, 99), st.integers(1, 99))
def test_lost_zeros_of_any_hex_are_found_again(column: int, row: int) -> None:
    label = f"{column:02}.{row:02}"
    number = repr(float(label))  # what is left when a spreadsheet takes it for a number
    if number != label:
        assert f"perhaps {label})" in spreadsheet_damage(number, ISKRA)
