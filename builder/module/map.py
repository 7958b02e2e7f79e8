"""The map window of the module: its board, its set-up hexes and its toolbar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from builder.module.grid import board_grid, hex_zones, hexes_zone, named_zone, pixels, space_zones
from builder.module.keys import key_stroke
from builder.module.names import BOARD, OFF_BOARD, any_of, plain, scenario_name
from builder.module.off_map import OffMap
from builder.module.pieces import PieceMaker
from builder.module.prototypes import DRAW, TELL, drawn_zone
from builder.module.terrain import FORMAT
from builder.module.turns import chits_out
from builder.module.zoc import MOVED, shaders
from builder.setup import playable
from hexmarshal.art.map.layout import Extent, MapLayout
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Scenario
from hexmarshal.module_contract import LAYER, LAYERS, MAIN_MAP, OFF_MAP
from hexmarshal.vassal.buildfile import Component, component
from hexmarshal.vassal.keys import Target, named, set_to
from hexmarshal.vassal.setup import DeckType

LIT, BUTTON = "On", "Set-up hexes"


def setup_zones(game: Game, layout: MapLayout) -> list[Component]:
    return [
        hexes_zone(
            layout, hexes, name=f"Set-up {scenario.id}", highlightProperty=_property(scenario)
        )
        for scenario in playable(game)
        if (hexes := _hexes(scenario))
    ]


def highlight() -> Component:
    """The look of a highlighted zone."""
    return component("ZoneHighlight", name=LIT, color="235,185,40", opacity=45)


def setup_properties(game: Game) -> Iterator[Component]:
    """The properties that highlight set-up hexes, each with its button."""
    with_hexes = [scenario for scenario in playable(game) if _hexes(scenario)]
    for scenario in with_hexes:
        name = _property(scenario)
        button = component(
            "ChangePropertyButton",
            text=BUTTON if len(with_hexes) == 1 else scenario_name(scenario),
            tooltip=f"Highlights the set-up hexes of {scenario_name(scenario)}, or clears them",
            hotkey=key_stroke("Ctrl+Shift+H") if len(with_hexes) == 1 else "",
            propChanger=set_to(f'{{GetString("{name}")=="{LIT}" ? "" : "{LIT}"}}'),
        )
        yield component("GlobalProperty", button, name=name, initialValue="")


def setup_menu(game: Game) -> Iterator[Component]:
    """A menu of those buttons if a game has several."""
    titles = tuple(scenario_name(scenario) for scenario in playable(game) if _hexes(scenario))
    if len(titles) > 1:
        yield component(
            "ToolbarMenu",
            description=BUTTON,
            text=BUTTON,
            tooltip="Highlights the set-up hexes of a scenario",
            menuItems=titles,
        )


def _hexes(scenario: Scenario) -> HexSet:
    return sum({1 << row.hex for row in scenario.setup() if row.hex is not None})


def _property(scenario: Scenario) -> str:
    return f"hm_setup_{scenario.id}"


ZOOMS = ("0.3", "0.5", "0.7", "1.0", "1.5")
_REPORTS = {
    "moveWithinFormat": "$pieceName$ moves from $previousLocation$ to $location$",
    "moveToFormat": "$pieceName$ moves from $previousLocation$ ($previousMap$) to $location$",
    "createFormat": "$pieceName$ is placed in $location$",
    "onlyReportChangedLocation": "true",
}
"""The chat messages for pieces that players drag."""


@dataclass(frozen=True, slots=True)
class Cup:
    """The deck of chits, its centre in pixels; `drawn` is for drawn chits, in points of the map."""

    name: str
    x: int
    y: int
    drawn: Extent
    type: DeckType


def cup_of(game: Game, layout: MapLayout, size: int) -> Cup | None:
    """The cup on the map, if there is one: the deck on the left, drawn chits on the right."""
    for box in game.board.boxes:
        space = layout.spaces.get((box.id, box.spaces[0]))
        if box.kind == "cup" and space is not None:
            half = space.width / 2
            drawn = Extent(space.x + half, space.y, half, space.height)
            left = Extent(space.x, space.y, half, space.height)
            x, y = (round(v * layout.px_per_pt) for v in left.centre)
            kind = DeckType(
                name=box.places[0],
                width=size + 4,
                height=size + 4,
                allow_multiple=False,
                allow_select=False,
                reversible=False,
                draw_outline=True,
                draw_face_up=True,
            )
            return Cup(box.places[0], x, y, drawn, kind)
    return None


def main_map(maker: PieceMaker, layout: MapLayout, image: str, cup: Cup | None) -> Component:
    """The map window with its board; `image` is the name of the board's picture."""
    game = maker.game
    zones = space_zones(layout, game.board.boxes)
    if cup is not None:
        zones.insert(0, named_zone(drawn_zone(cup.name), pixels(layout, cup.drawn)))
    board = _board(BOARD, image, board_grid(layout, zones, setup_zones(game, layout), highlight()))
    return component(
        "Map",
        *_common(board),
        component("GlobalMap", scale=0.15, buttonText="Overview"),
        component("HidePiecesButton", buttonText="Hide pieces", hotkey=key_stroke("Ctrl+H")),
        component(
            "LOS_Thread",
            label="Range",
            tooltip="Drag a line to count hexes (Ctrl+Shift+R)",
            hotkey=key_stroke("Ctrl+Shift+R"),
            snapStart=True,
            snapEnd=True,
            drawRange=True,
            losThickness=3,
            threadColor="200,30,30",
            report="",
        ),
        *([_deck(cup)] if cup else []),
        *_chit_buttons(maker, cup),
        *shaders(maker),
        *_stacking_button(maker),
        mapName=MAIN_MAP,
        buttonName="Map",
        moveKey=named(MOVED) if game.rules.zoc else "",
        markUnmovedText="Not moved",
        markUnmovedHotkey=key_stroke("Ctrl+Shift+M"),
        markUnmovedReport="All pieces are marked as not moved",
        **_REPORTS,
        allowMultiple=False,
        backgroundcolor="90,90,90",
        thickness=3,
        color="255,200,0",
        tooltip=None,
        hotkey="",
    )


