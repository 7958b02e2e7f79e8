"""The map of *Iskra* against the rulebook's hexes and against its own script."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from hexmarshal.game.basis import Basis
from hexmarshal.game.folders import shipped_root
from hexmarshal.game.hexfield import Edges, HexSet, members, without
from hexmarshal.game.load.tables import Row, read_table
from hexmarshal.game.places import find_place
from tests.game.maps import ShippedMap

# Section 15, hexes of combat units with an attack strength. Pontoniers (0-0-4, 13.3.1) and
# headquarters stand apart: they have no ZOC (4.2.1).
GERMAN = """
    32.07 32.08 32.06 33.05 32.10 32.11 31.09 32.04 31.12 31.14 31.15 32.29 33.29 25.27 33.18 31.22
"""
GERMAN_HQ = "20.06 22.23"
LENINGRAD = """
    01.23 02.24 03.26 05.28 06.29 06.30 07.32 08.33 09.35 08.32 09.39 10.36 09.36 10.37 11.40
"""
PONTONIERS = "08.33 08.34"
VOLKHOV = """
    34.25 34.26 34.27 34.18 34.19 34.20 34.12 34.13 34.14 34.15 34.16 34.23 34.24 33.12 33.13 34.11
    34.21 33.07 33.08 33.09 33.10 33.11 34.10 34.04 34.03
