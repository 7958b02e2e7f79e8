"""The map of *Baltic Gap*: from geography and the rulebook's hexes to its tables.

Run as `python -m tools.maps.baltic_gap`. What the rulebook fixes by hex number is written as
given; coasts, rivers, roads, railways, places and borders come from the base layer
`geo/baltic-gap.features.geojson`, projected onto the hexes by `geo/baltic-gap.fit.json`;
`baltic-gap_overrides.csv` has the decisions made by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Board
from hexmarshal.game.hexfield import HexSet, members, union
from hexmarshal.game.hexgrid import Point
from tools.maps import chart, cover, frontiers, overlay, places, report, rivers, tables
from tools.maps.chart import Chart
from tools.maps.conic import Conic
from tools.maps.gauges import Network
from tools.maps.ground import Feature
from tools.maps.overlay import Side, side
from tools.maps.places import Site
from tools.maps.plane import gap, inside, thinned
from tools.maps.rivers import Stream
from tools.maps.roads import RoadMaker, Way, hexes_of
from tools.maps.tables import Cells

GAME = "baltic-gap"

LEAST_LAND = 0.3
"""A hex with less land than this share of it is water."""
CELL_RMS = sqrt(5 / 36)
"""The rms distance of a hex's points from its centre, in pitches."""
LAKES = 200.0
"""Square kilometres from which a lake fills hexes; smaller ones are drawn in theirs."""

# What the rulebook says by hex number.
RIGA = ("W33.10", "W33.11", "W32.10")
ALL_LAKE = (("E48.13", "E48.14"), ("E51.18", "E52.18"), ("E56.20", "E56.21"))
ARROWS = (("E51.19", "E52.18"), ("E52.19", "E52.18"), ("E52.19", "E53.19"))
NARROWS = ("E51.18", "E52.18", "E53.19")
"""Hexes of land in which Lake Peipus and Lake Pskov join."""
LAKE_SEATS = (
    ("lake peipus", "lake peipus", "E58.18"),
    ("lake peipus", "lake pskov", "E50.15"),
    ("vortsjarv", "", "E54.29"),
)
RIGHT_BANK = ("W34.10", "W33.10", "W33.09", "W27.02", "W27.01", "E27.34", "E25.30", "E15.25")
LEFT_BANK = ("W33.11", "W32.10", "W26.03", "E25.31", "E14.25", "E2.01")
PORT_LOCKS = {"Parnu": ("W54.07", "W54.08"), "Sloka": ("W33.13", "W33.14")}
BANKS = (
    ("west of the nevezis", "Nevezis", "W5.12", 4, "5.5"),
    ("south of the emajogi", "Emajogi", "E55.24", 3, "5.7"),
)
"""Banks for set-ups: area, river, hex and radius of the set-up, and its rule."""
TILSIT = "W2.27"
MAZIRBE = "W45.24"
RULED_ENTRIES = {"E1.30": "1.11", "E2.01": "3.5, 6.0"}
"""Entry hexes that the text reveals, with the place."""

CITY_OF_1_1 = "E9.07"
CORRECTED = {
    "Ludza": "printed W26.17, beside Dobele; Ludza lies east of Rezekne E25.19",
    "Mazeikiai": "printed W22.34, on the coast; 5.5, 5.6 and 5.8 use W22.24",
}
PANTHER = """
    E9.05 E10.04 E11.05 E12.05 E13.06 E14.06 E15.06 E17.06 E18.06 E19.06 E20.05 E21.06 E22.05
    E23.05 E24.04 E25.05 E26.05 E27.05 E28.05 E29.05 E30.04 E31.04 E32.03 E32.04 E33.04 E34.04
    E35.05 E36.05 E37.06 E37.07 E38.07 E39.08 E39.09 E39.10 E40.10 E41.11 E42.11 E43.12 E44.11
    E45.11 E46.10 E47.11 E48.11 E48.12 E48.13
"""
"""The German front of 5.1: the text lists no hexes of the Panther Line (1.1f)."""

RAILS = ("multi-track", "railway")
NARROW = "narrow-gauge"
ROADS = ("road", "track")
TERRAIN_OF = {"city": "city", "village": "village"}

