"""Small saves and modules that follow docs/module-contract.md, written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from builder.module.pieces import layer_of
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.art.map.layout import MapLayout
from hexmarshal.game.folders import Folders
from hexmarshal.game.model import Game
from hexmarshal.game.timing import stops
from hexmarshal.vassal.archive import pack
from hexmarshal.vassal.buildfile import Component, component, to_xml
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, PropertyValue
from hexmarshal.vassal.setup import DeckAt, DeckType, PlacedPiece, Setup, save_bytes
from hexmarshal.vassal.traits import BasicPiece, DynamicProperty, Layer, Marker, MarkMoved
from hexmarshal.vassal.turns import ListLevel, TurnState
from tests.games import shipped_game

MODULE = Metadata(name="Across the Narva (Hexmarshal)", version="1.0")
SUPPLY = {"out of supply": "1", "isolated": "2"}


def narva() -> Game:
    return shipped_game("narva")


@cache
def layout(game: str = "narva") -> MapLayout:
    return map_layout(shipped_game(game))


@dataclass(frozen=True)
class Unit:
    """A piece to put into a save: a counter in some state."""

    counter: str
    steps_lost: int = 0
    markers: tuple[str, ...] = ()
    flipped: bool = False
    moved: bool = False
    ref: str = ""
    more: Mapping[str, str] = field(default_factory=dict)


def piece(unit: Unit, game: str = "narva") -> Piece:
    counter = shipped_game(game).counters.get(unit.counter)
    kind = counter.kind if counter else "combat"
    layer = {"combat": "unit", "air": "air", "marker": "marker"}.get(kind, "unit")
    if counter and kind == "hq":
        layer = layer_of(shipped_game(game), counter)
    step = Layer(
        name="Step", images=("", *["back.png"] * 3), level_names=("", *["+ (reduced)"] * 3)
    )
    side = Layer(name="Side", images=("", "back.png"), level_names=("", ""))
    supply = next((SUPPLY[word] for word in unit.markers if word in SUPPLY), "0")
    states = [word for word in unit.markers if word not in SUPPLY]
    return Piece.of(
        Marker.of(hm_id=unit.counter, hm_layer=layer, **unit.more),
        MarkMoved(image="moved.png", moved=unit.moved),
        _at_level(step, unit.steps_lost + 1),
        _at_level(side, 2 if unit.flipped else 1),
        DynamicProperty(name="Supply", value=supply),
        *(DynamicProperty(name=f"State_{word.replace(' ', '_')}", value="1") for word in states),
        BasicPiece(image="x.png", name=counter.name if counter else unit.counter),
        id=unit.ref or None,
    )


def _at_level(layer: Layer, level: int) -> Layer:
    return Layer(name=layer.name, images=layer.images, level_names=layer.level_names, level=level)


def at(label: str, game: str = "narva") -> tuple[int, int]:
    """The pixel of a hex or of a box's space on the module's map."""
    hex_ = shipped_game(game).board.grid.find(label)
    if hex_ is not None:
        return layout(game).centre_px(hex_)
    box, space = next(
        (box, space)
        for box in shipped_game(game).board.boxes
        for place, space in zip(box.places, box.spaces, strict=True)
        if place == label
    )
    x, y = layout(game).spaces[box.id, space].centre
    return round(x * layout(game).px_per_pt), round(y * layout(game).px_per_pt)


def in_a_box(pixel: tuple[int, int], game: str = "narva") -> bool:
    """Whether a box of the map covers a pixel."""
    x, y = (length / layout(game).px_per_pt for length in pixel)
    return any(e.x <= x <= e.right and e.y <= y <= e.bottom for e in layout(game).spaces.values())


def save(
    stacks: Sequence[tuple[str, Sequence[Unit]]] = (),
    turn: int = 1,
    phase: str | int = "supply-segment",
    decks: Mapping[str, Iterable[Unit]] | None = None,
    properties: Mapping[str, str] | None = None,
    extra: Sequence[PlacedPiece] = (),
    game: str = "narva",
) -> bytes:
    """A save: stacks of units, each from the bottom to the top, at hexes or in boxes.

    `phase` is the first step of a turn of that id, or the place of a step in the turn.
    """
    steps = [step.phase.id for step in stops(shipped_game(game))]
    here = steps.index(phase) if isinstance(phase, str) else phase
    phases = ListLevel(here, (True,) * len(steps))
    turns = ListLevel(turn - 1, (True,) * len(shipped_game(game).turns), below=(phases,))
    values = {"hm_game": game, "hm_scenario": "campaign", **(properties or {})}
    placements = [
        PlacedPiece("Main Map", *at(label, game), tuple(piece(unit, game) for unit in units))
        for label, units in stacks
    ]
    return save_bytes(
        Setup(
            placements=(*placements, *extra),
            decks=tuple(
                DeckAt(DeckType(name), "Main Map", 5, 5, tuple(piece(c, game) for c in cards))
                for name, cards in (decks or {}).items()
            ),
            boards={"Main Map": (BoardAt("Map"),)},
            properties=tuple(PropertyValue(k, v, "Module") for k, v in values.items() if v),
            turns={"TurnTracker0": TurnState((turns,))},
        ),
        Metadata(name=f"{shipped_game(game).title} (Hexmarshal)", version="1.0"),
    )


def _zones() -> Iterable[Component]:
    """A zone for each space of a box."""
    scale = layout().px_per_pt
    for box in narva().board.boxes:
        for place, space in zip(box.places, box.spaces, strict=True):
            outline = layout().spaces[box.id, space].outline
            path = ";".join(f"{round(x * scale)},{round(y * scale)}" for x, y in outline)
            yield component("Zone", name=place, locationFormat="$name$", path=path)


def module(folders: Folders | None = None) -> bytes:
    """A module whose grid names the hexes as printed, with the game's data if folders are given."""
    width, height = layout().size_px
    across, down = layout().step_px
    grid = layout().grid
    x0, y0 = layout().centre_px(grid.parse("0245"))
    numbering = component(
        "HexGridNumbering",
        sep="",
        hLeading=1,
        vLeading=1,
        hOff=0,
        vOff=45 - int(height / across + 0.5),
        vDescend=True,
        stagger=False,
    )
    hexes = component(
        "HexGrid", numbering, x0=x0 - 2 * across, y0=y0, dx=float(across), dy=float(down)
    )
    board = component(
        "Board", component("ZonedGrid", *_zones(), hexes), name="Map", width=width, height=height
    )
    main = component("Map", component("BoardPicker", board), mapName="Main Map")
    entries = {
        "moduledata": MODULE.to_xml(with_name=True),
        "buildFile.xml": to_xml(component("GameModule", main, name=MODULE.name, version="1.0")),
    }
    if folders:
        for room in (folders.counters, folders.maps, folders.scenarios):
            for path in sorted(room.iterdir()):
                name = path.relative_to(folders.root).as_posix()
                entries[f"hexmarshal/{name}"] = path.read_bytes()
    return pack(entries)
