"""The map of *Across the Narva*: from geography and the rulebook's hexes to its tables.

Run as `python -m tools.maps.narva`. What the rulebook fixes by hex number is written as given;
rivers, coast, roads and villages come from the base layer `geo/narva.features.geojson`, brought
onto the hexes by `geo/narva.fit.json`; `narva_overrides.csv` has the decisions made by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.hexgrid import Point
from tools.maps import chart, cover, overlay, places, report, rivers, tables
from tools.maps.chart import Chart
from tools.maps.ground import Feature
from tools.maps.overlay import Side, side
from tools.maps.places import Site
from tools.maps.rivers import Stream
from tools.maps.roads import RoadMaker, Way, hexes_of
from tools.maps.tables import Cells

CITY = ("3030", "3029", "3028", "2930")
IVANGOROD = ("3129", "3130", "3131")
HILLS = ("1429", "1530", "1629")
NORDLAND = ("3027", "3127", "3227", "3228", "3329")
NEDERLAND = ("3330", "3331", "3231", "3132", "3031")
KRIVASOO = "1820"
BRIDGES = (("3030", "3130"), ("3029", "3129"), ("2022", "2122"))

RAILS = ("railway", "minor-railway")
ROADS = ("rollbahn", "road", "track", "trail", "winter-trail")

OTHER_NAMES = {"Narva-Jõesuu": ("Narva Joesu", "Hungerburg"), "Ivangorod": ("Ivanagrod",)}
"""The rulebook's spelling of places (13.3) whose feature has another name."""
POINTS = {"Ivangorod": 3, "Narva-Jõesuu": 2}
"""Victory points for each hex (13.3); a village west of the Narva, Krivasoo too, counts 1."""