def off_map_window(maker: PieceMaker, off: OffMap, image: str) -> Component:
    """The window of the off-map board, opened by its button."""
    zones = [named_zone(name, _corners(zone)) for name, zone in off.zones.items()]
    return component(
        "Map",
        *_common(_board(OFF_BOARD, image, component("ZonedGrid", *zones))),
        mapName=OFF_MAP,
        buttonName="Off-map",
        tooltip="Pieces off the map: eliminated or waiting (Ctrl+O)",
        hotkey=key_stroke("Ctrl+O"),
        launch=True,
        moveKey=named(MOVED) if maker.game.rules.zoc else "",
        markMoved="Never",
        **_REPORTS,
        allowMultiple=False,
        backgroundcolor="90,90,90",
    )


def _corners(zone: Extent) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in zone.outline]


def _board(name: str, image: str, grid: Component) -> Component:
    return component("Board", grid, name=name, image=image, width=None, height=None, color=None)


def _common(board: Component) -> Iterator[Component]:
    """The components that every map window needs, in the order of the editor."""
    yield component("BoardPicker", board)
    yield component("StackMetrics", exSepX=8, exSepY=20, unexSepX=3, unexSepY=5)
    for kind in (
        "ForwardToKeyBuffer",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
    ):
        yield component(kind)
    yield component("ImageSaver")
    yield component("TextSaver")
    yield component(
        "CounterDetailViewer",
        minDisplayPieces="0",
        zoomlevel="10.0",
        showtext=True,
        borderWidth=14,
        stretchWidthSummary=True,
        stretchWidthPieces=True,
        bgColor="255,255,240",
        fontSize=12,
        summaryReportFormat=FORMAT,
        counterReportFormat="$Strength$",
        emptyHexReportForma=FORMAT,
        display="from all layers",
        unrotatePieces=True,
        showDeck=False,
    )
    yield component("Flare", flareName="Look here", circleColor="200,30,30")
    yield component("Zoomer", zoomLevels=ZOOMS, zoomStart=2)
    yield component("GlobalProperties")
    yield component("LayeredPieceCollection", property=LAYER, layerOrder=LAYERS)
    yield component("SelectionHighlighters")
    yield component("HighlightLastMoved", enabled=True, color="255,120,0", thickness=2)


def _deck(cup: Cup) -> Component:
    kind = cup.type
    return component(
        "DrawPile",
        name=kind.name,
        owningBoard=BOARD,
        x=cup.x,
        y=cup.y,
        width=kind.width,
        height=kind.height,
        allowMultiple=kind.allow_multiple,
        allowSelect=kind.allow_select,
        faceDown=kind.face_down,
        drawFaceUp=kind.draw_face_up,
        shuffle=kind.shuffle,
        reversible=kind.reversible,
        draw=kind.draw_outline,
        color=kind.outline_color,
        maxStack=kind.max_stack,
    )


def _chit_buttons(maker: PieceMaker, cup: Cup | None) -> Iterator[Component]:
    if cup is None:
        return
    yield component(
        "MassKeyCommand",
        name="Draw a chit",
        buttonText="Draw chit",
        tooltip="Draws a chit from the cup (Ctrl+G)",
        buttonHotkey=key_stroke("Ctrl+G"),
        hotkey=named(DRAW),
        target=str(Target(sender="MAP", where="DECK", deck=plain(cup.name))),
        deckCount="1",
    )
    yield component(
        "MassKeyCommand",
        name="Chits back",
        buttonText="Chits back",
        tooltip="Returns all drawn chits to the cup, except those waiting for their turn or out of "
        "play (Ctrl+Shift+G)",
        buttonHotkey=key_stroke("Ctrl+Shift+G"),
        hotkey=key_stroke("Ctrl+K"),
        target=str(Target(sender="MAP", where="MAP", map=MAIN_MAP)),
        filter=chits_out(maker),
        deckCount="0",
    )


def _stacking_button(maker: PieceMaker) -> Iterator[Component]:
    stacking = maker.stacking
    if stacking is None:
        return
    here = any_of("CurrentZone", hex_zones(maker.game.board.grid))
    yield component(
        "MassKeyCommand",
        name="Overstacked",
        buttonText="Overstacked?",
        tooltip=f"Lists all overstacked hexes in the chat; rule {stacking.rule} (Ctrl+Shift+S)",
        buttonHotkey=key_stroke("Ctrl+Shift+S"),
        hotkey=named(TELL),
        filter=f"{{{here} && Over==2}}",
        deckCount="0",
        reportFormat=f"$PlayerName$ checks the stacking limit ({stacking.rule})",
    )
