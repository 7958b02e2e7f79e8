"""Printed hex numbers: in and out, on the numberings of three published maps."""

from __future__ import annotations

import json
from pathlib import Path
from string import ascii_uppercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.game.hexgrid import Cell, Orientation, centre, distance
from hexmarshal.game.numbering import LabelError, MapSheet, Numbering
from tests.game.numberings import BALTIC_GAP, BY_TITLE, ISKRA, NARVA

VECTORS = json.loads((Path(__file__).parent / "geometry_vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['game'][:6]} {v['a']} {v['b']}")
def test_distances_that_the_rules_imply(vector: dict[str, object]) -> None:
    numbering = BY_TITLE[str(vector["game"])]
    a, b = numbering.parse(str(vector["a"])), numbering.parse(str(vector["b"]))
    assert distance(a, b, numbering.orientation) == vector["distance"], vector["reason"]


def test_all_vectors_are_there() -> None:
    assert len(VECTORS) == 69


numberings = st.builds(
    Numbering,
    st.sampled_from(list(Orientation)),
    st.sampled_from(
        ["{column:02}{row:02}", "{column}.{row}", "X{row:03}-{column}", "{row}{column:A}"]
    ).map(lambda form: (MapSheet("", form, 1, 7, 0, 5),)),
    st.sampled_from(["odd", "even"]),
    st.just("south"),
    st.sampled_from(["east", "west"]),
    st.sampled_from(["north", "south"]),
).flatmap(
    lambda n: st.sampled_from(
        ["north", "south"] if n.orientation is Orientation.FLAT else ["east", "west"]
    ).map(
        lambda toward: Numbering(
            n.orientation, n.sheets, n.shifted, toward, n.columns_grow, n.rows_grow
        )
    )
)


@settings(deadline=None)
@given(numberings)
def test_labels_and_cells_are_one_to_one(numbering: Numbering) -> None:
    labels = numbering.labels()
    assert len(labels) == len(set(labels.values())) == 7 * 6
    assert all(numbering.parse(label) == cell for label, cell in labels.items())
    assert all((cell.x + cell.y) % 2 == 0 for cell in labels.values())


@given(numberings)
def test_numbers_grow_as_the_numbering_says(numbering: Numbering) -> None:
    def at(column: int, row: int) -> tuple[float, float]:
        return centre(numbering.cell(column, row), numbering.orientation)

    (x0, y0), (x2, _), (_, y2) = at(2, 2), at(4, 2), at(2, 4)
    assert (x2 > x0) == (numbering.columns_grow == "east")
    assert (y2 > y0) == (numbering.rows_grow == "north")


@given(numberings)
def test_shifted_lines_lie_half_a_hex_toward_where_the_numbering_says(n: Numbering) -> None:
    odd = n.shifted == "odd"
    flat = n.orientation is Orientation.FLAT
    shifted, other = (3, 4) if odd else (4, 3)
    lines = [(shifted, 2), (other, 2)] if flat else [(2, shifted), (2, other)]
    (mx, my), (ox, oy) = (centre(n.cell(*line), n.orientation) for line in lines)
    off = my - oy if flat else mx - ox
    assert off == pytest.approx(0.5 if n.toward in {"north", "east"} else -0.5)


@pytest.mark.parametrize(
    ("numbering", "text", "same"),
    [
        (BALTIC_GAP, "E03.16", "E3.16"),
        (BALTIC_GAP, "e3.16", "E3.16"),
        (BALTIC_GAP, "W05.12", "W5.12"),
        (BALTIC_GAP, "E38.35", "W38.01"),  # the sheets' shared column
        (NARVA, " 0125 ", "0125"),
    ],
)
def test_spellings_of_one_hex(numbering: Numbering, text: str, same: str) -> None:
    assert numbering.parse(text) == numbering.parse(same)


@pytest.mark.parametrize(
    ("numbering", "text", "message"),
    [
        (NARVA, "3546", r"'3546' is off the map: columns run 1-34, rows 1-45"),
        (NARVA, "0000", r"off the map"),
        (NARVA, "125", r"'125' is not a hex number of this map; expected one like 0145"),
        (NARVA, "01.25", r"is not a hex number"),
        (NARVA, "", r"is not a hex number"),
        (ISKRA, "1.20", r"expected one like 01\.40"),
        (ISKRA, "01x20", r"is not a hex number"),
        (BALTIC_GAP, "E63.01", r"rows 1-62 on sheet East \(read as column 1, row 63\)"),
        (BALTIC_GAP, "E3.1", r"expected one like E62\.01 or W62\.01"),
        (BALTIC_GAP, "N3.16", r"is not a hex number"),
    ],
)
def test_what_is_no_number_is_explained(numbering: Numbering, text: str, message: str) -> None:
    with pytest.raises(LabelError, match=message):
        numbering.parse(text)


def test_letters_count_as_wargames_do() -> None:
    numbering = Numbering(Orientation.FLAT, (MapSheet("", "{column:A}{row}", 1, 54, 1, 10),))
    labels = list(numbering.labels())
    assert labels[::10] == [
        f"{x}1" for x in [*ascii_uppercase, *(2 * x for x in ascii_uppercase), "AAA", "BBB"]
    ]
    assert numbering.parse("aa10") == numbering.cell(27, 10)
    assert "BBB10" in numbering
    assert "AB1" not in numbering  # as spreadsheets count
    with pytest.raises(LabelError, match=r"'CCC1' is off the map.*\(read as column 55, row 1\)"):
        numbering.parse("CCC1")


def test_the_later_sheets_name_comes_first() -> None:
    labels = list(BALTIC_GAP.labels())
    assert labels.index("W38.01") < labels.index("E38.35")


@given(st.text(max_size=8) | st.from_regex(r"[EWew]?[0-9]{1,3}\.?[0-9]{0,3}", fullmatch=True))
def test_any_text_is_a_hex_or_explained(text: str) -> None:
    for numbering in (NARVA, ISKRA, BALTIC_GAP):
        try:
            cell = numbering.parse(text)
        except LabelError:
            continue
        assert cell in numbering.labels().values()


def test_two_sheets_may_stand_one_above_the_other() -> None:
    numbering = Numbering(
        Orientation.FLAT,
        (
            MapSheet("South", "S{column:02}{row:02}", 1, 4, 1, 5),
            MapSheet("North", "N{column:02}{row:02}", 1, 4, 1, 5, row_offset=5),
        ),
    )
    assert numbering.parse("N0201") == Cell(2, numbering.parse("S0205").y + 2)
