"""Sets of hexes as integers against plain sets of cells."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.game.hexfield import NO_EDGES, Edges, HexField, members, union, without
from hexmarshal.game.hexgrid import DIRECTIONS, Orientation, opposite
from hexmarshal.game.numbering import LabelError, MapSheet, Numbering
from tests.game.numberings import BALTIC_GAP, ISKRA, NARVA


def small(orientation: Orientation, shifted: str, toward: str) -> HexField:
    sheet = MapSheet("", "{column:02}{row:02}", 1, 7, 1, 6)
    return HexField(Numbering(orientation, (sheet,), shifted, toward, rows_grow="south"))


TWO_SHEETS = HexField(
    Numbering(
        Orientation.POINTY,
        (
            MapSheet("E", "E{row}.{column:02}", 1, 4, 1, 7),
            MapSheet("W", "W{row}.{column:02}", 1, 4, 1, 5, column_offset=3),
        ),
        toward="east",
        columns_grow="west",
    )
)
FIELDS = [
    small(Orientation.FLAT, "odd", "south"),
    small(Orientation.FLAT, "even", "north"),
    small(Orientation.POINTY, "odd", "east"),
    small(Orientation.POINTY, "even", "west"),
    TWO_SHEETS,  # not a rectangle: its shared column has two names, its corner is missing
]
fields = st.sampled_from(FIELDS)


@st.composite
def boards(draw: st.DrawFn) -> tuple[HexField, int, int, Edges]:
    """A field, a hex of it, open hexes, and hexsides that block."""
    field = draw(fields)
    numbers = sorted(field.numbers)
    start = draw(st.sampled_from(numbers))
    open_ = sum(1 << n for n in draw(st.sets(st.sampled_from(numbers))))
    walls = NO_EDGES
    for n in draw(st.sets(st.sampled_from(numbers), max_size=8)):
        for other in field.neighbours(n)[:2]:
            walls = union([walls, field.edge(n, other)])
    return field, start, open_, walls


def flooded(field: HexField, start: int, open_: int, walls: Edges) -> dict[int, int]:
    """Steps to every hex that is reached, found hex by hex."""
    steps = {start: 0}
    queue = [start]
    for here in queue:
        for d in DIRECTIONS:
            there = field.neighbour(here, d)
            if there is None or there in steps or not open_ >> there & 1 or walls[d] >> here & 1:
                continue
            steps[there] = steps[here] + 1
            queue.append(there)
    return steps


# -- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbering", "count"),
    [(NARVA, 34 * 45), (ISKRA, 34 * 40), (BALTIC_GAP, 69 * 62)],
)
def test_every_hex_has_one_number(numbering: Numbering, count: int) -> None:
    field = HexField(numbering)
    assert len(field) == field.all.bit_count() == count
    for number in field.numbers:
        assert field.parse(field.label(number)) == number


def test_a_shared_hex_bears_the_later_sheets_name_and_answers_to_both() -> None:
    field = HexField(BALTIC_GAP)
    cesis = field.parse("E38.35")
    assert field.label(cesis) == "W38.01"
    assert field.aliases(cesis) == ("E38.35",)
    assert field.parse("w38.01") == cesis
    assert field.aliases(field.parse("E3.16")) == ()


def test_find_asks_where_parse_insists() -> None:
    field = HexField(NARVA)
    assert field.find("3546") is None
    with pytest.raises(LabelError):
        field.parse("3546")
    with pytest.raises(LabelError):
        field.set(["3030", "3546"])


def test_sets_by_name() -> None:
    field = HexField(NARVA)
    narva = field.set(["3030", "3029", "3028", "2930"])
    assert field.labels(narva) == ["2930", "3028", "3029", "3030"]
    assert {field.label(h) for h in members(narva)} == set(field.labels(narva))


# -- neighbours -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbering", "hex_", "around"),
    [  # by the neighbour rules of columns and rows, clockwise from north or north-east
        (NARVA, "1820", "1821 1921 1920 1819 1720 1721"),
        (NARVA, "1921", "1922 2021 2020 1920 1820 1821"),
        (ISKRA, "16.38", "16.39 17.39 17.38 16.37 15.38 15.39"),
        (BALTIC_GAP, "E4.16", "E5.16 E4.15 E3.16 E3.17 E4.17 E5.17"),
        (BALTIC_GAP, "E3.16", "E4.15 E3.15 E2.15 E2.16 E3.17 E4.16"),
    ],
)
def test_neighbours_on_the_maps(numbering: Numbering, hex_: str, around: str) -> None:
    field = HexField(numbering)
    assert [field.label(n) for n in field.neighbours(field.parse(hex_))] == around.split()


def test_the_field_ends_at_its_edges() -> None:
    field = HexField(NARVA)
    corner = field.parse("0101")  # odd columns lie south, so nothing is left of it or below
    assert [field.label(n) for n in field.neighbours(corner)] == ["0102", "0201"]


@given(fields)
def test_neighbours_are_mutual(field: HexField) -> None:
    for here in field.numbers:
        for d in DIRECTIONS:
            there = field.neighbour(here, d)
            if there is not None:
                assert field.neighbour(there, opposite(d)) == here
                assert field.direction(here, there) == d
                assert field.distance(here, there) == 1


# -- sets -------------------------------------------------------------------------------------


@given(boards())
def test_spread_is_the_union_of_neighbours(board: tuple[HexField, int, int, Edges]) -> None:
    field, _, hexes, walls = board
    wanted = set()
    for here in members(hexes):
        for d in DIRECTIONS:
            there = field.neighbour(here, d)
            if there is not None and not walls[d] >> here & 1:
                wanted.add(there)
    assert set(members(field.spread(hexes, walls))) == wanted


@given(boards())
def test_flood_reaches_what_a_walk_reaches(board: tuple[HexField, int, int, Edges]) -> None:
    field, start, open_, walls = board
    reached = field.flood(1 << start, open_, walls)
    assert set(members(reached)) == set(flooded(field, start, open_, walls))


@given(boards())
def test_path_is_a_shortest_walk(board: tuple[HexField, int, int, Edges]) -> None:
    field, start, open_, walls = board
    steps = flooded(field, start, open_, walls)
    for goal in field.numbers:
        way = field.path(start, 1 << goal, open_, walls)
        if goal not in steps:
            assert way == []
            continue
        assert (way[0], way[-1], len(way)) == (start, goal, steps[goal] + 1)
        for here, there in pairwise(way):
            d = field.direction(here, there)
            assert d is not None
            assert not walls[d] >> here & 1
            assert open_ >> there & 1


@settings(max_examples=25)
@given(fields, st.data())
def test_on_open_ground_distance_is_the_length_of_the_walk(
    field: HexField, data: st.DataObject
) -> None:
    start = data.draw(st.sampled_from(sorted(field.numbers)))
    steps = flooded(field, start, field.all, NO_EDGES)
    for there, n in steps.items():
        assert n >= field.distance(start, there)
        if field is not TWO_SHEETS:  # a rectangle is convex enough: no detour round its rim
            assert n == field.distance(start, there)


@given(fields, st.integers(0, 4), st.data())
def test_within_is_what_lies_no_further(field: HexField, radius: int, data: st.DataObject) -> None:
    centre = data.draw(st.sampled_from(sorted(field.numbers)))
    near = {n for n in field.numbers if field.distance(centre, n) <= radius}
    assert set(members(field.within(centre, radius))) == near


@given(st.sets(st.integers(0, 200)))
def test_members_gives_back_what_a_set_was_made_of(numbers: set[int]) -> None:
    assert list(members(sum(1 << n for n in numbers))) == sorted(numbers)


# -- hexsides ---------------------------------------------------------------------------------


def test_a_hexside_is_seen_from_both_its_hexes() -> None:
    field = HexField(NARVA)
    a, b = field.parse("3030"), field.parse("3130")  # 3130 lies south-east of 3030
    river = field.edge(a, b)
    assert river == field.edge(b, a)
    assert [mask.bit_count() for mask in river] == [0, 0, 1, 0, 0, 1]
    assert without(river, river) == NO_EDGES


def test_hexes_that_do_not_touch_share_no_hexside() -> None:
    field = HexField(NARVA)
    with pytest.raises(ValueError, match="3030 and 3230 share no hexside"):
        field.edge(field.parse("3030"), field.parse("3230"))


@given(boards(), boards())
def test_union_and_difference_of_hexsides(
    one: tuple[HexField, int, int, Edges], two: tuple[HexField, int, int, Edges]
) -> None:
    a, b = one[3], two[3]
    both = union([a, b])
    for d in DIRECTIONS:
        assert both[d] == a[d] | b[d]
        assert without(both, b)[d] == a[d] & ~b[d]