"""
SOVIET_HQ = "08.37 34.19 34.05"
NAVAL = "29.40 31.39"
"""The 55th Naval Brigade, on the ice and in no need of supply (13.3.2)."""
PERHAPS_MECHANISED = "07.32 09.39 34.12 33.12 34.04 31.12 32.04 31.22"
"""Tanks (T), and by way of precaution the anti-tank (PJ) and reconnaissance (R) units."""

CITY = "15.38 16.38 17.39 17.40 18.38 18.39"
MGA = "09.05 10.04 10.05 11.04 11.05 12.04"
HEIGHTS = "19.18 20.18"


MAP = ShippedMap("iskra", "frozen")
board, hexes, names, land = MAP.board, MAP.hexes, MAP.names, MAP.land


def circle(centre: str, radius: int) -> HexSet:
    found = hexes(centre)
    for _ in range(radius):
        found |= board().grid.spread(found)
    return found


def rows(table: str) -> list[Row]:
    return list(read_table(shipped_root() / "maps" / "iskra" / table))


# -- what the rulebook fixes ------------------------------------------------------------------


def test_the_grid_is_columns_01_to_34_and_rows_01_to_40() -> None:
    grid = board().grid
    assert len(grid) == 34 * 40
    around = sum(1 << n for n in grid.neighbours(grid.parse("17.39")))
    assert around == hexes("17.40 17.38 16.38 16.39 18.38 18.39")


@pytest.mark.parametrize(
    ("word", "labels", "rule"), [("city", CITY, "13.5"), ("hill", HEIGHTS, "14.2.2")]
)
def test_terrain_the_rulebook_names(word: str, labels: str, rule: str) -> None:
    assert board().terrain.of(word) == hexes(labels)
    for hex_ in members(hexes(labels)):
        assert board().terrain.basis_at(hex_) is Basis.RULEBOOK
    assert {row["source"] for row in rows("hexes.csv") if row["terrain"] == word} == {rule}


def test_the_example_of_1_2_1() -> None:
    b = board()
    assert b.terrain.at(b.grid.parse("13.39")) == ("frozen",)
    assert b.terrain.basis_at(b.grid.parse("13.39")) is Basis.RULEBOOK
    assert land() & hexes("13.40")


def test_01_20_and_02_20_are_ground_on_two_banks_of_the_neva() -> None:
    """8.8.1."""
    b = board()
    a, c = b.grid.parse("01.20"), b.grid.parse("02.20")
    d = b.grid.direction(a, c)
    assert d is not None
    assert b.hexsides.of("major river")[d] >> a & 1
    assert b.hexsides.basis_at(a, d) is Basis.RULEBOOK
    assert hexes("01.20") & ~b.area("west bank") == 0
    assert hexes("02.20") & ~b.area("east bank") == 0


@pytest.mark.parametrize(
    ("area", "labels"),
    [
        ("schluesselburg", CITY),
        ("schlüsselburg", CITY),
        ("mga", MGA),
        ("sinjavino heights", HEIGHTS),
    ],
)
def test_areas_the_rulebook_names(area: str, labels: str) -> None:
    assert board().areas[area].hexes == hexes(labels)
    assert board().areas[area].basis is Basis.RULEBOOK


def test_victory_points_of_14_3_1() -> None:
    """The hexes the text still names; the four it has lost stay lost, and Schlüsselburg counts
    for all its hexes together."""
    points = {
        board().grid.label(place.hexes[0]): (place.name, dict(place.points))
        for place in board().places
        if place.points
    }
    assert points == {
        "32.29": ("Lipka", {"vp": 1}),
        "11.33": ("Marino", {"vp": 1}),
        "06.25": ("Gorodok 1", {"vp": 1}),
        "08.27": ("Gorodok 2", {"vp": 1}),
        "04.23": ("Dubrovka", {"vp": 1}),
    }


def test_all_eight_workers_villages_are_there_and_on_the_narrow_gauge() -> None:
    """14.3.1 names them, without hexes."""
    b = board()
    rails = b.paths.hexes("narrow gauge")
    found = [p for p in b.places if p.name.startswith("Workers Village")]
    assert sorted(p.name[-1] for p in found) == list("12345678")
    for place in found:
        assert place.basis is not Basis.RULEBOOK
        assert rails >> place.hexes[0] & 1, place.name


def test_the_transmission_line_crosses_the_map_and_is_no_road() -> None:
    """1.2.8."""
    (run,) = [run for run in board().paths.runs if run.kind == "power line"]
    grid = board().grid
    assert (grid.label(run.hexes[0]), grid.label(run.hexes[-1])) == ("01.11", "34.11")
    assert len(run.hexes) == 34


# -- the set-up of section 15 -----------------------------------------------------------------


def test_the_leningrad_front_stands_on_the_right_bank_and_all_others_on_the_left() -> None:
    b = board()
    west, east = b.area("west bank"), b.area("east bank")
    assert west | east == land()
    assert west & east == 0
    assert names(hexes(f"{LENINGRAD} {PONTONIERS} 08.37") & ~west) == []
    assert names(hexes(f"{GERMAN} {GERMAN_HQ} {VOLKHOV} 34.19 34.05 {CITY}") & ~east) == []


def test_the_naval_brigade_stands_on_the_ice_of_ladoga() -> None:
    assert names(hexes(NAVAL) & ~board().area("lake ladoga")) == []


def test_the_11th_brigade_has_its_whole_circle_on_the_right_bank() -> None:
    """15.2: within 1 of 01.22."""
    assert names(circle("01.22", 1)) == ["01.21", "01.22", "01.23", "02.21", "02.22"]
    assert names(circle("01.22", 1) & ~board().area("west bank")) == []


def test_the_garrison_s_circle_holds_ground_for_its_three_units() -> None:
    """15.1: within 3 of 17.38, three units, two to a hex, none on the Neva (5.2.8)."""
    ground = circle("17.38", 3) & board().area("east bank")
    assert names(hexes(CITY) & ~ground) == []
    assert ground.bit_count() > 12


def test_nobody_starts_where_his_kind_may_not_go() -> None:
    """5.2.8 keeps Germans off the Neva, 5.2.9 Soviet mechanised units, 8.3.4 keeps these out of
    swamps."""
    b = board()
    everybody = hexes(f"{GERMAN} {GERMAN_HQ} {LENINGRAD} {PONTONIERS} {VOLKHOV} {SOVIET_HQ}")
    assert names(everybody & b.terrain.of("frozen")) == []
    assert names(hexes(PERHAPS_MECHANISED) & b.terrain.of("swamp", "frozen")) == []


# -- the Neva, the lake, the canals -----------------------------------------------------------


def test_the_neva_parts_the_banks() -> None:
    b = board()
    start = hexes("08.33")
    river = b.hexsides.of("major river")
    assert b.grid.flood(start, land(), river) == b.area("west bank")
    assert b.grid.flood(start, land() | b.area("neva"), river) & b.area("east bank")


def test_without_any_one_of_its_hexsides_the_neva_would_leak() -> None:
    b = board()
    river = b.hexsides.of("major river")
    seen = 0
    for d in range(3):
        for hex_ in members(river[d]):
            other = b.grid.neighbour(hex_, d)
            assert other is not None
            leaky = without(river, b.grid.edge(hex_, other))
            assert b.grid.flood(hexes("08.33"), land(), leaky) & b.area("east bank")
            seen += 1
    assert seen == 8


def test_the_neva_is_one_river_from_its_source_in_ladoga() -> None:
    b = board()
    neva, ladoga = b.area("neva"), b.area("lake ladoga")
    assert neva | ladoga == b.terrain.of("frozen")
    assert neva & ladoga == 0
    assert b.grid.flood(hexes("13.39"), neva) == neva & ~hexes("18.40")  # 17.40 is at the edge
    assert b.grid.flood(hexes("31.39"), ladoga) == ladoga
    assert b.grid.spread(neva) & ladoga
    assert b.grid.spread(neva) & hexes("02.22")
    for city in members(hexes("15.38 16.38 17.40")):
        assert b.grid.spread(1 << city) & neva


def test_all_the_neva_s_hexsides_are_frozen_and_between_ground() -> None:
    """5.2.3, 8.8.1: hexsides where there is ground on both sides, else whole frozen hexes."""
    b = board()
    river, frozen = b.hexsides.of("major river"), b.hexsides.of("frozen")
    assert river == frozen
    for d in range(6):
        assert names(river[d] & ~land()) == []


def test_canal_hexsides_count_as_minor_rivers() -> None:
    """5.2.6."""
    b = board()
    canal, minor = b.hexsides.of("canal"), b.hexsides.of("minor river")
    for d in range(6):
        assert canal[d] & ~minor[d] == 0


def test_the_canal_parts_the_shore_from_the_inland_as_far_as_the_east_edge() -> None:
    b = board()
    canal = b.hexsides.of("canal")
    shore = b.grid.flood(hexes("25.32"), b.area("east bank"), canal)
    assert shore & hexes("19.37 30.29 34.29")
    assert names(shore & hexes("17.38 21.33 25.30 32.28 34.27")) == []
    assert names(shore & ~circle_of(b.area("lake ladoga"), 2)) == []


def circle_of(found: HexSet, radius: int) -> HexSet:
    for _ in range(radius):
        found |= board().grid.spread(found)
    return found


def test_lipka_lies_between_the_two_canals() -> None:
    b = board()
    old = {frozenset((r["a"], r["b"])) for r in rows("hexsides.csv") if "Old Ladoga" in r["note"]}
    new = {frozenset((r["a"], r["b"])) for r in rows("hexsides.csv") if "New Ladoga" in r["note"]}
    assert frozenset(("32.28", "32.29")) in old
    assert len(old & new) > 30
    assert new - old
    assert b.grid.spread(hexes("32.29")) & b.area("lake ladoga")


def test_pontoon_bridges_lie_on_the_neva_with_a_road_from_bank_to_bank() -> None:
    """13.3.1; a bridge of one hex must reach from bank to bank."""
    b = board()
    sites = b.area("pontoon bridge")
    assert sites.bit_count() == 5
    assert names(sites & ~b.area("neva")) == []
    assert b.areas["pontoon bridge"].basis is Basis.HOUSE
    trails = b.paths.hexes("winter trail")
    roads = b.paths.hexes("road")
    assert trails & b.area("neva") == sites
    for hex_ in members(sites):
        around = b.grid.spread(1 << hex_)
        assert around & b.area("west bank") & trails
        assert around & b.area("east bank") & trails
    for run in b.paths.runs:
        if run.kind == "winter trail":
            assert roads >> run.hexes[0] & 1
            assert roads >> run.hexes[-1] & 1


def test_nothing_else_leads_over_the_neva() -> None:
    b = board()
    for run in b.paths.runs:
        if run.kind not in ("winter trail", "power line"):
            assert names(sum(1 << h for h in run.hexes) & b.terrain.of("frozen")) == [], run.name
            edges = b.paths.edges(b.grid, run.kind)
            assert all(edges[d] & b.hexsides.of("major river")[d] == 0 for d in range(6))


# -- railways, roads, entries, sources --------------------------------------------------------


def test_the_black_railways_meet_in_mga_and_leave_by_the_edges() -> None:
    b = board()
    left = b.paths.hexes("railway") & b.area("east bank")
    net = along(hexes("10.05"), left, b.paths.edges(b.grid, "railway"))
    assert net == left
    for entry in ("D", "F", "H", "I"):
        assert net >> b.entries[entry].hexes[0] & 1, entry
    assert net & hexes("10.05 11.05")
    right = b.paths.hexes("railway") & b.area("west bank")
    assert right >> b.entries["L"].hexes[0] & 1


def along(start: HexSet, within: HexSet, edges: Edges) -> HexSet:
    """What can be reached along paths alone."""
    e = tuple(board().grid.all & ~edges[d] for d in range(6))
    return board().grid.flood(start, within, (e[0], e[1], e[2], e[3], e[4], e[5]))


def test_the_entries_are_those_the_text_names() -> None:
    """15.3 and 19.1 name all letters from A to O but E."""
    b = board()
    assert sorted(b.entries) == list("ABCDFGHIJKLMNO")
    assert {n for n, e in b.entries.items() if e.side == "german"} == set("FGHI")
    for entry in b.entries.values():
        assert entry.basis is Basis.HOUSE
        for hex_ in entry.hexes:
            assert b.edge_hexes(entry.edge) >> hex_ & 1, entry.name
    roads = b.paths.hexes("road", "railway")
    for name in "AL":  # tanks come on here
        assert roads >> b.entries[name].hexes[0] & 1, name
    assert b.paths.hexes("railway") >> b.entries["F"].hexes[0] & 1


def test_sources_lie_on_their_edges_and_on_paths_of_their_side() -> None:
    b = board()
    assert {s.side for s in b.sources} == {"german", "soviet"}
    for source in b.sources:
        assert source.basis is Basis.HOUSE
        assert b.edge_hexes(source.edge) >> source.hex & 1
        assert carriers() >> source.hex & 1
        if source.side == "german":
            assert source.edge in ("west", "south")
            assert b.area("east bank") >> source.hex & 1


def test_every_place_lies_on_a_path_and_paths_hang_together() -> None:
    b = board()
    roads = carriers()
    for place in b.places:
        if place.kind in {"village", "town", "city", "station"}:
            assert any(roads >> h & 1 for h in place.hexes), place.name
    ends = sum({1 << s.hex for s in b.sources})
    assert names(roads & ~along(ends, b.grid.all, carrier_edges())) == []


def test_no_road_is_drawn_twice() -> None:
    b = board()
    seen: set[tuple[int, int]] = set()
    for run in b.paths.runs:
        if run.kind in {"road", "track", "winter trail"}:
            for a, c in pairwise(run.hexes):
                link = (min(a, c), max(a, c))
                assert link not in seen, (run.name, b.grid.label(a), b.grid.label(c))
                seen.add(link)


def test_bridges_stand_only_where_roads_and_railways_cross_small_rivers() -> None:
    b = board()
    crossed = b.paths.edges(b.grid, "road", "railway")
    bridges, small = b.hexsides.of("bridge"), b.hexsides.of("minor river")
    for d in range(6):
        assert bridges[d] == crossed[d] & small[d]


# -- honesty ----------------------------------------------------------------------------------


def test_basis_of_every_datum_is_honest() -> None:
    """Only the rulebook's own hexes are `rulebook`, only data sets give `reconstructed`."""
    from tools.maps.ground import DATA_SETS

    tables = ("hexes", "hexsides", "paths", "areas", "entries", "sources", "places", "lines")
    for table in tables:
        for row in rows(f"{table}.csv"):
            basis, source = row["basis"], row["source"]
            assert basis in {"rulebook", "reconstructed", "house"}
            assert (basis == "rulebook") <= bool(re.match(r"\d+\.\d+", source)), row.cells
            assert (basis == "reconstructed") <= source.startswith(DATA_SETS), row.cells


