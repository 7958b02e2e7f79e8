"""Scripted logs on hand-made maps of a game in which all data have basis `owner`.

The map is drawn in lanes: straight rows of hexes side by side, places 1, 2, 3, ... along each.
On a board with flat tops a lane is a column, with pointed tops a row.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hexmarshal.art.map.arrange import map_layout
from hexmarshal.game.folders import ROOMS, Folders, shipped_root
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.timing import stops
from hexmarshal.vassal.archive import Archive, pack
from hexmarshal.vassal.commands import ESC
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.obfuscation import obfuscate
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue, parse_save
from hexmarshal.vassal.sequence import encode
from hexmarshal.vassal.setup import PlacedPiece, Setup, save_bytes
from hexmarshal.vassal.traits import BasicPiece, DynamicProperty, Layer, Marker
from hexmarshal.vassal.turns import ListLevel, TurnState

Place = tuple[int, int]
"""A lane and a place in it."""
FORMS = {
    "narva": "{column:02}{row:02}",
    "iskra": "{column:02}.{row:02}",
    "baltic-gap": "E{row}.{column:02}",
}
_SOFT = r"(house|reconstructed|series)"


@dataclass(frozen=True)
class HandMap:
    """What is on the hand-made map; everything else is clear terrain."""

    terrain: Mapping[str, Sequence[Place]] = field(default_factory=dict)
    across: Mapping[str, int] = field(default_factory=dict)
    """Hexsides that cross all lanes between a place and the next, by kind."""
    sides: Sequence[tuple[Place, Place, str]] = ()
    """Further hexsides."""
    paths: Sequence[tuple[str, Sequence[Place]]] = ()
    areas: Mapping[str, Sequence[Place]] = field(default_factory=dict)


@dataclass(frozen=True)
class StartingUnit:
    """A unit at the start: where it is and in which state."""

    ref: str
    counter: str
    at: Place | str
    states: tuple[str, ...] = ()
    supply: str = "0"
    side_up: int = 1


def labelled(game: str, place: Place, *, flat: bool) -> str:
    """The printed number of a hex by its lane and place."""
    lane, along = place
    column, row = (lane, along) if flat else (along, lane)
    return FORMS[game].format(column=column, row=row)


class Script:
    """A game on a hand-made map, and the logs played on it."""

    def __init__(self, game: str, root: Path, hand_map: HandMap) -> None:
        self.root, self.id = root, game
        folders = Folders(game, root)
        for room in ROOMS:
            shutil.copytree(shipped_root() / room / game, root / room / game)
            for path in (root / room / game).iterdir():
                _vouch(path)
        plain = load(folders)
        self.flat = plain.board.grid.orientation is Orientation.FLAT
        _draw(folders.maps, plain, hand_map, self)
        self.game = load(folders)
        self.layout = map_layout(self.game)

    def label(self, place: Place | str) -> str:
        """The printed number of a hex by its lane and place."""
        return place if isinstance(place, str) else labelled(self.id, place, flat=self.flat)

    def pixel(self, place: Place | str) -> tuple[int, int]:
        hex_ = self.game.board.grid.find(self.label(place))
        if hex_ is not None:
            return self.layout.centre_px(hex_)
        box, space = next(
            (box, space)
            for box in self.game.board.boxes
            for name, space in zip(box.places, box.spaces, strict=True)
            if name == place
        )
        x, y = self.layout.spaces[box.id, space].centre
        return round(x * self.layout.px_per_pt), round(y * self.layout.px_per_pt)

    def log(
        self,
        units: Iterable[StartingUnit],
        moves: Sequence[tuple[str, Place | str] | str],
        turn: int,
        phase: str,
    ) -> bytes:
        """A log with one step for each move or phase; a word begins the phase of that name."""
        start = self._save(units, turn, phase)
        archive = Archive.of(start)
        player = encode(["PLAYER\tjd\tJane Doe\tSoviet"], ESC)
        steps = [
            encode(["LOG\t" + self._begun(turn, one)], ESC)
            if isinstance(one, str)
            else encode(["LOG\t" + self._moved(*one)], ESC)
            for one in moves
        ]
        text = ESC.join([parse_save(start).text, player, *(encode([s], ESC) for s in steps)])
        entries = {name: archive.read(name) for name in archive.names}
        return pack({**entries, "savedGame": obfuscate(text)})

    def _begun(self, turn: int, phase: str) -> str:
        return encode(["TURNTurnTracker0", str(self._clock(turn, phase))], "\t")

    def _clock(self, turn: int, phase: str) -> TurnState:
        steps = [step.phase.id for step in stops(self.game)]
        phases = ListLevel(steps.index(phase), (True,) * len(steps))
        turns = [one.number for one in self.game.turns]
        return TurnState((ListLevel(turns.index(turn), (True,) * len(turns), below=(phases,)),))

    def _moved(self, ref: str, to: Place | str) -> str:
        x, y = self.pixel(to)
        return "M/" + encode([ref, "Main Map", x, y, "null", "Main Map", 0, 0, "null", "jd"], "/")

    def _save(self, units: Iterable[StartingUnit], turn: int, phase: str) -> bytes:
        game = self.game
        values = {"hm_game": game.id, "hm_scenario": game.scenarios[0].id}
        stacks: dict[Place | str, list[StartingUnit]] = {}
        for unit in units:
            stacks.setdefault(unit.at, []).append(unit)
        return save_bytes(
            Setup(
                placements=tuple(
                    PlacedPiece("Main Map", *self.pixel(at), tuple(map(self._piece, those)))
                    for at, those in stacks.items()
                ),
                boards={"Main Map": (BoardAt("Map"),)},
                properties=tuple(PropertyValue(k, v, "Module") for k, v in values.items()),
                turns={"TurnTracker0": self._clock(turn, phase)},
            ),
            Metadata(name=f"{game.title} (Hexmarshal)", version="1.0"),
        )

    def _piece(self, unit: StartingUnit) -> Piece:
        counter = self.game.counters[unit.counter]
        layer = {"hq": "hq", "marker": "marker"}.get(counter.kind, "unit")
        side = Layer(name="Side", images=("", "b.png"), level_names=("", ""), level=unit.side_up)
        return Piece.of(
            Marker.of(hm_id=unit.counter, hm_layer=layer),
            side,
            DynamicProperty(name="Supply", value=unit.supply),
            *(DynamicProperty(name=f"State_{w.replace(' ', '_')}", value="1") for w in unit.states),
            BasicPiece(image="x.png", name=counter.name),
            id=unit.ref,
        )


def _vouch(path: Path) -> None:
    """Gives basis `owner` to every uncertain row of a data file."""
    if path.suffix in (".yaml", ".draft"):
        text = path.read_text("utf-8")
        path.write_text(re.sub(rf"\b(basis|rest): {_SOFT}\b", r"\1: owner", text), "utf-8")
    elif path.suffix == ".csv":
        lines = path.read_text("utf-8-sig").splitlines(keepends=True)
        path.write_text("".join(re.sub(rf",{_SOFT},", ",owner,", line) for line in lines), "utf-8")


def _draw(maps: Path, game: Game, hand_map: HandMap, script: Script) -> None:
    """Replaces the game's map by the hand-made one."""
    grid = game.board.grid
    named = script.label
    rows = [[named(p), word] for word, places in hand_map.terrain.items() for p in places]
    _table(maps / "hexes.csv", ["hex", "terrain"], rows)
    own = {frozenset((named(a), named(b))) for a, b, _ in hand_map.sides}
    sides = [[named(a), named(b), kinds] for a, b, kinds in hand_map.sides]
    for kinds, last in hand_map.across.items():
        for hex_ in grid.numbers:
            for beyond in grid.neighbours(hex_):
                a, b = grid.label(hex_), grid.label(beyond)
                parted = not (a + b).count("W") and _along(a) <= last < _along(b)
                if parted and frozenset((a, b)) not in own:
                    sides.append([a, b, kinds])
    _table(maps / "hexsides.csv", ["a", "b", "kinds"], sides)
    paths = [[kind, "", " ".join(map(named, places))] for kind, places in hand_map.paths]
    _table(maps / "paths.csv", ["kind", "name", "hexes"], paths)
    with (maps / "areas.csv").open(encoding="utf-8", newline="") as file:
        areas = [row for row in csv.reader(file) if row]
    for row in areas[1:]:
        if row[0] in hand_map.areas:
            row[2] = " ".join(map(named, hand_map.areas[row[0]]))
    kept = {tuple(row) for row in areas[1:]}
    with (maps / "areas.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([areas[0], *sorted(kept)])


def _along(label: str) -> int:
    """The place of a hex in its lane; lanes lie on the first sheet of a board."""
    return int(re.findall(r"\d\d?", label)[1])


def _table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*columns, "basis"])
        writer.writerows([*row, "owner"] for row in rows)
