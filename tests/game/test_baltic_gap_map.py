"""The map of *Baltic Gap*: what the rulebook fixes, and that the rest hangs together.

Expected hexes and values are the rulebook's (rule numbers beside them); properties such as "the
Daugava parts the land" are checked with the hex algebra itself.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from hexmarshal.game.basis import Basis
from hexmarshal.game.folders import shipped_root
from hexmarshal.game.hexfield import Edges, HexSet, members, union, without
from hexmarshal.game.load.tables import read_table
from tests.game.maps import ShippedMap

# The POP list of 6.0, with the corrections of Ludza and Mazeikiai.
POP = {
    "Estonia": """
        4 Parnu W55.07, 2 Petseri E47.18, 4 Tartu E56.24, 2 Valga E46.29, 2 Viljandi E55.33""",
    "Germany": "2 Memel W13.34, 1 Heydekrug W7.32",
    "Latvia": """
        1 Cesis W38.01, 2 Daugavpils E15.25, 1 Griva E14.25, 1 Gulbene E36.24, 1 Jekabpils E25.31,
        2 Jelgava W27.13, 1 Koknese E27.34, 1 Krustpils E25.30, 1 Kuldiga W33.27, 3 Liepaja W26.34,
        1 Ludza E26.17, 1 Rezekne E25.19, 4 Riga W33.10, 1 Skrunda W28.26, 1 Sloka W32.13,
        1 Tukums W33.18, 1 Valmeira E42.34, 2 Ventspils W40.29""",
    "Lithuania": """
        1 Birzhai W19.05, 1 Kedainiai W5.12, 1 Mazeikiai W22.24, 2 Panevezhys W12.08,
        1 Radviliskis W14.15, 1 Raseiniai W7.19, 2 Shiauliai W16.16, 1 Shvenchionys E3.28,
        1 Taurage W5.25, 1 Telsiai W17.25, 1 Ukmerge W4.05, 1 Utena E9.33""",
    "USSR": """
        1 Glubokoye E3.16, 1 Idritsa E23.07, 1 Opochka E29.09, 1 Ostrov E40.12, 2 Polotsk E9.07,
        2 Pskov E47.12, 1 Sebezh E22.10""",
}
TOTALS = {"Estonia": 14, "Germany": 3, "Latvia": 26, "Lithuania": 14, "USSR": 9}

ALL_LAKE = (("E48.13", "E48.14"), ("E51.18", "E52.18"), ("E56.20", "E56.21"))  # 1.1d
RAILS = ("railway", "multi track")


MAP = ShippedMap("baltic-gap", "sea", "lake")
board, hexes, names, land = MAP.board, MAP.hexes, MAP.names, MAP.land


def mainland() -> HexSet:
    return board().grid.flood(hexes("W33.10"), land())


def listed(side: str) -> HexSet:
    """The hexes that the lists of a side name."""
    found = 0
    for path in sorted((shipped_root() / "scenarios" / "baltic-gap").glob(f"*-{side}*.csv")):
        for row in read_table(path):
            found |= hexes(f"{row['hex']} {row['hexes']}")
    return found


def at(one: str, other: str) -> tuple[str, ...]:
    b = board()
    a, c = b.grid.parse(one), b.grid.parse(other)
    direction = b.grid.direction(a, c)
    assert direction is not None
    return b.hexsides.at(a, direction)


# -- the grid ---------------------------------------------------------------------------------


def test_both_maps_are_one_board_that_shares_a_column() -> None:
    """1.1, 5.3: Cesis is W38.01 in the POP list, its air base E38.35."""
    grid = board().grid
    assert len(grid) == 2 * 35 * 62 - 62
    for row in (1, 27, 38, 62):
        assert grid.parse(f"E{row}.35") == grid.parse(f"W{row}.01")
        assert grid.label(grid.parse(f"E{row}.35")) == f"W{row}.01"
    assert grid.centre(grid.parse("E2.01")).x > grid.centre(grid.parse("W2.01")).x
    assert grid.centre(grid.parse("E62.01")).y > grid.centre(grid.parse("E1.01")).y


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("W32.13", "W33.13", 1),  # 1.5c: both isolate Sloka
        ("W32.13", "W33.14", 1),
        ("E1.25", "E1.30", 5),  # 1.11
        ("E1.30", "E1.35", 5),
        ("E3.16", "E2.15", 1),  # 5.1: within one hex
        ("E38.35", "W38.01", 0),
    ],
)
def test_distances_that_the_text_gives(one: str, other: str, far: int) -> None:
    grid = board().grid
    assert grid.distance(grid.parse(one), grid.parse(other)) == far


# -- places -----------------------------------------------------------------------------------


def test_the_pop_list() -> None:
    b = board()
    found = {p.name: (p.points["pop"], p.hexes) for p in b.places if "pop" in p.points}
    told = {}
    for country, text in POP.items():
        total = 0
        for entry in text.split(","):
            value, name, label = entry.split()
            told[name] = (int(value), (b.grid.parse(label),))
            total += int(value)
            assert b.area(country) >> b.grid.parse(label) & 1, f"{name} lies in {country}"
        assert total == TOTALS[country]
    assert found == told
    assert (len(found), sum(pop for pop, _ in found.values())) == (44, 66)


def test_pop_places_are_villages_or_cities() -> None:
    """1.1b."""
    b = board()
    for place in b.places:
        if "pop" in place.points:
            assert all(b.terrain.of("village", "city") >> h & 1 for h in place.hexes), place.name


def test_two_misprints_are_corrected_and_say_so() -> None:
    places = {place.name: place for place in board().places}
    for name in ("Ludza", "Mazeikiai"):
        assert places[name].basis is Basis.CORRECTION
    assert places["Rezekne"].basis is Basis.RULEBOOK


def test_riga_has_three_city_hexes_that_touch() -> None:
    """1.1b; 5.1: its hedgehog in W33.11, its air base in W32.10."""
    b = board()
    riga = b.area("riga")
    assert riga == hexes("W33.10 W33.11 W32.10")
    assert riga & ~b.terrain.of("city") == 0
    assert b.grid.flood(hexes("W33.10"), riga) == riga


def test_names_stand_in_hexes_of_their_own() -> None:
    kinds = {"city", "village", "hamlet"}
    taken = Counter(h for p in board().places if p.kind in kinds for h in p.hexes)
    assert [board().grid.label(h) for h, times in taken.items() if times > 1] == []


# -- land and water ---------------------------------------------------------------------------


def test_units_of_the_lists_stand_on_land() -> None:
    standing = listed("german") | listed("soviet")
    assert standing.bit_count() > 350
    assert names(standing & ~mainland()) == []


def test_only_foot_stands_in_a_wooded_bog_without_a_way() -> None:
    """Terrain Effects Chart: tracks and trucks may not enter it."""
    b = board()
    trackless = b.terrain.of("wooded bog") & ~b.paths.hexes()
    for path in sorted((shipped_root() / "scenarios" / "baltic-gap").glob("5.*.csv")):
        for row in read_table(path):
            if row["hex"] and not row["within"] and hexes(row["hex"]) & trackless:
                foot = ("Inf Div", "Breakdown Rgt", "Hedgehog")
                assert any(word in row["as_printed"] for word in foot), row["as_printed"]


def test_all_lake_hexsides_of_1_1d() -> None:
    b = board()
    for pair in ALL_LAKE:
        assert at(*pair) == ("lake",)
        assert names(hexes(" ".join(pair)) & ~land()) == []
        a, c = (b.grid.parse(label) for label in pair)
        direction = b.grid.direction(a, c)
        assert direction is not None
        assert b.hexsides.basis_at(a, direction) is Basis.RULEBOOK


def test_the_crossing_arrows_lead_over_the_lake_at_rapina() -> None:
    """1.1d names E51.19, the chart E52.19."""
    b = board()
    arrows, lake = b.hexsides.of("crossing"), b.hexsides.of("lake")
    touched = 0
    for d in range(6):
        assert arrows[d] & ~lake[d] == 0
        touched |= arrows[d]
    assert touched & hexes("E51.19 E52.19") == hexes("E51.19 E52.19")
    dry = b.grid.flood(hexes("E51.19"), land(), without(lake, arrows))
    assert dry & hexes("E53.18")
    assert places_at("E51.19") == ["Rapina"]


def places_at(label: str) -> list[str]:
    hex_ = board().grid.parse(label)
    return [place.name for place in board().places if hex_ in place.hexes]


def test_pairs_that_isolate_ports_are_land() -> None:
    """1.5c: units occupy W54.07/W54.08 (Parnu) and W33.13/W33.14 (Sloka)."""
    locks = board().areas["port lock"].parts
    assert locks["parnu"] == hexes("W54.07 W54.08")
    assert locks["sloka"] == hexes("W33.13 W33.14")
    assert board().areas["port lock"].hexes & ~mainland() == 0


def test_every_lake_or_sea_hexside_parts_two_land_hexes() -> None:
    b = board()
    wet = b.hexsides.of("lake", "sea")
    for d in range(6):
        assert wet[d] & ~land() == 0
        assert b.grid.step(wet[d], d) & ~land() == 0


def test_the_sea_is_one_and_parted_at_mazirbe() -> None:
    """1.5b."""
    b = board()
    sea = b.areas["baltic sea"]
    assert sea.hexes == b.terrain.of("sea")
    assert set(sea.parts) == {"west of mazirbe", "east of mazirbe"}
    assert b.grid.spread(hexes("W26.34 W40.29")) & sea.parts["west of mazirbe"]
    assert b.grid.spread(hexes("W55.07")) & sea.parts["east of mazirbe"]


def test_lake_peipus_and_lake_pskov_are_one_water() -> None:
    """1.1d, 1.5b: the narrows between them lie in hexes that hold land too."""
    b = board()
    lake = b.areas["lake peipus"]
    narrows = hexes("E51.18 E52.18 E53.19")
    assert lake.parts["narrows"] == narrows
    assert narrows & ~land() == 0
    assert b.grid.flood(hexes("E58.18"), lake.hexes) == lake.hexes
    assert lake.hexes & ~narrows | b.area("vortsjarv") == b.terrain.of("lake")


# -- rivers -----------------------------------------------------------------------------------


def major() -> Edges:
    return board().hexsides.of("major river")


def test_the_daugava_parts_the_mainland() -> None:
    b = board()
    left, right = b.area("south of the daugava"), b.area("north of the daugava")
    assert left | right == mainland()
    assert left & right == 0
    assert b.grid.flood(hexes("W33.10"), mainland(), major()) == right
    assert names(hexes("W34.10 W33.10 W27.02 E27.34 E25.30 E15.25") & ~right) == []  # 5.2, 5.6
    assert names(hexes("W32.10 W33.11 E25.31 E14.25 E2.01") & ~left) == []


def test_without_any_one_hexside_the_daugava_would_leak() -> None:
    b = board()
    left, right = b.area("south of the daugava"), b.area("north of the daugava")
    for d in range(6):
        for hex_ in members(right & b.grid.step(left, (d + 3) % 6)):
            other = b.grid.neighbour(hex_, d)
            assert other is not None
            leaky = without(major(), b.grid.edge(hex_, other))
            assert b.grid.flood(1 << hex_, mainland(), leaky) & left


def test_no_soviet_unit_stands_by_tilsit_or_beyond_the_nemen() -> None:
    """3.6."""
    b = board()
    haven, beyond = b.area("tilsit"), b.area("beyond the nemen")
    assert haven == hexes("W2.27 W2.26 W2.28 W1.27 W1.28 W3.27 W3.28")
    assert names(listed("soviet") & (haven | beyond)) == []
    assert b.grid.flood(hexes("W12.08"), mainland(), major()) & beyond == 0
    assert beyond & hexes("W1.29 W2.28") == hexes("W1.29 W2.28")


def test_the_lielupe_is_a_major_river_from_jelgava_to_the_sea() -> None:
    """1.5c: the stretches that shut Riga and Jelgava."""
    b = board()
    ports = b.areas["port river"].parts
    sea = b.terrain.of("sea")
    for name, seat in (("riga", "W33.10 W33.11 W32.10"), ("jelgava", "W27.13")):
        beside = ports[name]
        assert beside & hexes(seat)
        assert beside & b.grid.spread(sea)
        river = union_hexes(major())
        assert names(beside & ~river) == []


def union_hexes(edges: Edges) -> HexSet:
    total = 0
    for mask in edges:
        total |= mask
    return total


def test_tartu_lies_south_of_the_emajogi() -> None:
    """5.7: Second Shock Army stands south of the river, its air base in E56.24."""
    assert "minor river" in at("E56.24", "E57.24")
    assert "minor river" in at("E56.24", "E57.25")
    assert "minor river" not in at("E56.24", "E55.24")
    assert "minor river" not in at("E56.24", "E55.25")


def test_rivers_run_between_land_hexes_and_never_in_a_lake() -> None:
    b = board()
    rivers, wet = b.hexsides.of("major river", "minor river"), b.hexsides.of("lake", "sea")
    for d in range(6):
        assert names(rivers[d] & ~land()) == []
        assert rivers[d] & wet[d] == 0


# -- countries --------------------------------------------------------------------------------


def test_every_mainland_hex_lies_in_one_country() -> None:
    b = board()
    areas = [b.area(country) for country in POP]
    assert sum(area.bit_count() for area in areas) == mainland().bit_count()
    total = 0
    for area in areas:
        total |= area
    assert total == mainland()


# -- railways ---------------------------------------------------------------------------------


def rails() -> HexSet:
    return board().paths.hexes(*RAILS)


def test_the_three_kinds_of_railway_pass_the_hexes_the_text_names() -> None:
    paths = board().paths
    on = hexes("E1.30 W1.09 W16.01 W25.01 W27.01 W37.01 W38.01 E62.16")  # 5.3, 5.7, 5.8
    on |= hexes("E2.22 E16.24 E24.13 E47.12 W13.13 E23.28 E36.24 E47.18")  # railway brigades
    on |= hexes("W5.12 W16.16 W27.13 E9.07")  # 5.2, 5.7, 5.8
    assert names(on & ~rails()) == []
    assert names(hexes("E19.26 W33.09") & ~paths.hexes("multi track")) == []  # 5.2
    narrow = paths.hexes("narrow gauge")
    assert names(hexes("W37.22 W45.24 E9.33 E12.21") & ~narrow) == []  # 1.11


def test_the_railways_hang_together() -> None:
    """Nothing that can be re-gauged is cut off from the rest, but for what runs off the map."""
    b = board()
    reached = b.grid.flood(hexes("W33.10"), rails(), off(b.paths.edges(b.grid, *RAILS)))
    apart = rails() & ~reached
    while apart:
        piece = b.grid.flood(apart & -apart, rails(), off(b.paths.edges(b.grid, *RAILS)))
        rim = sum(1 for edge in ("north", "east", "south", "west") if piece & b.edge_hexes(edge))
        assert rim, names(piece)
        apart &= ~piece


def off(edges: Edges) -> Edges:
    """Every hexside but these."""
    a, b, c, d, e, f = (board().grid.all & ~mask for mask in edges)
    return (a, b, c, d, e, f)


def test_the_multi_track_line_to_riga_keeps_to_the_right_bank() -> None:
    """5.2: the corridor from E19.26 to W33.09."""
    b = board()
    right = b.area("north of the daugava")
    line = b.grid.flood(hexes("E19.26"), b.paths.hexes("multi track") & right)
    assert line & hexes("W33.09")


def test_gauges_at_the_start_of_each_scenario() -> None:
    b = board()
    broad = b.areas["broad gauge"]
    parts = broad.parts
    assert set(parts) == {f"5.{n}" for n in range(1, 9)}
    assert names(broad.hexes & ~rails()) == []
    assert parts["5.6"] == hexes("W16.01")
    assert parts["5.4"] == parts["5.2"] | parts["5.3"]
    panther = b.area("panther line")
    for name in ("5.1", "5.3"):
        east = b.grid.flood(hexes("E20.01"), b.grid.all & ~panther & ~hexes("E16.06 E29.06"))
        assert parts[name] & panther == 0
        assert parts[name] & hexes("E47.12 E9.07 E40.12") == 0
        assert parts[name] & east
    assert parts["5.2"] & hexes("E9.07 E7.01 E16.01") == hexes("E9.07 E7.01 E16.01")
    assert all(int(label[1:].split(".")[0]) >= 19 for label in names(parts["5.3"]))
    brigades = hexes("E2.22 E16.24 E24.13 E47.12")
    assert parts["5.5"] & brigades == brigades
    ends = hexes("E1.30 E62.16 W13.13 E23.28 E26.22 E36.24 E47.18 W1.09 W5.12")
    assert parts["5.7"] & ends == ends
    assert parts["5.7"] & hexes("W14.15 E25.31 W16.16 E46.29 W33.10") == 0
    loop = hexes("W1.09 W16.16 W27.13 W25.01 W27.01 W38.01")
    assert parts["5.8"] & loop == loop
    assert {label[0] for label in names(parts["5.8"])} == {"W"}


# -- paths ------------------------------------------------------------------------------------


def test_paths_stay_on_land_and_off_lake_hexsides() -> None:
    b = board()
    assert names(b.paths.hexes() & ~mainland()) == []
    crossed, wet = b.paths.edges(b.grid), b.hexsides.of("lake", "sea")
    assert all(crossed[d] & wet[d] == 0 for d in range(6))


def test_every_place_lies_on_a_road() -> None:
    b = board()
    roads = b.paths.hexes("road", "track")
    for place in b.places:
        if place.kind in {"village", "city", "hamlet"}:
            assert any(roads >> h & 1 for h in place.hexes), place.name


@pytest.mark.parametrize("kinds", [{"road", "track"}, set(RAILS), {"narrow gauge"}])
def test_no_path_is_drawn_twice(kinds: set[str]) -> None:
    seen: set[tuple[int, int]] = set()
    for run in board().paths.runs:
        if run.kind in kinds:
            for a, c in pairwise(run.hexes):
                link = (min(a, c), max(a, c))
                assert link not in seen, (run.name, board().grid.label(a))
                seen.add(link)


def test_bridges_are_where_paths_cross_major_rivers() -> None:
    b = board()
    crossed, bridges = b.paths.edges(b.grid), b.hexsides.of("bridge")
    for d in range(6):
        assert bridges[d] == crossed[d] & major()[d]


# -- entries, ports, areas --------------------------------------------------------------------


def test_entries_lie_on_their_edges_and_on_a_way() -> None:
    b = board()
    assert sorted(b.entries) == list("ABCDEFGHI")
    assert len(b.entries["A"].hexes) == 3  # 1.3a
    assert b.entries["E"].hexes == (b.grid.parse("E1.30"),)  # 1.11
    assert b.grid.parse("E2.01") in b.entries["C"].hexes  # 3.5 and 6.0
    for entry in b.entries.values():
        for hex_ in entry.hexes:
            assert b.edge_hexes(entry.edge) >> hex_ & 1, entry.name
            assert b.paths.hexes() >> hex_ & 1, (entry.name, b.grid.label(hex_))


def test_the_marginal_band_of_entry_e() -> None:
    """1.11, example 2."""
    labels = " ".join(f"E1.{column}" for column in range(25, 36))
    assert board().areas["map edge band"].parts["e"] == hexes(labels)


def test_sources_are_the_entries_of_their_side() -> None:
    """2.1, 3.1."""
    b = board()
    found = {(source.side, source.entry) for source in b.sources}
    assert {entry for side, entry in found if side == "german"} == set("DEFGHI")
    assert {entry for side, entry in found if side == "soviet"} == set("ABCDEFHI")
    for source in b.sources:
        assert source.hex in b.entries[source.entry].hexes


def test_six_major_and_eighteen_minor_ports() -> None:
    """1.5c."""
    b = board()
    large, small = b.areas["major port"], b.areas["minor port"]
    assert set(large.parts) == {"jelgava", "liepaja", "memel", "parnu", "riga", "ventspils"}
    assert len(small.parts) == 18
    assert small.parts["sloka"] == hexes("W32.13")
    assert small.parts["mazirbe"] == hexes("W45.24")
    assert names((large.hexes | small.hexes) & ~mainland()) == []


def test_the_panther_line_is_the_german_front_on_the_east_map() -> None:
    """1.1f, 5.1."""
    panther = board().area("panther line")
    assert all(label.startswith("E") for label in names(panther))
    front = 0
    for row in read_table(shipped_root() / "scenarios" / "baltic-gap" / "5.1-german.csv"):
        if row["kind"] == "setup" and not row["within"]:
            front |= hexes(row["hex"])
    assert names(panther & ~front) == []


# -- honesty ----------------------------------------------------------------------------------


def test_basis_of_every_datum_is_honest() -> None:
    """Landscapes and courses drawn by hand are guesses; only data sets give `reconstructed`."""
    from tools.maps.ground import DATA_SETS

    b = board()
    cover = b.terrain.of("woods", "bog", "wooded bog", "hill") & ~b.terrain.of("village", "city")
    assert all(b.terrain.basis_at(h) is Basis.HOUSE for h in members(cover))
    assert b.terrain.rest is Basis.HOUSE
    for run in b.paths.runs:
        assert (run.basis is Basis.RECONSTRUCTED) == run.source.startswith(DATA_SETS)
    for place in b.places:
        if place.basis is Basis.RECONSTRUCTED:
            assert place.source.startswith(DATA_SETS)
    for row in read_table(shipped_root() / "maps" / "baltic-gap" / "hexsides.csv"):
        if row["basis"] == "reconstructed":
            assert row["source"].startswith(DATA_SETS)
            assert "bridge" not in row["kinds"]


def test_no_hexside_stands_in_two_rows() -> None:
    """Nor in a row that says nothing: the layers together are the hexsides of the table."""
    b = board()
    known = union(b.hexsides.kinds.values())
    rows = list(read_table(shipped_root() / "maps" / "baltic-gap" / "hexsides.csv"))
    assert sum(mask.bit_count() for mask in known) == 2 * len(rows)
