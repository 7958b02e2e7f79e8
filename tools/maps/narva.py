"""The map of *Across the Narva*: from geography and the rulebook's hexes to its tables.

Run as `python -m tools.maps.narva`. What the rulebook fixes by hex number is written as it stands;
rivers, coast, roads and villages come from the base layer `geo/narva.features.geojson`, brought onto
the hexes by `geo/narva.fit.json`; `narva_overrides.csv` holds what was decided by hand, with reasons.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from hexwright.game.basis import Basis
from hexwright.game.find import Folders, shipped_root
from hexwright.game.hexfield import HexField, HexSet, members
from hexwright.game.hexgrid import Point
from hexwright.game.load_board import numbering
from hexwright.game.reading import Reading
from hexwright.game.schema import MapForm
from tools.maps import cover, overlay, report, tables
from tools.maps.ground import Affine, Feature, read_features
from tools.maps.overlay import Knot, Mesh, Router, Side, side
from tools.maps.labels import Box, Name, Obstacles, placed
from tools.maps.plane import distance, gap, rounded, thinned, walk

HERE = Path(__file__).parent
FEATURES = HERE / "geo" / "narva.features.geojson"
FIT = HERE / "geo" / "narva.fit.json"
OVERRIDES = HERE / "narva_overrides.csv"
PAGE = HERE.parents[1] / "docs" / "maps" / "narva.md"

CITY = ("3030", "3029", "3028", "2930")
IVANGOROD = ("3129", "3130", "3131")
HILLS = ("1429", "1530", "1629")
NORDLAND = ("3027", "3127", "3227", "3228", "3329")
NEDERLAND = ("3330", "3331", "3231", "3132", "3031")
MEREKULA = ("1933", "2033")
MEREKULA_COAST = ("1832", "2134")
KRIVASOO = "1820"
BRIDGES = (("3030", "3130"), ("3029", "3129"), ("2022", "2122"))

OTHER_NAMES = {"Narva-Jõesuu": ("Narva Joesu", "Hungerburg"), "Ivangorod": ("Ivanagrod",)}
"""How the rulebook spells places (13.3) whose feature has another name."""

RANK = ("rollbahn", "road", "track", "trail", "winter-trail")
"""Roads from the best down: where two share a hexside, the better one is drawn."""


@dataclass(frozen=True, slots=True)
class Override:
    """A decision made by hand: what layer, which thing or hexes, what instead, and why."""

    layer: str
    name: str
    hexes: tuple[str, ...]
    value: str
    reason: str


def read_overrides(path: Path) -> tuple[Override, ...]:
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Override(r["layer"], r["name"], tuple(r["hexes"].split()), r["value"], r["reason"])
            for r in csv.DictReader(file)
        )


def read_grid() -> HexField:
    """The hex field that `map.yaml` describes. Raises DataError when it cannot be read."""
    reading = Reading(Folders("narva", shipped_root()))
    found = reading.document(reading.folders.maps / "map.yaml", MapForm)
    if found is None:
        raise SystemExit("\n".join(str(fault) for fault in reading.faults))
    return HexField(numbering(found[0].grid))


@dataclass(frozen=True, slots=True)
class Way:
    """A road or railway, laid."""

    kind: str
    name: str
    run: tuple[int, ...]
    basis: Basis
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Town:
    """A place in its hexes."""

    name: str
    kind: str
    hexes: tuple[int, ...]
    other_names: tuple[str, ...]
    vp: int
    basis: Basis
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Stream:
    """A river as a chain of hexsides."""

    kind: str
    name: str
    chain: tuple[Knot, ...]
    line: tuple[Point, ...]
    basis: Basis
    source: str
    ice_free: frozenset[Side] = frozenset()


@dataclass(frozen=True)
class Narva:
    """The map under reconstruction; every layer is computed once, on demand."""

    grid: HexField
    fit: Affine
    features: tuple[Feature, ...]
    overrides: tuple[Override, ...] = field(default=())

    @classmethod
    def read(cls) -> Narva:
        fit = Affine.read(FIT)
        return cls(read_grid(), fit, read_features(FEATURES, fit), read_overrides(OVERRIDES))

    @cached_property
    def mesh(self) -> Mesh:
        return Mesh(self.grid)

    def of(self, *kinds: str) -> list[Feature]:
        skipped = {o.name for o in self.overrides if o.layer == "skip"}
        return [f for f in self.features if f.kind in kinds and f.name not in skipped]

    def named(self, name: str) -> Feature:
        return next(f for f in self.features if f.name == name)

    def chosen(self, layer: str, name: str) -> Override | None:
        return next((o for o in self.overrides if (o.layer, o.name) == (layer, name)), None)

    # -- water ------------------------------------------------------------------------------

    @cached_property
    def sea(self) -> HexSet:
        """Hexes more than half of which is sea."""
        found = 0
        for feature in self.of("sea"):
            for hex_, part in overlay.share(self.grid, feature.line).items():
                found |= (part > 0.5) << hex_
        return found & ~self.grid.set(self.fixed_land)

    @cached_property
    def fixed_land(self) -> list[str]:
        return [h for o in self.overrides if o.layer == "land" for h in o.hexes]

    @cached_property
    def land(self) -> HexSet:
        return self.grid.all & ~self.sea

    @cached_property
    def narva_line(self) -> tuple[Point, ...]:
        """The Narva from Lake Peipus to the Gulf."""
        pieces = [f for f in self.features if f.kind == "river-major" and f.name[:5] == "Narva"]
        return tuple(point for piece in pieces for point in piece.line)

    @cached_property
    def west(self) -> HexSet:
        """The land hexes whose centre lies west of the Narva."""
        line = self.narva_line
        far = 200.0
        ring = [
            *line,
            Point(line[-1].x, far),
            Point(-far, far),
            Point(-far, -far),
            Point(line[0].x, -far),
        ]
        return overlay.centred(self.grid, ring) & self.land

    @cached_property
    def east(self) -> HexSet:
        return self.land & ~self.west

    @cached_property
    def banks(self) -> frozenset[Side]:
        """The Narva's hexsides."""
        return frozenset(self.mesh.between(self.west, self.east))

    @cached_property
    def streams(self) -> tuple[Stream, ...]:
        laid = [self._narva()]
        for feature in self.of("river-major", "river-minor"):
            if feature.name.startswith("Narva"):
                continue
            kind = "major river" if feature.kind == "river-major" else "minor river"
            known = {knot for stream in laid for knot in stream.chain}
            for stretch in overlay.onboard(self.grid, feature.line):

                def meets(point: Point) -> set[Knot]:
                    return {k for k in known if gap(self.mesh.points[k], point) < 1.2}

                chain = self.mesh.chain(
                    stretch, self.land, goals=meets(stretch[-1]), sources=meets(stretch[0])
                )
                if len(chain) > 1:
                    laid.append(
                        Stream(
                            kind,
                            feature.name,
                            tuple(chain),
                            tuple(stretch),
                            feature.basis,
                            feature.source,
                        )
                    )
        return tuple(laid)

    def _narva(self) -> Stream:
        chain = max(self.mesh.strings(self.banks), key=len)
        if self.mesh.points[chain[0]].y > self.mesh.points[chain[-1]].y:
            chain.reverse()
        sides = self.mesh.sides(chain)
        krivasoo = self.grid.parse(KRIVASOO)
        first = next(i for i, s in enumerate(sides) if krivasoo in s)
        return Stream(
            "major river",
            "Narva",
            tuple(chain),
            self.narva_line,
            Basis.RECONSTRUCTED,
            "Estonian Land Board 2018",
            frozenset(sides[:first]),
        )

    # -- places -----------------------------------------------------------------------------

    @cached_property
    def towns(self) -> tuple[Town, ...]:
        found = []
        for feature in self.of("city", "town", "village"):
            where = self.chosen("place", feature.name)
            labels = where.hexes if where else feature.hexes
            hexes = tuple(map(self.grid.parse, labels))
            if not hexes:
                hex_ = overlay.hex_at(self.grid, feature.line[0])
                if hex_ is None:
                    continue
                hexes = (hex_,)
            spelt = self.chosen("name", feature.name)
            name = spelt.value if spelt else feature.name
            other = dict.fromkeys([feature.name, *OTHER_NAMES.get(feature.name, ())])
            other |= dict.fromkeys(filter(None, [feature.more.get("name_de")]))
            other.pop(name, None)
            vp = {"Ivangorod": 3, "Narva-Jõesuu": 2}.get(feature.name, 0)
            if feature.kind == "village" and all(self.west >> h & 1 for h in hexes):
                vp = 1
            fixed = feature.source.startswith("rulebook") and not feature.source.endswith("8.6")
            basis = Basis.RULEBOOK if fixed else Basis.HOUSE if where else feature.basis
            found.append(
                Town(
                    name,
                    feature.kind,
                    hexes,
                    tuple(other),
                    vp,
                    basis,
                    feature.source.removeprefix("rulebook "),
                    where.reason if where else feature.more.get("note", ""),
                )
            )
        return tuple(found)

    def built(self, *kinds: str) -> HexSet:
        hexes = {h for town in self.towns if not kinds or town.kind in kinds for h in town.hexes}
        return sum(1 << h for h in hexes)

    # -- roads ------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        bridges = {side(self.grid.parse(a), self.grid.parse(b)) for a, b in BRIDGES}
        rivers = {
            s: 2.5 if stream.kind == "major river" else 0.6
            for stream in self.streams
            for s in self.mesh.sides(stream.chain)
        }

        def toll(a: int, b: int) -> float:
            crossing = side(a, b)
            if crossing in self.banks:
                return 0.0 if crossing in bridges else float("inf")
            return rivers.get(crossing, 0.0)

        hills = self.grid.set(HILLS)
        laid: list[Way] = []
        worn: frozenset[Side] = frozenset()
        for kind in ("railway", "minor-railway", *RANK):
            rails = kind.endswith("railway")
            router = Router(self.grid, self.land & ~(hills if rails else 0), toll)
            for feature in self._wanted(kind):
                for run in self._laid(router, feature, frozenset() if rails else worn):
                    parts = [run] if rails else overlay.unworn(run, worn)
                    for part in parts:
                        laid += self._rested(kind, feature, part)
                    if not rails:
                        worn |= {side(a, b) for a, b in pairwise(run)}
        return (*laid, *self._spurs(laid, toll))

    def _spurs(self, laid: Sequence[Way], toll: Callable[[int, int], float]) -> Iterable[Way]:
        """A track from each place that no road reaches to the nearest road."""
        reached = {hex_ for way in laid for hex_ in way.run}

        def steps(here: int) -> Iterable[tuple[int, float]]:
            for there in self.grid.neighbours(here):
                if self.land >> there & 1 and toll(here, there) != float("inf"):
                    yield there, 1 + toll(here, there)

        for town in self.towns:
            if not reached & set(town.hexes):
                run = overlay.cheapest(town.hexes[0], reached, steps)
                reached |= set(run)
                yield Way(
                    "track", f"Track to {town.name}", tuple(run), Basis.HOUSE,
                    "every place lies on a road",
                )  # fmt: skip

    def _wanted(self, kind: str) -> Iterable[Feature]:
        """The features that are roads of a kind, by their own word or by an override."""
        for feature in self.of("railway", "minor-railway", *RANK):
            renamed = self.chosen("kind", feature.name)
            if (renamed.value if renamed else feature.kind) == kind:
                yield feature
        for extra in self.overrides:
            if extra.layer == "path" and extra.value == kind:
                line = tuple(self.grid.centre(self.grid.parse(h)) for h in extra.hexes)
                yield Feature(kind, extra.name, "line", line, extra.reason, 3.0, extra.hexes)

    def _laid(self, router: Router, feature: Feature, worn: frozenset[Side]) -> Iterable[list[int]]:
        fixed = self.chosen("via", feature.name)
        if fixed or feature.hexes:
            hexes = fixed.hexes if fixed else feature.hexes
            yield router.route(feature.line, [self.grid.parse(h) for h in hexes], worn)
            return
        built = self.built()
        for stretch in overlay.onboard(self.grid, feature.line):
            met = [h for h in overlay.crossed(self.grid, stretch) if router.open_ >> h & 1]
            stops = [h for h in met[1:-1] if built >> h & 1]
            via = list(dict.fromkeys([met[0], *stops, met[-1]]))
            if len(via) > 1:
                yield router.route(stretch, via, worn)

    def _rested(self, kind: str, feature: Feature, run: list[int]) -> Iterable[Way]:
        """A run cut where it strays more than a hex from its feature: there it is `house`."""
        if feature.basis is not Basis.RECONSTRUCTED:
            yield Way(
                kind,
                feature.name,
                tuple(run),
                feature.basis,
                feature.source,
                str(feature.more.get("note", "")),
            )
            return
        guessed = self.chosen("guess", feature.name)
        loose = set(map(self.grid.parse, guessed.hexes)) if guessed else set()
        steps = [
            not ({a, b} <= loose)
            and all(distance(self.grid.centre(h), feature.line) < 0.9 for h in (a, b))
            for a, b in pairwise(run)
        ]
        start = 0
        for i in range(1, len(steps) + 1):
            if i == len(steps) or steps[i] != steps[start]:
                near = steps[start]
                yield Way(
                    kind,
                    feature.name,
                    tuple(run[start : i + 1]),
                    Basis.RECONSTRUCTED if near else Basis.HOUSE,
                    feature.source if near else "bent to the text",
                    "" if near or guessed is None else guessed.reason,
                )
                start = i

    # -- cover ------------------------------------------------------------------------------

    @cached_property
    def words(self) -> dict[int, tuple[str, ...]]:
        """The terrain words of every hex."""
        words = self._cover()
        for hex_ in members(self.sea):
            words[hex_] = ("sea",)
        for town in self.towns:
            for hex_ in town.hexes:
                words[hex_] = (town.kind,)
        for label in HILLS:
            words[self.grid.parse(label)] = ("hill",)
        for change in self.overrides:
            if change.layer == "terrain":
                for label in change.hexes:
                    words[self.grid.parse(label)] = tuple(change.value.split(" + "))
        return words

    def _shares(self, kind: str) -> dict[int, float]:
        total: dict[int, float] = {}
        for feature in self.of(kind):
            for hex_, part in overlay.share(self.grid, feature.line).items():
                total[hex_] = min(1.0, total.get(hex_, 0.0) + part)
        return cover.blurred(self.grid, total)

    def _cover(self) -> dict[int, tuple[str, ...]]:
        grid, land = self.grid, self.land
        woods, swamps = self._shares("wood"), self._shares("swamp")
        homes = cover.nearness(grid, self.built(), 1.3)
        roads = cover.nearness(grid, self._roads("rollbahn", "road"), 0.8)
        tracks = cover.nearness(grid, self._roads("track"), 0.6)
        river = sum({1 << h for hexside in self.banks for h in hexside})
        banks = cover.nearness(grid, river, 0.5)
        wet = dry = 0
        for hex_ in members(land):
            at = grid.centre(hex_)
            open_ = max(homes[hex_], 0.36 * roads[hex_], 0.2 * tracks[hex_], 0.45 * banks[hex_])
            fray = cover.chance(at, 2.2, "wet") - 0.5
            if swamps[hex_] - 0.35 * open_ + 0.5 * fray > 0.45:
                wet |= 1 << hex_
            fray = cover.chance(at, 1.8, "wood") - 0.5
            wild = 0.28 if at.y > 29 and at.x < 17 else 0.5
            if max(woods[hex_], swamps[hex_], wild) - 0.55 * open_ + 0.75 * fray > 0.4:
                dry |= 1 << hex_
        wet = cover.settled(grid, wet, land, 3)
        dry = cover.settled(grid, dry | wet, land, 2)
        clear = cover.settled(grid, land & ~dry, land, 2)
        dry = land & ~clear
        words: dict[int, tuple[str, ...]] = dict.fromkeys(members(land), ("clear",))
        for hex_ in members(dry):
            words[hex_] = ("woods",)
        for hex_ in members(wet):
            thick = cover.chance(grid.centre(hex_), 1.6, "bog wood") > 0.6
            words[hex_] = ("woods", "swamp") if thick else ("swamp",)
        return words

    def _roads(self, *kinds: str) -> HexSet:
        return sum({1 << h for way in self.ways if way.kind in kinds for h in way.run})

    # -- tables -----------------------------------------------------------------------------

    def tables(self) -> dict[str, str]:
        """Every table of the map as text, by file name."""
        return {
            "hexes.csv": tables.text_of(tables.HEXES, self._hex_rows()),
            "hexsides.csv": tables.text_of(tables.HEXSIDES, self._hexside_rows()),
            "paths.csv": tables.text_of(tables.PATHS, self._path_rows()),
            "areas.csv": tables.text_of(tables.AREAS, self._area_rows()),
            "entries.csv": tables.text_of(tables.ENTRIES, self._entry_rows()),
            "sources.csv": tables.text_of(tables.SOURCES, self._source_rows()),
            "places.csv": tables.text_of(tables.PLACES, self._place_rows()),
            "lines.csv": tables.text_of(tables.LINES, self._line_rows()),
        }

    def _hex_rows(self) -> Iterable[tables.Cells]:
        fixed = {**dict.fromkeys(CITY, "13.1"), **dict.fromkeys(HILLS, "13.3")}
        at = {hex_: town for town in self.towns for hex_ in town.hexes}
        changed = {h: o for o in self.overrides if o.layer == "terrain" for h in o.hexes}
        for label, words in sorted((self.grid.label(h), w) for h, w in self.words.items()):
            terrain, town = " + ".join(words), at.get(self.grid.parse(label))
            if label in fixed:
                yield label, terrain, "rulebook", fixed[label], ""
            elif label in changed:
                yield label, terrain, "house", "by hand", changed[label].reason
            elif terrain == "sea":
                yield label, terrain, "reconstructed", "GSHHG", ""
            elif town:
                soft = town.basis is Basis.RECONSTRUCTED
                note = "the text names the place, not its size" if town.basis.hard else ""
                yield label, terrain, "reconstructed" if soft else "house", town.source, note
            else:
                yield label, terrain, "house", "outlines of landscapes", ""

    def _hexside_rows(self) -> Iterable[tables.Cells]:
        bridges = {side(self.grid.parse(a), self.grid.parse(b)) for a, b in BRIDGES}
        ferries = {
            side(*map(self.grid.parse, o.hexes)): o for o in self.overrides if o.layer == "ferry"
        }
        rows: dict[Side, tables.Cells] = {}
        for stream in self.streams:
            for hexside in self.mesh.sides(stream.chain):
                if hexside in rows:
                    continue
                kinds, note = [stream.kind], stream.name
                source = stream.source
                if hexside in stream.ice_free:
                    kinds.append("ice-free")
                    source += "; 6.2.2 C"
                if hexside in bridges:
                    kinds.append("bridge")
                if hexside in ferries:
                    kinds.append("ferry")
                    note += "; ferry guessed"
                a, b = sorted(map(self.grid.label, hexside))
                rows[hexside] = (a, b, " + ".join(kinds), stream.basis, source, note)
        return sorted(rows.values())

    def _path_rows(self) -> Iterable[tables.Cells]:
        for way in self.ways:
            yield way.kind, way.name, self._names(way.run), way.basis, way.source, way.note

    def _names(self, hexes: Iterable[int]) -> str:
        return " ".join(map(self.grid.label, hexes))

    def _listed(self, hexes: HexSet) -> str:
        return " ".join(self.grid.labels(hexes))

    @cached_property
    def rollbahn(self) -> list[int]:
        """The rollbahn's hexes from entry A to 2930, both included."""
        start, goal = self.grid.parse("0130"), self.grid.parse("2930")
        open_ = self._roads("rollbahn")
        return self.grid.path(start, 1 << goal, open_)

    def _area_rows(self) -> Iterable[tables.Cells]:
        grid = self.grid
        held = grid.set((*NORDLAND, *NEDERLAND))
        ring = "set-up hexes on the east bank, one unbroken line; the symbols are not in the text"
        yield "narva", "", self._listed(grid.set(CITY)), "rulebook", "13.1", ""
        yield "ivangorod", "", self._listed(grid.set(IVANGOROD)), "rulebook", "13.3", ""
        yield "prepared defences", "Nordland", " ".join(NORDLAND), "house", "11.3, 14.3.1", ring
        yield "prepared defences", "Nederland", " ".join(NEDERLAND), "house", "11.3, 14.3.2", ring
        inner = self.east & ~held & ~grid.flood(1 << grid.parse("3401"), self.east & ~held)
        yield (
            "narva bridgehead",
            "",
            self._listed(inner | held),
            "house",
            "6.3 D, 10.2.2",
            "the prepared defences and what they enclose",
        )
        yield (
            "rollbahn",
            "",
            self._names(self.rollbahn),
            "house",
            "10.2.2, 13.3",
            "entry A to 2930 inclusive; entry A is a guess",
        )
        yield (
            "merekula",
            "",
            " ".join(MEREKULA),
            "house",
            "8.6",
            "two hexes with exactly two coastal hexes beside them",
        )
        yield "merekula coast", "", " ".join(MEREKULA_COAST), "house", "8.6", ""
        yield (
            "west bank",
            "",
            self._listed(self.west),
            "reconstructed",
            "Estonian Land Board 2018",
            "",
        )
        yield (
            "east bank",
            "",
            self._listed(self.east),
            "reconstructed",
            "Estonian Land Board 2018",
            "",
        )
        yield "baltic sea", "", self._listed(self.sea), "reconstructed", "GSHHG", "Gulf of Finland"

    def _entry_rows(self) -> Iterable[tables.Cells]:
        edges = {"A": "west", "B": "west", "C": "west", "D": "south", "E": "south"}
        rule = {"A": "13.3", "B": "13.3", "C": "13.3"}
        joined: dict[str, list[Feature]] = {}
        for feature in self.of("entry"):
            joined.setdefault(feature.name, []).append(feature)
        for name, parts in joined.items():
            hexes = " ".join(h for part in parts for h in part.hexes)
            side_ = str(parts[0].more["side"])
            note = "; ".join(str(part.more.get("note", "")) for part in parts)
            yield (
                name,
                side_,
                hexes,
                edges.get(name, "east"),
                "house",
                rule.get(name, "14.11"),
                note,
            )

    def _source_rows(self) -> Iterable[tables.Cells]:
        for feature in self.of("supply-source"):
            (label,) = feature.hexes
            note = str(feature.more["note"])
            edge = next(e for e in ("west", "south", "east") if note.startswith(e))
            yield (
                str(feature.more["side"]),
                label,
                edge,
                "full",
                "",
                "house",
                "10.2.1",
                note,
            )

    @cached_property
    def marks(self) -> tuple[Town, ...]:
        """Hills and points of interest."""
        found = []
        for feature in self.of("hill", "point-of-interest"):
            other = tuple(filter(None, [feature.more.get("name_de")]))
            note = str(feature.more.get("note", ""))
            at = overlay.hex_at(self.grid, feature.line[0])
            if feature.kind == "hill":
                (label,) = feature.hexes
                found.append(
                    Town(feature.name, "hill", (self.grid.parse(label),), other, 2,
                         Basis.RULEBOOK, "13.3", note)
                )  # fmt: skip
            elif at is not None:
                found.append(
                    Town(feature.name, feature.kind, (at,), other, 0, feature.basis,
                         feature.source, note)
                )  # fmt: skip
        return tuple(found)

    def _place_rows(self) -> Iterable[tables.Cells]:
        places = [*self.towns, *self.marks]
        size = {"city": 1.5, "town": 1.2}
        centres = {town: [self.grid.centre(h) for h in town.hexes] for town in places}
        names = [Name(town.name, centres[town], size.get(town.kind, 1.0)) for town in places]
        for town, offset in zip(places, placed(names, self._obstacles()), strict=True):
            yield (
                town.name, town.kind, self._names(town.hexes), ";".join(town.other_names),
                f"vp={town.vp}" if town.vp else "", f"{offset.x:.2f}", f"{offset.y:.2f}",
                town.basis, town.source, town.note,
            )  # fmt: skip

    def _obstacles(self) -> Obstacles:
        """What names should keep off: roads, rivers, settlements and hex numbers."""
        points: list[tuple[Point, float]] = []
        for way in self.ways:
            line = [self.grid.centre(h) for h in way.run]
            points += ((p, 0.08) for p in walk(line, 0.1))
        for stream in self.streams:
            line = [self.mesh.points[k] for k in stream.chain]
            weight = 0.2 if stream.kind == "major river" else 0.1
            points += ((p, weight) for p in walk(line, 0.1))
        boxes = []
        for hex_ in self.grid.numbers:
            x, y = self.grid.centre(hex_)
            boxes.append((Box(Point(x, y + 0.39), 0.4, 0.14), 6.0))
        for town in (*self.towns, *self.marks):
            for hex_ in town.hexes:
                boxes.append((Box(self.grid.centre(hex_), 0.3, 0.3), 12.0))
        return Obstacles(points, boxes, lambda point: overlay.hex_at(self.grid, point) is not None)

    def _line_rows(self) -> Iterable[tables.Cells]:
        """The courses of coast and rivers on the ground; what is drawn leans towards them."""
        courses = [("coast", f.name, f.line, f.basis, f.source) for f in self.of("coast")]
        courses += [(s.kind, s.name, s.line, s.basis, s.source) for s in self.streams]
        for kind, name, line, basis, source in courses:
            for stretch in overlay.onboard(self.grid, line):
                drawn = thinned(rounded(thinned(stretch, 0.3), 2), 0.2)
                yield kind, name, tables.points_of(drawn), "", basis, source, ""


def page(narva: Narva, text: str, computed: Mapping[str, str]) -> str:
    """The map's page of the documentation with its figures brought up to date."""
    found = report.residuals(narva.grid, narva.fit, FIT)
    hills = [r for r in found if r.name.startswith("hill")]
    others = [r for r in found if r not in hills]
    figures = (
        f"{report.fit_table(found)}\n\nrms {report.rms(found):.2f} km, "
        f"{report.rms(others):.2f} km without the hills."
    )
    text = report.inserted(text, "fit", figures)
    return report.inserted(text, "counts", report.counts_table(computed))


def main() -> None:
    """Writes the tables into `maps/narva` and the figures into `docs/maps/narva.md`."""
    narva = Narva.read()
    computed = narva.tables()
    tables.write(shipped_root() / "maps" / "narva", computed)
    PAGE.write_text(
        page(narva, PAGE.read_text(encoding="utf-8"), computed), encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()
