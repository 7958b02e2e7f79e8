"""Where a scenario's units set up, shown on the map: a button a scenario.

All set-up hexes of a scenario are one zone of the board behind those that give hexes their names;
it lights up while a property of the module says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.module_grid import hexes_zone
from builder.module_keys import key_stroke
from builder.module_names import scenario_name
from builder.setup_position import playable
from hexmarshal.art.map_layout import MapLayout
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Scenario
from hexmarshal.vassal.buildfile import Component, component
from hexmarshal.vassal.keys import set_to

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
    """How a zone looks that is lit."""
    return component("ZoneHighlight", name=LIT, color="235,185,40", opacity=45)


def setup_properties(game: Game) -> Iterator[Component]:
    """The properties that light the zones, each with the button that switches it."""
    shown = [scenario for scenario in playable(game) if _hexes(scenario)]
    for scenario in shown:
        name = _property(scenario)
        button = component(
            "ChangePropertyButton",
            text=BUTTON if len(shown) == 1 else scenario_name(scenario),
            tooltip=f"Shows where the units of {scenario_name(scenario)} set up, or hides it",
            hotkey=key_stroke("Ctrl+Shift+H") if len(shown) == 1 else "",
            propChanger=set_to(f'{{GetString("{name}")=="{LIT}" ? "" : "{LIT}"}}'),
        )
        yield component("GlobalProperty", button, name=name, initialValue="")


def setup_menu(game: Game) -> Iterator[Component]:
    """A menu of those buttons where a game has several."""
    titles = tuple(scenario_name(scenario) for scenario in playable(game) if _hexes(scenario))
    if len(titles) > 1:
        yield component(
            "ToolbarMenu",
            description=BUTTON,
            text=BUTTON,
            tooltip="Shows where the units of a scenario set up",
            menuItems=titles,
        )


def _hexes(scenario: Scenario) -> HexSet:
    return sum({1 << row.hex for row in scenario.setup() if row.hex is not None})


def _property(scenario: Scenario) -> str:
    return f"hm_setup_{scenario.id}"