def test_woods_swamps_and_the_neva_are_guesses() -> None:
    b = board()
    guessed = b.terrain.of("woods", "swamp", "pond") | (b.area("neva") & ~hexes("13.39"))
    for hex_ in members(guessed):
        assert b.terrain.basis_at(hex_) is Basis.HOUSE


# -- boxes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("Refit side of Grounded Box", "refit"),
        ("Grounded Box", "grounded"),
        ("13th Air Army Box", "air-army-13"),
        ("14th Air Army Box", "air-army-14"),
        ("Luftwaffe Box", "luftflotte-1"),
    ],
)
def test_the_places_of_15_s_air_units_are_boxes(text: str, box: str) -> None:
    found = next(b for b in board().boxes if b.id == box)
    assert find_place(board(), text) == found.title


def test_the_turn_track_has_ten_turns() -> None:
    """17.0 speaks of turns 6 to 10."""
    (track,) = [box for box in board().boxes if box.kind == "turn-track"]
    assert track.spaces == tuple(str(turn) for turn in range(1, 11))


# -- supply at set-up -------------------------------------------------------------------------


def test_who_traces_supply_at_set_up_and_who_does_not() -> None:
    """11.1 over the net that geography gives. 11.4 puts all in supply on turn 1 all the same."""
    assert untraced("german") == []
    assert untraced("soviet") == ["34.18", "34.19", "34.20", "34.21"]


