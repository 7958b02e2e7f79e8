"""Paths to a source, compared with a search that does not use bit sets."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexmarshal.game.hexfield import NO_EDGES, Edges, HexField, HexSet, union
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.numbering import MapSheet, Numbering
from hexmarshal.game.ruleset import SupplyRules
from hexmarshal.rules.supply.lines import LimitedLines, SupplyLines

FIELD = HexField(
    Numbering(
        orientation=Orientation.FLAT,
        sheets=(MapSheet("", "{column:02}{row:02}", 1, 6, 1, 5, 0, 0),),
        shifted="odd",
        toward="south",
        columns_grow="east",
        rows_grow="north",
    )
)
HEXES = sorted(FIELD.numbers)
SIDES = [(a, b) for a in HEXES for b in FIELD.neighbours(a) if a < b]

hexes = st.sets(st.sampled_from(HEXES)).map(lambda found: sum(1 << h for h in found))
sides = st.sets(st.sampled_from(SIDES), max_size=25)


def edges(pairs: set[tuple[int, int]]) -> Edges:
    return union(FIELD.edge(a, b) for a, b in pairs) if pairs else NO_EDGES


@st.composite
def nets(draw: st.DrawFn) -> tuple[SupplyLines, set[tuple[int, int]]]:
    """A set of supply lines, and the hexsides closed to it."""
    free, barred, sources = draw(hexes), draw(hexes), draw(hexes)
    closed = draw(sides)
    return SupplyLines(FIELD, sources, free & ~barred, edges(closed), barred), closed


def best(net: SupplyLines, closed: set[tuple[int, int]], start: int) -> tuple[int, int] | None:
    """The fewest barred hexes, then the fewest hexsides, from `start` to a source, hex by hex."""
    todo, done = [(0, 0, start)], set()
    while todo:
        bars, length, here = heapq.heappop(todo)
        if here in done:
            continue
        done.add(here)
        inside = (net.open_ | net.barred) >> here & 1
        if net.sources >> here & 1 and inside and (here != start or net.open_ >> here & 1):
            return bars, length
        for beyond in FIELD.neighbours(here):
            if (min(here, beyond), max(here, beyond)) in closed:
                continue
            if (net.open_ | net.barred) >> beyond & 1:
                cost = net.barred >> beyond & 1
                heapq.heappush(todo, (bars + cost, length + 1, beyond))
    return None


@given(nets(), st.sampled_from(HEXES))
@settings(max_examples=200)
def test_a_way_is_open_and_as_short_as_can_be(
    drawn: tuple[SupplyLines, set[tuple[int, int]]], start: int
) -> None:
    net, closed = drawn
    way = net.path(start)
    found = best(net, closed, start)
    assert bool(way) == (found is not None and found[0] == 0) == bool(net.reach >> start & 1)
    if way:
        assert found is not None
        assert way[0] == start
        assert len(way) - 1 == found[1]
        assert net.sources >> way[-1] & 1
        assert all(net.open_ >> hex_ & 1 for hex_ in way[1:])
        for a, b in pairwise(way):
            assert b in FIELD.neighbours(a)
            assert (min(a, b), max(a, b)) not in closed


def opened(net: SupplyLines, hexes_: tuple[int, ...]) -> SupplyLines:
    free = sum(1 << h for h in hexes_)
    return SupplyLines(net.grid, net.sources, net.open_ | free, net.blocked, net.barred & ~free)


@given(nets(), st.sampled_from(HEXES))
@settings(max_examples=150)
def test_a_cut_is_the_smallest_then_shortest_then_lowest(
    drawn: tuple[SupplyLines, set[tuple[int, int]]], start: int
) -> None:
    net, _ = drawn
    if net.barred >> start & 1:
        return  # the unit's own hex is never barred to it
    cut = net.cut(start)
    barred = [h for h in HEXES if net.barred >> h & 1]
    if net.path(start):
        assert cut == ()
        return
    labels = sorted(barred, key=FIELD.label)
    for size in range(1, min(3, len(labels)) + 1):
        ways = {
            chosen: way
            for chosen in combinations(labels, size)
            if (way := opened(net, chosen).path(start))
        }
        if ways:
            shortest = min(len(way) for way in ways.values())
            wanted = min(
                tuple(FIELD.label(h) for h in chosen)
                for chosen, way in ways.items()
                if len(way) == shortest
            )
            assert tuple(FIELD.label(h) for h in cut) == wanted
            return
    assert len(cut) == 0 or len(cut) > 3 or len(labels) < len(cut)


def line_of(*labels: str) -> HexSet:
    return FIELD.set(labels)


def test_one_barred_hex_on_a_long_way_beats_two_on_a_short_one() -> None:
    straight, round_ = line_of("0302", "0303"), line_of("0201", "0203")
    source = line_of("0304")
    net = SupplyLines(FIELD, source, source | round_, NO_EDGES, straight | line_of("0202"))
    assert [FIELD.label(h) for h in net.cut(FIELD.parse("0301"))] == ["0202"]


def test_terrain_that_nobody_opens_gives_no_cut() -> None:
    net = SupplyLines(FIELD, line_of("0101"), line_of("0101"), NO_EDGES, line_of("0605"))
    assert net.cut(FIELD.parse("0404")) == ()
    assert net.path(FIELD.parse("0404")) == ()


@pytest.mark.parametrize("start", ["0101", "0102"])
def test_the_unit_may_stand_on_the_source_or_beside_it(start: str) -> None:
    net = SupplyLines(FIELD, line_of("0101"), line_of("0101"), NO_EDGES)
    assert net.path(FIELD.parse(start))[-1] == FIELD.parse("0101")


# -- lines with a greatest length -----------------------------------------------------------------


SMALL = HexField(Numbering(Orientation.FLAT, (MapSheet("", "{column:02}{row:02}", 1, 3, 1, 3),)))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_tethered_way_is_the_best_of_all_ways(data: st.DataObject) -> None:
    numbers = sorted(SMALL.numbers)
    pairs = [(a, b) for a in numbers for b in SMALL.neighbours(a) if a < b]
    some = st.sets(st.sampled_from(numbers)).map(lambda found: sum(1 << h for h in found))
    open_, barred, sources = data.draw(some), data.draw(some), data.draw(some)
    closed = data.draw(st.sets(st.sampled_from(pairs), max_size=4))
    free = data.draw(st.sets(st.sampled_from(pairs), max_size=8))
    limit, start = data.draw(st.integers(0, 4)), data.draw(st.sampled_from(numbers))

    def side(pairs: set[tuple[int, int]]) -> Edges:
        return union(SMALL.edge(a, b) for a, b in pairs) if pairs else NO_EDGES

    barred &= ~(1 << start)  # the unit's own hex is never barred to it
    net = LimitedLines(SMALL, sources, open_ & ~barred, side(closed), barred, limit, side(free))
    ways = list(_ways(net, closed, free, start))
    bars = [sum(net.barred >> h & 1 for h in way[1:]) for way in ways]
    assert bool(net.path(start)) == (0 in bars) == bool(net.reach >> start & 1)
    if 0 in bars:
        assert net.path(start) in [way for way, count in zip(ways, bars, strict=True) if not count]
        assert net.cut(start) == ()
    elif ways:
        cut = net.cut(start)
        assert len(cut) == min(bars)
        assert any(set(cut) == {h for h in w[1:] if net.barred >> h & 1} for w in ways)
    else:
        assert net.cut(start) == ()


def _ways(
    net: LimitedLines, closed: set[tuple[int, int]], free: set[tuple[int, int]], start: int
) -> Iterator[tuple[int, ...]]:
    """Every path without a loop and within the limit, hex by hex."""
    todo: list[tuple[int, tuple[int, ...]]] = [(0, (start,))]
    while todo:
        length, way = todo.pop()
        here = way[-1]
        inside = net.open_ if len(way) == 1 else net.open_ | net.barred
        if (net.sources & inside) >> here & 1:
            yield way
        for beyond in SMALL.neighbours(here):
            pair = (min(here, beyond), max(here, beyond))
            longer = length + (pair not in free)
            passable = (net.open_ | net.barred) >> beyond & 1
            if passable and pair not in closed and beyond not in way and longer <= net.limit:
                todo.append((longer, (*way, beyond)))


@pytest.mark.parametrize(("length", "most"), [("8", 8), ("any", None), ("untold", None)])
def test_rules_say_how_long_a_line_may_be(length: str, most: int | None) -> None:
    told = {"rule": "7", "phase": "supply", "sources": {"rule": "7.2"}, "length": length}
    assert SupplyRules.model_validate(told).most == most