@dataclass(frozen=True)
class Narva(Chart):
    """The map under reconstruction."""

    # -- water ------------------------------------------------------------------------------

    @cached_property
    def sea(self) -> HexSet:
        """Hexes that are more than half sea."""
        return self.half_covered("sea")

    @cached_property
    def land(self) -> HexSet:
        return self.grid.all & ~self.sea

    @cached_property
    def reaches(self) -> tuple[Feature, ...]:
        """The Narva from Lake Peipus to the Gulf."""
        return tuple(f for f in self.drawn("river-major") if f.name.startswith("Narva"))

    @cached_property
    def bed(self) -> tuple[Point, ...]:
        return tuple(point for reach in self.reaches for point in reach.line)

    @cached_property
    def west(self) -> HexSet:
        """The land hexes whose centre lies west of the Narva."""
        start, mouth, far = self.bed[0], self.bed[-1], 200.0
        around = (
            Point(mouth.x, far), Point(-far, far), Point(-far, -far), Point(start.x, -far),
        )  # fmt: skip
        return overlay.centred(self.grid, (*self.bed, *around)) & self.land

    @cached_property
    def east(self) -> HexSet:
        return self.land & ~self.west

    @cached_property
    def streams(self) -> tuple[Stream, ...]:
        """The Narva, then all other rivers."""
        chain = rivers.divide(self.mesh, self.west, self.east)
        narva = Stream("major river", "Narva", chain, self.reaches)
        others = [
            feature
            for feature in self.drawn("river-major", "river-minor")
            if not feature.name.startswith("Narva")
        ]
        return (narva, *rivers.joining(self.mesh, others, self.land, [narva]))

    @cached_property
    def narva(self) -> list[Side]:
        """The Narva's hexsides from the south edge to the sea."""
        return self.mesh.sides(self.streams[0].chain)

    @cached_property
    def ice_free(self) -> frozenset[Side]:
        """The Narva's hexsides from Lake Peipus to the first one of Krivasoo (6.2.2 C)."""
        krivasoo = self.grid.parse(KRIVASOO)
        reached = next(i for i, hexside in enumerate(self.narva) if krivasoo in hexside)
        return frozenset(self.narva[:reached])

    @cached_property
    def bridges(self) -> frozenset[Side]:
        return frozenset(side(self.grid.parse(a), self.grid.parse(b)) for a, b in BRIDGES)

    # -- places -----------------------------------------------------------------------------

    @cached_property
    def settlements(self) -> tuple[Site, ...]:
        sites = (self._settlement(f) for f in self.drawn("city", "town", "village"))
        return tuple(site for site in sites if site)

    def _settlement(self, feature: Feature) -> Site | None:
        """A city, town or village in its hexes; None when they lie off the board."""
        hexes, moved = self.seat(feature)
        if not hexes:
            return None
        name = self.name_of(feature)
        worth = POINTS.get(feature.name, 0)
        if feature.kind == "village" and all(self.west >> hex_ & 1 for hex_ in hexes):
            worth = 1
        named = feature.source.startswith("rulebook 13")
        basis = Basis.RULEBOOK if named else Basis.HOUSE if moved else feature.basis
        return Site(
            name, feature.kind, hexes,
            self.other_names(feature, name, *OTHER_NAMES.get(feature.name, ())),
            f"vp={worth}" if worth else "", basis, feature.source.removeprefix("rulebook "),
            moved.reason if moved else str(feature.more.get("note", "")),
        )  # fmt: skip

    @cached_property
    def marks(self) -> tuple[Site, ...]:
        """Hills (13.3), points of interest (2.2.2 A), and the sea's name."""
        hills = [self.mark(f, "vp=2", Basis.RULEBOOK, "13.3") for f in self.drawn("hill")]
        sights = [self.mark(f, "", f.basis, f.source) for f in self.drawn("point-of-interest")]
        gulf = Site(
            "Gulf of Finland", "sea", (self.grid.parse("1738"),), ("Finnischer Meerbusen",), "",
            Basis.RECONSTRUCTED, "GSHHG",
        )  # fmt: skip
        return (*(site for site in (*hills, *sights) if site), gulf)

    @cached_property
    def built(self) -> HexSet:
        return sum({1 << hex_ for site in self.settlements for hex_ in site.hexes})

    # -- roads ------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        rivers_ = {
            hexside: 2.5 if stream.kind == "major river" else 0.6
            for stream in self.streams
            for hexside in self.mesh.sides(stream.chain)
        }
        shut = frozenset(self.narva) - self.bridges

        def toll(a: int, b: int) -> float:
            hexside = side(a, b)
            if hexside in self.bridges:
                return 0.0
            return float("inf") if hexside in shut else rivers_.get(hexside, 0.0)

        hills = self.grid.set(HILLS)
        maker = RoadMaker(
            self.grid, self.land, toll, self.built, ROADS, RAILS, self.overrides,
            dict.fromkeys(RAILS, hills),
        )  # fmt: skip
        laid = maker.laid(self.features)
        return (*laid, *maker.spurs(laid, ((site.name, site.hexes) for site in self.settlements)))

    @cached_property
    def rollbahn(self) -> list[int]:
        """The rollbahn's hexes from entry A to 2930, both included (13.3)."""
        (entry,) = (f for f in self.drawn("entry") if f.name == "A")
        start, goal = self.grid.parse(entry.hexes[0]), self.grid.parse("2930")
        return self.grid.path(start, 1 << goal, hexes_of(self.ways, "rollbahn"))

    # -- cover ------------------------------------------------------------------------------

    @cached_property
    def words(self) -> dict[int, tuple[str, ...]]:
        """The terrain words of every hex."""
        words = self._landscape().words()
        words |= dict.fromkeys(members(self.sea), ("sea",))
        for site in (*self.settlements, *self.marks):
            if site.kind in ("city", "town", "village", "hill"):
                words |= dict.fromkeys(site.hexes, (site.kind,))
        for change in self.overrides.all("terrain"):
            for label in change.hexes:
                words[self.grid.parse(label)] = tuple(change.value.split(" + "))
        return words

    def _landscape(self) -> cover.Landscape:
        """The plateau behind the coast is farmland; the rest is half wild."""
        grid = self.grid
        farmed = {h for h in grid.numbers if grid.centre(h).y > 29 and grid.centre(h).x < 17}
        river = sum({1 << hex_ for hexside in self.narva for hex_ in hexside})
        near = (
            (1.0, cover.nearness(grid, self.built, 1.3)),
            (0.36, cover.nearness(grid, hexes_of(self.ways, "rollbahn", "road"), 0.8)),
            (0.2, cover.nearness(grid, hexes_of(self.ways, "track"), 0.6)),
            (0.45, cover.nearness(grid, river, 0.5)),
        )
        return cover.Landscape(
            grid=grid,
            land=self.land,
            woods=self.blurred("wood"),
            swamps=self.blurred("swamp"),
            wild={h: 0.28 if h in farmed else 0.5 for h in grid.numbers},
            opened={h: max(much * part[h] for much, part in near) for h in grid.numbers},
        )

    # -- tables -----------------------------------------------------------------------------

    def files(self) -> dict[str, str]:
        """Every table of the map as text, by file name."""
        sites = (*self.settlements, *self.marks)
        return tables.map_files(
            hexes=self._hex_rows(),
            hexsides=self._hexside_rows(),
            paths=self.path_rows(self.ways),
            areas=self._area_rows(),
            entries=self._entry_rows(),
            sources=self._source_rows(),
            places=places.rows(self.grid, sites, self.overrides),
            lines=self.line_rows(self.streams),
        )

    def _hex_rows(self) -> Iterator[Cells]:
        fixed = {**dict.fromkeys(CITY, "13.1"), **dict.fromkeys(HILLS, "13.3")}
        at = {hex_: site for site in self.settlements for hex_ in site.hexes}
        changed = {h: o.reason for o in self.overrides.all("terrain") for h in o.hexes}
        for label in self.grid.labels(self.grid.all):
            hex_ = self.grid.parse(label)
            words = " + ".join(self.words[hex_])
            site = at.get(hex_)
            if label in fixed:
                yield label, words, "rulebook", fixed[label], ""
            elif label in changed:
                yield label, words, "house", "by hand", changed[label]
            elif self.sea >> hex_ & 1:
                yield label, words, "reconstructed", "GSHHG", ""
            elif site and site.basis is Basis.RULEBOOK:
                note = "the rule names the place, not its size"
                yield label, words, "house", site.source, note
            elif site:
                yield label, words, site.basis, site.source, ""
            else:
                yield label, words, "house", "outlines of landscapes", ""

    def _hexside_rows(self) -> Iterator[Cells]:
        ferries = {side(*map(self.grid.parse, o.hexes)) for o in self.overrides.all("ferry")}
        of: dict[Side, Stream] = {}
        for stream in self.streams:
            for hexside in self.mesh.sides(stream.chain):
                of.setdefault(hexside, stream)
        pairs = {tuple(sorted(map(self.grid.label, hexside))): hexside for hexside in of}
        for (a, b), hexside in sorted(pairs.items()):
            stream = of[hexside]
            basis, source = rivers.rests(self.mesh, stream, hexside, self.overrides)
            kinds, note = [stream.kind], stream.name
            if hexside in self.ice_free:
                kinds.append("ice-free")
                source += "; 6.2.2 C"
            for crossing, where in (("bridge", self.bridges), ("ferry", ferries)):
                if hexside in where:
                    kinds.append(crossing)
                    basis = Basis.HOUSE
                    note += f"; the {crossing} is general knowledge"
            yield a, b, " + ".join(kinds), basis, source, note

    def _area_rows(self) -> Iterator[Cells]:
        grid = self.grid
        yield "narva", "", self.set(grid.set(CITY)), "rulebook", "13.1", ""
        yield "ivangorod", "", self.set(grid.set(IVANGOROD)), "rulebook", "13.3", ""
        works = "set-up hexes on the east bank, one unbroken line; the symbols are not in the text"
        yield "prepared defences", "Nordland", " ".join(NORDLAND), "house", "11.3, 14.3.1", works
        yield "prepared defences", "Nederland", " ".join(NEDERLAND), "house", "11.3, 14.3.2", works
        held = grid.set((*NORDLAND, *NEDERLAND))
        outside = grid.flood(1 << grid.parse("3401"), self.east & ~held)
        inside = "the prepared defences and what they enclose"
        bridgehead = self.set(self.east & ~outside)
        yield "narva bridgehead", "", bridgehead, "house", "6.3 D, 10.2.2", inside
        guess = "entry A to 2930 inclusive; entry A is a guess"
        yield "rollbahn", "", self.run(self.rollbahn), "house", "10.2.2, 13.3", guess
        (merekula,) = (site for site in self.settlements if site.name == "Merekula")
        two = grid.set(map(grid.label, merekula.hexes))
        beside = grid.spread(two) & grid.spread(self.sea) & self.land & ~two
        yield "merekula", "", self.set(two), "house", "8.6", ""
        yield "merekula coast", "", self.set(beside), "house", "8.6", ""
        guess = "the Narva's bed is a guess where it was drowned in 1955"
        yield "west bank", "", self.set(self.west), "house", "the Narva's hexsides", guess
        yield "east bank", "", self.set(self.east), "house", "the Narva's hexsides", guess
        yield "baltic sea", "", self.set(self.sea), "reconstructed", "GSHHG", "Gulf of Finland"

    def _entry_rows(self) -> Iterator[Cells]:
        joined: dict[str, list[Feature]] = {}
        for feature in self.drawn("entry"):
            joined.setdefault(feature.name, []).append(feature)
        for name, parts in joined.items():
            hexes = " ".join(label for part in parts for label in part.hexes)
            notes = [str(part.more["note"]) for part in parts]
            rule = "13.3" if name in "ABC" else "14.11.2"
            edge = "south" if name in "DE" else "west" if name in "ABC" else "east"
            yield name, str(parts[0].more["side"]), hexes, edge, "house", rule, "; ".join(notes)

    def _source_rows(self) -> Iterator[Cells]:
        for feature in self.drawn("supply-source"):
            (label,) = feature.hexes
            note = str(feature.more["note"])
            edge = note.partition(" ")[0]
            yield str(feature.more["side"]), label, edge, "full", "", "house", "10.2.1", note


def figures(narva: Narva, computed: Mapping[str, str]) -> dict[str, str]:
    """The figures of the map's page."""
    found = report.residuals(narva.grid, narva.fit, chart.fit_file("narva"))
    hills = [r for r in found if r.name.startswith("hill")]
    others = [r for r in found if r not in hills]
    fit = (
        f"{report.fit_table(found)}\n\nrms {report.rms(found):.2f} km, "
        f"{report.rms(others):.2f} km without the hills."
    )
    return {"fit": fit, "counts": report.counts_table(computed)}


def main() -> None:
    """Writes the tables into `maps/narva` and the figures into `docs/maps/narva.md`."""
    narva = Narva.of("narva")
    computed = narva.files()
    chart.write("narva", computed, figures(narva, computed))


if __name__ == "__main__":
    main()