OTHER_NAMES = {
    "Shiauliai": ("Siauliai", "Šiauliai"),
    "Panevezhys": ("Panevezys", "Panevėžys"),
    "Valmeira": ("Valmiera",),
    "Birzhai": ("Birzai", "Biržai"),
    "Shvenchionys": ("Svencionys", "Švenčionys"),
    "Heydekrug": ("Silute", "Šilutė"),
    "Memel": ("Klaipeda", "Klaipėda"),
    "Petseri": ("Pechory",),
    "Liepaja": ("Liepāja",),
    "Parnu": ("Pärnu",),
    "Glubokoye": ("Hlybokaye",),
    "Tilsit": ("Sovetsk",),
    "Sheduva": ("Seduva",),
}
"""How places are spelt elsewhere."""

EDGES = {
    **dict.fromkeys("ABC", "east"), **dict.fromkeys("DEFG", "south"), **dict.fromkeys("HI", "north")
}  # fmt: skip
"""The edge of the map each entry lies on (2.1a, 3.1a, 1.4)."""
OWNERS = {**dict.fromkeys("ABC", "soviet"), "G": "german"}
"""Entries that never change hands (2.1, 3.1)."""
SOURCE_DATES = {
    "D": {"german": "until 5 July", "soviet": "from 5 July"},
    "E": {"german": "until 12 July", "soviet": "from 12 July"},
    "F": {"german": "until 19 July", "soviet": "from 19 July"},
    "H": {
        "german": "until the Soviet arrivals from Saaremaa",
        "soviet": "from the Soviet arrivals from Saaremaa on",
    },
    "I": {
        "german": "until the Soviet arrivals from Narva",
        "soviet": "from the Soviet arrivals from Narva on",
    },
}
"""When an entry is a source (6.0, 5.2, 1.4b, 1.4c)."""

CAPITALS = {
    "Estonia": ("E56.24", "W55.07", "E47.18"),
    "Latvia": ("W33.10", "E15.25", "W33.27"),
    "Lithuania": ("W12.08", "W16.16", "E3.28"),
    "Germany": ("W13.34", "W7.32", TILSIT),
    "USSR": ("E9.07", "E47.12", "E62.16"),
}
"""Hexes of the POP list (and Tilsit, 3.6) by the country they lie in."""


