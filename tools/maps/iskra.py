"""The map of *Iskra*: from geography and the rulebook's hexes to its tables.

Run as `python -m tools.maps.iskra`. What the rulebook fixes by hex number is written as given;
ice, canals, rivers, paths and places come from the base layer `geo/iskra.features.geojson`,
brought onto the hexes by `geo/iskra.fit.json`; `iskra_overrides.csv` has the decisions made by
hand.
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
from tools.maps.plane import distance
from tools.maps.rivers import Stream
from tools.maps.roads import RoadMaker, Way, hexes_of
from tools.maps.tables import Cells

CITY = ("15.38", "16.38", "17.39", "17.40", "18.38", "18.39")
MGA = ("09.05", "10.04", "10.05", "11.04", "11.05", "12.04")
HEIGHTS = ("19.18", "20.18")
NEVA_HEX = "13.39"
"""The frozen hex that 1.2.1 names."""
NEVA_SIDE = ("01.20", "02.20")
"""The hexes that 8.8.1 lists as land on both sides of the Neva."""

RAILS = ("railway", "narrow-gauge", "power-line")
ROADS = ("road", "track", "winter-trail")
BRIDGED = ("railway", "road")
"""The paths that cross small rivers and canals on bridges."""

OTHER_NAMES = {
    "Schlüsselburg": ("Schluesselburg", "Schlisselburg", "Shlisselburg", "Petrokrepost"),
    "Sinjavino": ("Sinyavino",),
    "Sinjavino Heights": ("Sinyavino Heights",),
    "Podgornyy": ("Podgornij", "Podgorny"),
    "Gontovaya Lipka": ("Gontovaia Lipka",),
}
POINTS_OF_INTEREST = (
    "station", "power-station", "fortress", "moor", "point-of-interest",
)  # fmt: skip
WORTH_ONE = ("Lipka", "Marino", "Gorodok 1", "Gorodok 2", "Dubrovka")
"""The places of 14.3.1 that are worth a victory point; Schlüsselburg's points are for its six
hexes together (13.5), so no single hex has them."""


@dataclass(frozen=True)
class Iskra(Chart):
    """The map under reconstruction."""

    # -- ice --------------------------------------------------------------------------------

    @cached_property
    def city(self) -> HexSet:
        return self.grid.set(CITY)

    @cached_property
    def neva(self) -> HexSet:
        """The whole frozen hexes of the Neva: more than half river."""
        return self.half_covered("river-area") & ~self.city

    @cached_property
    def ladoga(self) -> HexSet:
        """The ice of Lake Ladoga."""
        return self.half_covered("lake") & ~self.city & ~self.neva

    @cached_property
    def land(self) -> HexSet:
        return self.grid.all & ~self.neva & ~self.ladoga

    @cached_property
    def west(self) -> HexSet:
        """The land whose centre lies on the Neva's right bank."""
        (bed,) = self.drawn("river-major")
        start, source, far = bed.line[0], bed.line[-1], 200.0
        around = Point(source.x, far), Point(-far, far), Point(-far, start.y)
        return overlay.centred(self.grid, (*bed.line, *around)) & self.land

    @cached_property
    def east(self) -> HexSet:
        return self.land & ~self.west

    @cached_property
    def pontoons(self) -> Mapping[str, int]:
        """The hexes with a pontoon bridge site (13.3.1), by name."""
        return {f.name: self.grid.parse(f.hexes[0]) for f in self.drawn("pontoon-site")}

    # -- rivers and canals ------------------------------------------------------------------

    @cached_property
    def streams(self) -> tuple[Stream, ...]:
        """The Neva where it runs along hexsides, the canals, then all other rivers."""
        chain = rivers.divide(self.mesh, self.west, self.east)
        neva = Stream("major river", "Neva", chain, tuple(self.drawn("river-major")))
        canals = tuple(self._canals())
        others = rivers.joining(self.mesh, self.drawn("river-minor"), self.land, [neva, *canals])
        return (neva, *canals, *others)

    def _canals(self) -> Iterator[Stream]:
        for feature in self.drawn("canal"):
            for course in overlay.onboard(self.grid, feature.line):
                chain = self.mesh.chain(course, self.land)
                yield Stream("canal", feature.name, tuple(chain), (feature,))

    @cached_property
    def shut(self) -> frozenset[Side]:
        """The Neva's hexsides."""
        return frozenset(self.mesh.sides(self.streams[0].chain))

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
        named = feature.source.startswith("rulebook")
        basis = Basis.RULEBOOK if named else Basis.HOUSE if moved else feature.basis
        return Site(
            name, feature.kind, hexes,
            self.other_names(feature, name, *OTHER_NAMES.get(name, ())),
            "vp=1" if name in WORTH_ONE else "", basis, feature.source.removeprefix("rulebook "),
            moved.reason if moved else str(feature.more.get("note", "")),
        )  # fmt: skip

    @cached_property
    def marks(self) -> tuple[Site, ...]:
        """The heights (14.2.2), stations and other points."""
        (heights,) = self.drawn("hill")
        found = [self.mark(heights, "", Basis.RULEBOOK, "14.2.2")]
        found += [self.mark(f, "", f.basis, f.source) for f in self.drawn(*POINTS_OF_INTEREST)]
        lake = Site(
            "Lake Ladoga", "lake", tuple(members(self.ladoga)), ("Ladogasee",), "",
            Basis.RECONSTRUCTED, "GSHHG",
        )  # fmt: skip
        return (lake, *(site for site in found if site))

    @cached_property
    def built(self) -> HexSet:
        return sum({1 << hex_ for site in self.settlements for hex_ in site.hexes})

    # -- paths ------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        dear = {h: 0.6 for stream in self.streams[1:] for h in self.mesh.sides(stream.chain)}
        sites = sum(1 << hex_ for hex_ in self.pontoons.values())

        def toll(a: int, b: int) -> float:
            hexside = side(a, b)
            return float("inf") if hexside in self.shut else dear.get(hexside, 0.0)

        dry = ("railway", "narrow-gauge", "road", "track")
        maker = RoadMaker(
            self.grid, self.land | sites, toll, self.built, ROADS, RAILS, self.overrides,
            dict.fromkeys(dry, sites),
        )  # fmt: skip
        laid = maker.laid(self.features)
        used = [way for way in laid if way.kind in dry]
        return (*laid, *maker.spurs(used, ((site.name, site.hexes) for site in self.settlements)))

    @cached_property
    def bridges(self) -> frozenset[Side]:
        """Where roads and railways cross small rivers and canals."""
        wet = {h for stream in self.streams[1:] for h in self.mesh.sides(stream.chain)}
        steps = {
            side(a, b)
            for way in self.ways
            if way.kind in BRIDGED
            for a, b in zip(way.run, way.run[1:], strict=False)
        }
        return frozenset(wet & steps)

    # -- cover ------------------------------------------------------------------------------

    @cached_property
    def words(self) -> dict[int, tuple[str, ...]]:
        """The terrain words of every hex."""
        words = self._landscape().words()
        words |= dict.fromkeys(members(self.neva | self.ladoga), ("frozen",))
        for site in self.settlements:
            words |= dict.fromkeys(site.hexes, (site.kind,))
        words |= dict.fromkeys(self.hexes(HEIGHTS), ("hill",))
        for change in self.overrides.all("terrain"):
            for hex_ in self.hexes(change.hexes):
                words[hex_] = tuple(change.value.split(" + "))
        for pond in self.overrides.all("lake"):
            hex_ = self.grid.parse(pond.hexes[0])
            words[hex_] = tuple(dict.fromkeys((*words[hex_], "pond")))
        return words

    @cached_property
    def ridge(self) -> HexSet:
        """The Sinjavino ridge, the two hexes of 14.2.2 among it."""
        return self.half_covered("ridge") | self.grid.set(HEIGHTS)

    def _landscape(self) -> cover.Landscape:
        """Peat and swamp north of the heights, which are bare; forest in the south and west."""
        grid = self.grid
        (bed,) = self.drawn("river-major")
        bank = sum(1 << h for h in grid.numbers if distance(grid.centre(h), bed.line) < 1.2)
        near = (
            (1.0, cover.nearness(grid, self.built, 1.2)),
            (0.3, cover.nearness(grid, hexes_of(self.ways, "road", "railway"), 0.7)),
            (0.2, cover.nearness(grid, hexes_of(self.ways, "track", "narrow-gauge"), 0.6)),
            (0.5, cover.nearness(grid, bank, 0.6)),
        )
        return cover.Landscape(
            grid=grid,
            land=self.land,
            woods=self.blurred("wood"),
            swamps=self.blurred("swamp"),
            wild={h: self._wildness(h) for h in grid.numbers},
            opened={h: max(much * part[h] for much, part in near) for h in grid.numbers},
        )

    def _wildness(self, hex_: int) -> float:
        """How wooded the land is outside the outlines."""
        if self.ridge >> hex_ & 1:
            return 0.2
        north = self.grid.centre(hex_).y > 21
        return 0.3 if north and self.east >> hex_ & 1 else 0.5

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
        fixed = {
            **dict.fromkeys(CITY, "13.5"),
            **dict.fromkeys(HEIGHTS, "14.2.2"),
            NEVA_HEX: "1.2.1",
        }
        at = {hex_: site for site in self.settlements for hex_ in site.hexes}
        changed = {h: o.reason for o in self.overrides.all("terrain") for h in o.hexes}
        shores = self.drawn("coast")
        for label in self.grid.labels(self.grid.all):
            hex_ = self.grid.parse(label)
            words = " + ".join(self.words[hex_])
            site = at.get(hex_)
            if label in fixed:
                yield label, words, "rulebook", fixed[label], ""
            elif self.neva >> hex_ & 1:
                yield label, words, "house", "general knowledge", "Neva"
            elif self.ladoga >> hex_ & 1:
                coast = min(shores, key=lambda f: distance(self.grid.centre(hex_), f.line))
                yield label, words, coast.basis, coast.source, "Lake Ladoga"
            elif label in changed:
                yield label, words, "house", "by hand", changed[label]
            elif site and site.basis is Basis.RULEBOOK:
                note = "the rule names the place, not its size"
                yield label, words, "house", site.source, note
            elif site:
                yield label, words, site.basis, site.source, ""
            else:
                yield label, words, "house", "outlines of landscapes", ""

    def _hexside_rows(self) -> Iterator[Cells]:
        of: dict[Side, list[Stream]] = {}
        for stream in self.streams:
            for hexside in self.mesh.sides(stream.chain):
                of.setdefault(hexside, []).append(stream)
        named = side(*self.hexes(NEVA_SIDE))
        pairs = {tuple(sorted(map(self.grid.label, hexside))): hexside for hexside in of}
        for (a, b), hexside in sorted(pairs.items()):
            streams = of[hexside]
            basis, source = rivers.rests(self.mesh, streams[0], hexside, self.overrides)
            if hexside == named:
                basis, source = Basis.RULEBOOK, "8.8.1"
            kinds = {
                "major river": ["major river", "frozen"],
                "canal": ["minor river", "canal"],
            }.get(streams[0].kind, [streams[0].kind])
            if "canal" in kinds:
                source += "; 5.2.6"
            note = ", ".join(dict.fromkeys(stream.name for stream in streams))
            if hexside in self.bridges:
                kinds.append("bridge")
                note += "; the bridge is general knowledge"
            yield a, b, " + ".join(kinds), basis, source, note

    def _area_rows(self) -> Iterator[Cells]:
        for name in ("schluesselburg", "schlüsselburg"):
            yield name, "", " ".join(CITY), "rulebook", "13.5", ""
        yield "mga", "", " ".join(MGA), "rulebook", "14.2.2", ""
        yield "sinjavino heights", "", " ".join(HEIGHTS), "rulebook", "14.2.2", ""
        guess = "whole frozen hexes; 13.39 by 1.2.1"
        yield "neva", "", self.set(self.neva), "house", "1.2.1, 8.8.1", guess
        yield "lake ladoga", "", self.set(self.ladoga), "reconstructed", "GSHHG", "its ice"
        for name, hex_ in self.pontoons.items():
            note = f"{name}; 13.3.1 names no hex"
            yield "pontoon bridge", "", self.grid.label(hex_), "house", "general knowledge", note
        guess = "right bank of the Neva; the Neva's course is a guess"
        yield "west bank", "", self.set(self.west), "house", "the Neva's hexes and hexsides", guess
        guess = "left bank of the Neva; the Neva's course is a guess"
        yield "east bank", "", self.set(self.east), "house", "the Neva's hexes and hexsides", guess
        note = "the ridge around 19.18 and 20.18; no rule asks for it"
        yield "sinjavino ridge", "", self.set(self.ridge), "house", "general knowledge", note

    def _entry_rows(self) -> Iterator[Cells]:
        for f in self.drawn("entry"):
            more = f.more
            yield (
                f.name, str(more["side"]), " ".join(f.hexes), str(more["edge"]), "house", "15.3",
                f"{more['note']}; the hex is a guess",
            )  # fmt: skip

    def _source_rows(self) -> Iterator[Cells]:
        for f in self.drawn("supply-source"):
            more = f.more
            rule = "11.2.2" if more["side"] == "german" else "11.2.1"
            yield (
                str(more["side"]), f.hexes[0], str(more["edge"]), "full", "", "house", rule,
                f"{more['note']}; the hex is a guess",
            )  # fmt: skip


def figures(iskra: Iskra, computed: Mapping[str, str]) -> dict[str, str]:
    """The figures of the map's page."""
    found = report.residuals(iskra.grid, iskra.fit, chart.fit_file("iskra"))
    heights = [r for r in found if r.name == "Sinjavino Heights"]
    others = [r for r in found if r not in heights]
    fit = (
        f"{report.fit_table(found)}\n\nrms {report.rms(others):.2f} km without the heights, "
        f"{report.rms(found):.2f} km with them."
    )
    return {"fit": fit, "counts": report.counts_table(computed)}


def main() -> None:
    """Writes the tables into `maps/iskra` and the figures into `docs/maps/iskra.md`."""
    iskra = Iskra.of("iskra")
    computed = iskra.files()
    chart.write("iskra", computed, figures(iskra, computed))


if __name__ == "__main__":
    main()