def carriers() -> HexSet:
    """The hexes whose roads, tracks, trails or rails carry supply (11.1)."""
    kinds = {run.kind for run in board().paths.runs} - {"power line"}
    return board().paths.hexes(*kinds)


def carrier_edges() -> Edges:
    kinds = {run.kind for run in board().paths.runs} - {"power line"}
    return board().paths.edges(board().grid, *kinds)


def untraced(side: str) -> list[str]:
    """The set-up hexes of a side that no supply line reaches: from hex to hex along a path, or
    into or out of a hex with a friend."""
    b, soviet = board(), f"{LENINGRAD} {VOLKHOV}"
    if side == "german":
        own, foes, enemy = hexes(f"{GERMAN} {GERMAN_HQ}"), hexes(f"{soviet} {NAVAL}"), hexes(soviet)
        foes |= hexes(f"{SOVIET_HQ} {PONTONIERS}")
    else:
        own, foes = hexes(f"{soviet} {SOVIET_HQ} {PONTONIERS}"), hexes(f"{GERMAN} {GERMAN_HQ}")
        enemy = hexes(GERMAN)
    neva, river = b.area("neva"), b.hexsides.of("major river")
    ezoc = b.grid.spread(enemy, river)
    shut = neva if side == "german" else 0
    open_ = (carriers() | own) & ~foes & ~shut & ~(ezoc & ~own & ~neva)
    reached = sum({1 << s.hex for s in b.sources if s.side == side}) & open_
    edges = carrier_edges()
    while True:
        grown = reached
        for d in range(6):
            dry = reached & ~river[d] if side == "german" else reached
            grown |= open_ & b.grid.step(dry & (edges[d] | own), d)
            grown |= open_ & own & b.grid.step(dry, d)
        if grown == reached:
            return names(own & ~reached)
        reached = grown