@dataclass(frozen=True)
class BalticGap(Chart):
    """The map under reconstruction."""

    # -- water ------------------------------------------------------------------------------

    @cached_property
    def great_lakes(self) -> list[Feature]:
        return [f for f in self.drawn("lake") if float(f.more["km2"]) > LAKES]

    @cached_property
    def dry(self) -> HexSet:
        """Hexes with land because the text places units there."""
        return self.grid.set(h for o in self.overrides.all("land") for h in o.hexes)

    @cached_property
    def wet(self) -> tuple[HexSet, HexSet]:
        """The hexes of the sea, and those of the great lakes."""
        sea, islands = self.shares("sea"), self.shares("island")
        lakes: dict[int, float] = {}
        for feature in self.great_lakes:
            for hex_, part in overlay.share(self.grid, feature.line).items():
                lakes[hex_] = lakes.get(hex_, 0.0) + part
        salt = {h: part - islands.get(h, 0.0) for h, part in sea.items()}
        return self._with_islets(self._filled(salt)), self._filled(lakes)

    def _with_islets(self, sea: HexSet) -> HexSet:
        """The sea and the islets and spits in it that are smaller than three hexes."""
        dry = self.grid.all & ~sea
        return self.grid.all & ~cover.settled(self.grid, dry, dry, 3)

    def _filled(self, shares: Mapping[int, float]) -> HexSet:
        full = sum(1 << h for h, part in shares.items() if part > 1 - LEAST_LAND)
        return full & ~self.dry

    @cached_property
    def land(self) -> HexSet:
        sea, lakes = self.wet
        return self.grid.all & ~sea & ~lakes

    @cached_property
    def mainland(self) -> HexSet:
        """The land without the islands, which are played through the Saaremaa Box."""
        return self.grid.flood(1 << self.grid.parse(RIGA[0]), self.land)

    @cached_property
    def shores(self) -> dict[Side, str]:
        """Hexsides between two land hexes that lie completely in a lake or the sea."""
        found = {side(*self.hexes(pair)): "lake" for pair in (*ALL_LAKE, *ARROWS)}
        beside = self.grid.spread(self.grid.all & ~self.land)
        islands = [f.line for f in self.drawn("island")]
        waters = {
            "lake": [f.line for f in self.great_lakes],
            "sea": [f.line for f in self.drawn("sea")],
        }
        for hexside in self.mesh.between(self.land & beside, self.land):
            points = self._inner_points(hexside)
            if any(inside(point, island) for island in islands for point in points):
                continue
            for kind, rings in waters.items():
                if all(any(inside(p, ring) for ring in rings) for p in points):
                    found.setdefault(hexside, kind)
        return found

    def _inner_points(self, hexside: Side) -> list[Point]:
        """Points along a hexside, without its ends."""
        a, b = (self.mesh.points[knot] for knot in self.mesh.ends[hexside])
        shares = (0.1, 0.3, 0.5, 0.7, 0.9)
        return [Point(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)) for t in shares]

    # -- rivers -----------------------------------------------------------------------------

    @cached_property
    def daugava(self) -> Stream:
        return self._parting("Daugava", self.banks[0], self.banks[1])

    @cached_property
    def nemunas(self) -> Stream:
        south = self.beyond_nemunas
        return self._parting("Nemunas", south, self.mainland & ~south)

    def _parting(self, name: str, one: HexSet, other: HexSet) -> Stream:
        reaches = tuple(f for f in self.drawn("river-major") if f.name.startswith(name))
        chain = rivers.divide(self.mesh, one, other)
        return Stream("major river", name, chain, reaches)

    @cached_property
    def banks(self) -> tuple[HexSet, HexSet]:
        """The mainland on the Daugava's left bank, and that on its right one."""
        bed = self._bed("Daugava")
        sea = Point(-50.0, 36.0), Point(-56.0, 47.0), Point(-200.0, 60.0)
        ring = (*bed, *sea, Point(-200.0, 200.0), Point(200.0, 200.0), Point(200.0, bed[0].y))
        right = overlay.centred(self.grid, ring)
        right = self._decided("Daugava", right)
        right = right & ~self.grid.set(LEFT_BANK) | self.grid.set(RIGHT_BANK)
        right &= self.mainland
        right = self.grid.flood(1 << self.grid.parse(RIGA[0]), right)
        left = self.grid.flood(1 << self.grid.parse("W27.13"), self.mainland & ~right)
        return left, self.mainland & ~left

    @cached_property
    def beyond_nemunas(self) -> HexSet:
        """The land south of the Nemunas, which no Soviet ground unit may cross (3.6)."""
        bed = self._bed("Nemunas")
        ring = (*bed, Point(-200.0, bed[-1].y), Point(-200.0, -200.0), Point(bed[0].x, -200.0))
        north = self._decided("Nemunas", self.grid.all & ~overlay.centred(self.grid, ring))
        south = self.mainland & ~north
        return self.grid.flood(1 << self.grid.parse("W1.29"), south)

    def _decided(self, river: str, right: HexSet) -> HexSet:
        """The hexes on a river's right bank, including decisions by hand."""
        for row in self.overrides.all("bank"):
            if row.name == river:
                hexes = self.grid.set(row.hexes)
                right = right | hexes if row.value == "right" else right & ~hexes
        return right

    def _bed(self, name: str) -> tuple[Point, ...]:
        """A great river's course from where it comes onto the board."""
        reaches = (f.line for f in self.drawn("river-major") if f.name.startswith(name))
        return max(reaches, key=len)

    @cached_property
    def streams(self) -> tuple[Stream, ...]:
        """The two rivers that divide the land, the other major rivers, then minor ones by rank."""
        great = [self.daugava, self.nemunas]
        named = {reach for stream in great for reach in (self._bed(stream.name),)}
        rest = [
            feature
            for feature in self.drawn("river-major", "river-minor")
            if feature.line not in named and int(feature.more["rank"]) < 4
        ]
        rest.sort(key=lambda f: (f.kind, int(f.more["rank"])))
        return (*great, *rivers.joining(self.mesh, rest, self.land, great))

    @cached_property
    def wet_sides(self) -> dict[Side, list[Stream]]:
        """The rivers of each hexside, the larger first; none runs along an all-lake hexside."""
        found: dict[Side, list[Stream]] = {}
        for stream in self.streams:
            for hexside in self.mesh.sides(stream.chain):
                if hexside not in self.shores:
                    found.setdefault(hexside, []).append(stream)
        return found

    def mouth(self, stream: Stream, seats: HexSet) -> HexSet:
        """The hexes beside a river from the last hexside of some hexes down to the sea."""
        sides = self.mesh.sides(stream.chain)
        ends = [self.mesh.points[knot] for knot in (stream.chain[0], stream.chain[-1])]
        bed = stream.reaches[0].line[-1]
        if gap(ends[0], bed) < gap(ends[1], bed):
            sides.reverse()
        last = max(i for i, hexside in enumerate(sides) if any(seats >> h & 1 for h in hexside))
        return sum({1 << hex_ for hexside in sides[last:] for hex_ in hexside})

    # -- places -----------------------------------------------------------------------------

    @cached_property
    def settlements(self) -> tuple[Site, ...]:
        sites = (self._settlement(f) for f in self.drawn("city", "village", "hamlet"))
        return tuple(site for site in sites if site)

    def _settlement(self, feature: Feature) -> Site | None:
        hexes, moved = self.seat(feature)
        if not hexes:
            return None
        name = self.name_of(feature)
        pop = feature.more.get("pop")
        basis = Basis.HOUSE if moved else feature.basis
        if feature.source.startswith("rulebook"):
            basis = Basis.CORRECTION if name in CORRECTED else Basis.RULEBOOK
        note = moved.reason if moved else CORRECTED.get(name, str(feature.more.get("note", "")))
        return Site(
            name, feature.kind, hexes,
            self.other_names(feature, name, *OTHER_NAMES.get(name, ())),
            f"pop={pop}" if pop else "", basis, feature.source.removeprefix("rulebook "), note,
        )  # fmt: skip

    @cached_property
    def built(self) -> HexSet:
        """The hexes of cities and villages."""
        sites = (site for site in self.settlements if site.kind in TERRAIN_OF)
        return sum({1 << hex_ for site in sites for hex_ in site.hexes}) | self.grid.set(RIGA)

    @cached_property
    def names(self) -> tuple[Site, ...]:
        """The names of seas, lakes and countries, where the map has space for them."""
        return tuple(
            Site(row.name, row.value, self.hexes(row.hexes), (), "", Basis.HOUSE, "by hand")
            for row in self.overrides.all("title")
        )

    # -- paths ------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Railways of all gauges, roads, and tracks to places without a road."""
        dear = {
            hexside: 3.0 if streams[0].kind == "major river" else 0.4
            for hexside, streams in self.wet_sides.items()
        }

        def toll(a: int, b: int) -> float:
            hexside = side(a, b)
            return float("inf") if hexside in self.shores else dear.get(hexside, 0.0)

        laid: list[Way] = []
        for ranks in (RAILS, (NARROW,), ROADS):
            maker = RoadMaker(self.grid, self.mainland, toll, self.built, ranks, (), self.overrides)
            laid += maker.laid(self.features)
        sites = ((s.name, s.hexes) for s in self.settlements)
        return (*laid, *maker.spurs([w for w in laid if w.kind in ROADS], sites))

    @cached_property
    def network(self) -> Network:
        """The railways whose gauge can be changed."""
        return Network(tuple(way for way in self.ways if way.kind in RAILS))

    @cached_property
    def bridges(self) -> frozenset[Side]:
        """Where paths cross the major rivers."""
        major = {h for h, found in self.wet_sides.items() if found[0].kind == "major river"}
        steps = {
            side(a, b) for way in self.ways for a, b in zip(way.run, way.run[1:], strict=False)
        }
        return frozenset(major & steps)

    # -- gauge ------------------------------------------------------------------------------

    @cached_property
    def broad(self) -> dict[str, HexSet]:
        """The railway hexes that are broad gauge at each scenario's start."""
        east = self._east_of_panther()
        vitebsk, nevel = self._line("E9.07 E7.01"), self._line("E9.07 E16.01")
        north = sum(1 << h for h in members(east) if self._row(h) >= 19)
        august = self._line("E2.22 E3.16 E1.15 E9.07") | self._line("E16.24 E9.07")
        august |= vitebsk | nevel | self._line("E24.13 E23.01") | self._line("E47.12 E48.01")
        return {
            "5.1": east,
            "5.2": vitebsk | nevel,
            "5.3": north,
            "5.4": vitebsk | nevel | north,
            "5.5": august,
            "5.6": self.grid.set(("W16.01",)),
            "5.7": self._september(),
            "5.8": self._line("W1.09 W16.16 W27.13 W25.01") | self.grid.set(("W27.01", "W38.01")),
        }

    def _line(self, labels: str) -> HexSet:
        return sum({1 << h for h in self.network.line(self.hexes(labels.split()))})

    def _row(self, hex_: int) -> int:
        return int(self.grid.label(hex_)[1:].partition(".")[0])

    def _east_of_panther(self) -> HexSet:
        """The railway hexes east of the Panther Line, and of Lake Peipus north of it."""
        fence: dict[int, float] = {}
        for hex_ in self.hexes(PANTHER.split()):
            x, row = self.grid.centre(hex_).x, self._row(hex_)
            fence[row] = max(fence.get(row, x), x)
        rows = sorted(fence)
        found = 0
        for hex_ in members(self.network.hexes):
            row, x = self._row(hex_), self.grid.centre(hex_).x
            near = min(rows, key=lambda r: abs(r - row))
            limit = fence[near] if row <= rows[-1] else -17.0
            found |= (x > limit) << hex_
        return found

    def _september(self) -> HexSet:
        """On or east of the line from E1.30 to E62.16, its western spurs, and W1.09 to W5.12."""
        trunk = self._line("E1.30 E15.25 E25.19 E40.12 E47.12 E62.16")
        start = sum(1 << h for h in self.grid.numbers if self.grid.centre(h).x > -1.3) & ~trunk
        east = self.grid.flood(start, self.grid.all & ~trunk) & self.network.hexes
        found = trunk | east | self._line("W1.09 W5.12")
        for goal in ("W13.13", "E23.28", "E26.22", "E36.24", "E47.18"):
            way = self.network.spur(self.grid.parse(goal), trunk)
            found |= sum({1 << hex_ for hex_ in way})
        return found

    # -- countries --------------------------------------------------------------------------

    @cached_property
    def countries(self) -> dict[str, HexSet]:
        """The land of each country within the borders of 1.7d."""
        borders = frontiers.walls(self.mesh, [f.line for f in self.drawn("border")])
        seats = {name: self.grid.set(labels) for name, labels in CAPITALS.items()}
        return frontiers.countries(self.grid, self.mainland, borders, seats)

    # -- cover ------------------------------------------------------------------------------

    @cached_property
    def words(self) -> dict[int, tuple[str, ...]]:
        """The terrain words of every hex that is not clear."""
        words = self._country()
        for site in self.settlements:
            for hex_ in site.hexes if site.kind in TERRAIN_OF else ():
                hills = ("hill",) if "hill" in words.get(hex_, ()) else ()
                words[hex_] = (TERRAIN_OF[site.kind], *hills)
        words |= dict.fromkeys(self.hexes(RIGA), ("city",))
        sea, lakes = self.wet
        words |= dict.fromkeys(members(sea), ("sea",))
        words |= dict.fromkeys(members(lakes), ("lake",))
        for change in self.overrides.all("terrain"):
            words |= dict.fromkeys(self.hexes(change.hexes), tuple(change.value.split(" + ")))
        return words

    def _country(self) -> dict[int, tuple[str, ...]]:
        """Woods, hills and bogs: their outlines with frayed edges, and woods here and there."""
        grid = self.grid
        roads = hexes_of(self.ways, "road")
        near = (
            (0.5, cover.nearness(grid, self.built, 0.8)),
            (0.15, cover.nearness(grid, roads, 0.7)),
        )
        opened = {h: max(much * part[h] for much, part in near) for h in grid.numbers}
        outlines = {k: self.blurred(k) for k in ("wood", "hills", "bog", "wooded-bog")}

        def frayed(kind: str, least: float, fray: float, wild: float = 0.0) -> HexSet:
            found = 0
            for hex_ in members(self.land):
                luck = cover.chance(grid.centre(hex_), 1.9, kind) - 0.5
                score = max(outlines[kind][hex_], wild) + fray * luck - opened[hex_] * (wild > 0)
                found |= (score > least) << hex_
            return cover.settled(grid, found, self.land, 2)

        hills = frayed("hills", 0.5, 0.4)
        wet = frayed("wooded-bog", 0.42, 0.3) & ~self.built
        open_bog = frayed("bog", 0.42, 0.3) & ~wet & ~self.built
        woods = frayed("wood", 0.42, 0.75, wild=0.24) & ~wet & ~open_bog
        words: dict[int, tuple[str, ...]] = {}
        for hex_ in members(self.land):
            bog = ("wooded-bog",) if wet >> hex_ & 1 else ("bog",) if open_bog >> hex_ & 1 else ()
            wood = ("woods",) if woods >> hex_ & 1 else ()
            hill = ("hill",) if hills >> hex_ & 1 and not bog else ()
            if found := (*bog, *wood, *hill):
                words[hex_] = found
        return words

    # -- tables -----------------------------------------------------------------------------

    def files(self) -> dict[str, str]:
        """Every table of the map as text, by file name."""
        sites = (*self.settlements, *self.names)
        return tables.map_files(
            hexes=self._hex_rows(),
            hexsides=self._hexside_rows(),
            paths=self.path_rows(self.ways),
            areas=self._area_rows(),
            entries=self._entry_rows(),
            sources=self._source_rows(),
            places=places.rows(self.grid, sites, self.overrides),
            lines=self._line_rows(),
        )

    def _hex_rows(self) -> Iterator[Cells]:
        """The hexes that are not clear; `map.yaml` has the basis of the others."""
        at = {hex_: site for site in self.settlements for hex_ in site.hexes
              if site.kind in TERRAIN_OF}  # fmt: skip
        changed = {h: o.reason for o in self.overrides.all("terrain") for h in o.hexes}
        sea, lakes = self.wet
        for label in self._labels(sum(1 << hex_ for hex_ in self.words)):
            hex_ = self.grid.parse(label)
            words, site = " + ".join(self.words[hex_]), at.get(hex_)
            if label == CITY_OF_1_1:
                yield label, words, "rulebook", "1.1", ""
            elif label in RIGA:
                note = "one of the city's three hexes"
                yield label, words, "house", "1.1b, 5.1", note
            elif label in changed:
                yield label, words, "house", "by hand", changed[label]
            elif (sea | lakes) >> hex_ & 1:
                yield label, words, "reconstructed", "GSHHG/WDBII", ""
            elif site and site.basis.hard:
                note = "the text names the place, not its size"
                yield label, words, "house", site.source, note
            elif site:
                yield label, words, "house", "general knowledge", "size of the place"
            else:
                yield label, words, "house", "outlines of landscapes", ""

    def _labels(self, hexes: HexSet) -> list[str]:
        """Printed numbers in the order of sheets, rows and columns."""

        def order(label: str) -> tuple[str, int, int]:
            row, _, column = label[1:].partition(".")
            return label[0], int(row), int(column)

        return sorted(self.grid.labels(hexes), key=order)

    def set(self, hexes: HexSet) -> str:
        return " ".join(self._labels(hexes))

    def _hexside_rows(self) -> Iterator[Cells]:
        rows: list[Cells] = []
        arrows = {side(*self.hexes(pair)) for pair in ARROWS}
        ruled = {side(*self.hexes(pair)) for pair in ALL_LAKE}
        for hexside, kind in self.shores.items():
            a, b = self._labels(1 << hexside[0] | 1 << hexside[1])
            if hexside in ruled:
                rows.append((a, b, kind, "rulebook", "1.1d", ""))
            elif hexside in arrows:
                note = "which hexsides bear the arrows of 1.1d is a guess"
                rows.append((a, b, f"{kind} + crossing", "house", "1.1d", note))
            else:
                rows.append((a, b, kind, "reconstructed", "GSHHG/WDBII", ""))
        for hexside, streams in self.wet_sides.items():
            a, b = self._labels(1 << hexside[0] | 1 << hexside[1])
            basis, source = rivers.rests(self.mesh, streams[0], hexside, self.overrides)
            kinds, note = streams[0].kind, streams[0].name
            if hexside in self.bridges:
                kinds, basis = f"{kinds} + bridge", Basis.HOUSE
                note += "; the bridge is general knowledge"
            rows.append((a, b, kinds, basis, source, note))
        yield from sorted(rows, key=lambda row: (row[0], row[1]))

    def _area_rows(self) -> Iterator[Cells]:
        yield "riga", "", " ".join(RIGA), "house", "1.1b, 5.1", "W33.10 is printed"
        note = "the German front of 5.1; the text lists no hexes"
        yield "panther line", "", " ".join(PANTHER.split()), "house", "1.1f, 5.1", note
        for country, hexes in self.countries.items():
            source = "borders of WDBII; those of 1920 and of Memel by hand"
            yield country, "", self.set(hexes), "house", source, "1.7d"
        yield from self._water_rows()
        yield from self._port_rows()
        yield from self._bank_rows()
        yield from self._edge_rows()
        for scenario, hexes in self.broad.items():
            note = "normal and multi-track lines that are broad gauge at the start"
            yield "broad gauge", scenario, self.set(hexes), "house", scenario, note
        islands = self.land & ~self.mainland
        note = "played through the Saaremaa Box (1.3c)"
        yield "islands", "", self.set(islands), "reconstructed", "GSHHG/WDBII", note

    def _water_rows(self) -> Iterator[Cells]:
        sea, lakes = self.wet
        gate = self.grid.centre(self.grid.parse(MAZIRBE)).x
        east = sum(1 << h for h in members(sea) if self.grid.centre(h).x > gate)
        west = sea & ~east
        source = "GSHHG/WDBII"
        yield "baltic sea", "west of mazirbe", self.set(west), "reconstructed", source, "1.5b"
        yield "baltic sea", "east of mazirbe", self.set(east), "reconstructed", source, "1.5b"
        for area, part, seat in LAKE_SEATS:
            hexes = self.grid.flood(1 << self.grid.parse(seat), lakes)
            yield area, part, self.set(hexes), "reconstructed", source, "1.5b" if part else ""
        note = "land and lake; ships pass between the two lakes (1.5b)"
        yield "lake peipus", "narrows", " ".join(NARROWS), "house", "1.1d", note

    def _port_rows(self) -> Iterator[Cells]:
        for feature in self.drawn("port"):
            size, named = str(feature.more["size"]), feature.source.startswith("rulebook")
            source = feature.source.removeprefix("rulebook ")
            note = "" if named else "one of the eighteen of 1.5c; the choice is a guess"
            basis = "rulebook" if named else "house"
            seat = self.run(self.seat(feature)[0])
            yield f"{size} port", feature.name, seat, basis, source, note
        for name, pair in PORT_LOCKS.items():
            yield "port lock", name, " ".join(pair), "rulebook", "1.5c", "shuts the port"
        (lielupe,) = (s for s in self.streams if s.name == "Lielupe")
        note = "hexes beside the major river down to the sea"
        for port, stream, seats in (
            ("Riga", self.daugava, RIGA), ("Jelgava", lielupe, ("W27.13",)),
        ):  # fmt: skip
            hexes = self.mouth(stream, self.grid.set(seats))
            yield "port river", port, self.set(hexes), "reconstructed", "1.5c", note

    def _bank_rows(self) -> Iterator[Cells]:
        left, right = self.banks
        source = "Natural Earth"
        yield "south of the daugava", "", self.set(left), "reconstructed", source, "5.2, 5.6"
        yield "north of the daugava", "", self.set(right), "reconstructed", source, "5.2, 5.6"
        yield from self._north_bank_rows()
        yield from self._set_up_rows()
        over = self.set(self.beyond_nemunas)
        yield "beyond the nemen", "", over, "reconstructed", source, "3.6"
        tilsit = self.grid.spread(1 << self.grid.parse(TILSIT)) | 1 << self.grid.parse(TILSIT)
        yield "tilsit", "", self.set(tilsit), "rulebook", "3.6", "Tilsit and the hexes beside it"

    def _north_bank_rows(self) -> Iterator[Cells]:
        """The hexes in play north of the Daugava in 5.2 and 5.6."""
        left, right = self.banks
        rails = Network(tuple(way for way in self.ways if way.kind == "multi-track"))
        line = sum({1 << h for h in rails.line(self.hexes(("E19.26", "W33.09")))})
        note = "hexes along the multi-track railway from E19.26 to W33.09"
        yield "daugava corridor", "", self.set(line & right), "house", "5.2", note
        west, east = (self.grid.centre(self.grid.parse(h)).x for h in ("W34.10", "W27.02"))
        bank = [h for h in members(right & self.grid.spread(left))
                if west <= self.grid.centre(h).x <= east]  # fmt: skip
        strip = self.set(sum(1 << h for h in bank))
        note = "the right bank between W34.10 and W27.02"
        yield "daugava strip", "", strip, "reconstructed", "5.6", note

    def _set_up_rows(self) -> Iterator[Cells]:
        """The hexes of a set-up around a hex on that hex's bank of a river."""
        for area, river, seat, radius, rule in BANKS:
            (stream,) = (s for s in self.streams if s.name == river)
            shut = union(self.grid.edge(*pair) for pair in self.mesh.sides(stream.chain))
            start = self.grid.parse(seat)
            bank = self.grid.flood(1 << start, self.grid.within(start, radius) & self.land, shut)
            note = f"within {radius} hexes of {seat}"
            yield area, "", self.set(bank), "reconstructed", rule, note

    def _edge_rows(self) -> Iterator[Cells]:
        """The map-edge hexes within five hexes of each entry (1.11 C)."""
        for name, hexes in self.entries.items():
            near = 0
            for hex_ in hexes:
                near |= self.grid.within(hex_, 5)
            band = self.set(near & self._edge(EDGES[name]) & self.mainland)
            basis = "rulebook" if name == "E" else "house"
            yield "map-edge band", name, band, basis, "1.11", "within five hexes of the entry"

    def _edge(self, edge: str) -> HexSet:
        return Board(self.grid).edge_hexes(edge)

    @cached_property
    def entries(self) -> dict[str, list[int]]:
        """The hexes of each entry."""
        found: dict[str, list[int]] = {}
        for feature in sorted(self.drawn("entry"), key=lambda f: f.name):
            found.setdefault(feature.name, []).append(self.grid.parse(feature.hexes[0]))
        return found

    def _entry_rows(self) -> Iterator[Cells]:
        """A row for each hex, because their bases differ."""
        for feature in sorted(self.drawn("entry"), key=lambda f: f.name):
            name, (label,) = feature.name, feature.hexes
            rule = RULED_ENTRIES.get(label, "")
            basis, note = "rulebook" if rule else "house", str(feature.more["by"])
            yield name, OWNERS.get(name, ""), label, EDGES[name], basis, rule or "1.1c", note

    def _source_rows(self) -> Iterator[Cells]:
        for feature in sorted(self.drawn("entry"), key=lambda f: f.name):
            name, (label,) = feature.name, feature.hexes
            basis = "rulebook" if label in RULED_ENTRIES else "house"
            for owner, rule in (("german", "2.1"), ("soviet", "3.1")):
                if OWNERS.get(name, owner) == owner:
                    note = SOURCE_DATES.get(name, {}).get(owner, "always")
                    yield owner, label, EDGES[name], "full", name, basis, rule, note

    def _line_rows(self) -> Iterator[Cells]:
        yield from self.line_rows(self.streams)
        for lake in self.drawn("lake"):
            ring = thinned(lake.line, 0.08)
            small = lake not in self.great_lakes
            if small and all(overlay.hex_at(self.grid, p) is not None for p in ring):
                shore = tables.points_of(ring)
                yield "lake", lake.name, shore, "true", lake.basis, lake.source, ""


def figures(baltic: BalticGap, computed: Mapping[str, str]) -> dict[str, str]:
    """The figures of the map's page."""
    path, fit = chart.fit_file(GAME), Conic.read(chart.fit_file(GAME))
    plain = report.residuals(baltic.grid, replace(fit, control=()), path)
    warped = report.residuals(baltic.grid, fit, path)
    steps = (
        f"The rulebook puts {len(plain)} places in hexes, among them the 44 of the POP list. The "
        "centres of these hexes are this far from\nthe true places:\n",
        "| step | rms, km | largest, km |",
        "| --- | ---: | ---: |",
        f"| projection and one scale | {report.rms(plain):.2f} | {_most(plain)} |",
        f"| warped | {report.rms(warped):.2f} | {_most(warped)} |",
        f"\nA perfect fit would give {CELL_RMS * fit.pitch:.2f} km, the rms distance of a point "
        "from the centre of its hex. With the warp, every\nplace is in its hex.",
    )
    return {"fit": "\n".join(steps), "counts": report.counts_table(computed)}


def _most(found: Iterable[report.Residual]) -> str:
    worst = max(found, key=lambda residual: residual.off)
    return f"{worst.off:.1f} ({worst.name})"


def main() -> None:
    """Writes the tables into `maps/baltic-gap` and the figures into `docs/maps/baltic-gap.md`."""
    baltic = BalticGap.of(GAME)
    computed = baltic.files()
    chart.write(GAME, computed, figures(baltic, computed))


if __name__ == "__main__":
    main()
