"""The VASSAL module of a game: build file, images, set-ups and the game's data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from builder.module.grid import layout_text
from builder.module.help import ARRIVALS, HELP, arrivals_page, chart_entry, chart_window, help_page
from builder.module.images import GONE, images_of
from builder.module.keys import key_stroke
from builder.module.map import Cup, cup_of, main_map, off_map_window, setup_menu, setup_properties
from builder.module.names import ARMY, CONDITION, any_of, setup_name
from builder.module.off_map import OffMap, off_map
from builder.module.palette import palettes
from builder.module.pieces import PieceMaker
from builder.module.prototypes import prototypes, turn_spaces
from builder.module.setups import EMPTY_MAP, SetupWriter, metadata, version
from builder.module.terrain import place_properties, terrain_properties
from builder.module.turns import end_of_turn, phase_commands, tracker
from builder.module.zoc import SHADE_ID
from builder.setup import playable
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.art.map.layout import MapLayout
from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.load.tables import parse_table
from hexmarshal.game.model import Game
from hexmarshal.module_contract import DATA, DIGEST, FORMATION, GAME, LAYOUT, SCENARIO, module_name
from hexmarshal.vassal.archive import MODULE_DATA, pack
from hexmarshal.vassal.buildfile import Component, component, tag_of, to_xml
from hexmarshal.vassal.metadata import ENGINE
from hexmarshal.vassal.piece import Piece

COUNTER = 0.84
"""A counter's width as a fraction of the distance between two neighbouring hexes."""
EMPTY = "empty map.vsav"
"""The entry of the empty map; the space keeps it apart from any scenario's id."""
BOARD_PICTURE, OFF_PICTURE = "board", "off-map"


@dataclass(frozen=True)
class BuiltModule:
    """A module and its parts; `backs` are the ids of counters with an image of their back."""

    game: Game
    backs: frozenset[str]

    @cached_property
    def layout(self) -> MapLayout:
        return map_layout(self.game)

    @cached_property
    def size(self) -> int:
        """A counter's width, in pixels."""
        flat = self.game.board.grid.orientation is Orientation.FLAT
        return round(COUNTER * self.layout.step_px[1 if flat else 0])

    @cached_property
    def cup(self) -> Cup | None:
        return cup_of(self.game, self.layout, self.size)

    @cached_property
    def maker(self) -> PieceMaker:
        cup = self.cup.name if self.cup else ""
        return PieceMaker(self.game, self.size, self.layout.step_px, self.backs, cup)

    @cached_property
    def prototypes(self) -> Mapping[str, Piece]:
        return prototypes(self.maker)

    @cached_property
    def off(self) -> OffMap:
        return off_map(self.game)

    @cached_property
    def setups(self) -> SetupWriter:
        return SetupWriter(self.maker, self.prototypes, self.layout, self.off, self.cup)

    def vmod(
        self,
        pictures: Mapping[str, bytes],
        saves: Mapping[str, bytes],
        data: Mapping[str, bytes],
        charts: Mapping[str, bytes],
    ) -> bytes:
        """The module's file.

        `pictures` by name, including the boards (`board`, `off-map`); only those in use are packed.
        `saves` by scenario. `data` are the game's files by path relative to its root. `charts` by
        file name.
        """
        names = {key: _hashed(key, pictures[key]) for key in (BOARD_PICTURE, OFF_PICTURE)}
        images = {names.get(key, key): picture for key, picture in sorted(pictures.items())}
        build_file = to_xml(self.build_file(names[BOARD_PICTURE], names[OFF_PICTURE]))
        used = {name: picture for name, picture in images.items() if name.encode() in build_file}
        removed = removed_counters(self.game, data)
        used |= {name: pictures[GONE] for id_ in removed for name in images_of(id_)}
        return pack(
            [
                (MODULE_DATA, metadata(self.game).to_xml(with_name=True)),
                ("buildFile.xml", build_file),
                (HELP, help_page(self.maker).encode()),
                (ARRIVALS, arrivals_page(self.game).encode()),
                *((f"images/{name}", picture) for name, picture in used.items()),
                *((chart_entry(name), chart) for name, chart in charts.items()),
                (EMPTY, self.setups.empty()),
                *((save_entry(id_), save) for id_, save in saves.items()),
                *((f"{DATA}/{path}", file) for path, file in data.items()),
            ],
            level=9,
        )

    # -- the build file ---------------------------------------------------------------------

    def build_file(self, board_image: str, off_image: str) -> Component:
        """The tree of the module's components, in the order of the editor."""
        game, maker = self.game, self.maker
        return component(
            "GameModule",
            component("BasicCommandEncoder"),
            _documentation(game),
            _roster(game),
            component("GlobalOptions", storeLeadingZeroIntegersAsStrings=True),
            main_map(maker, self.layout, board_image, self.cup),
            off_map_window(maker, self.off, off_image),
            component("GamePieceImageDefinitions"),
            self._properties(),
            self._texts(),
            self._prototypes(),
            *palettes(maker),
            component("Chatter"),
            component("KeyNamer"),
            component("Language"),
            tracker(maker),
            *phase_commands(maker),
            end_of_turn(game),
            *setup_menu(game),
            *_dice(maker),
            _inventory(game),
            chart_window(maker),
            component("NotesWindow", hotkey=key_stroke("Ctrl+Shift+N")),
            *_setups(game),
            name=module_name(game.title),
            version=version(game),
            VassalVersion=ENGINE,
            description=str(game.about.get("subtitle", "")),
            nextPieceSlotId=SHADE_ID + 1,
        )

    def _properties(self) -> Component:
        values = {
            GAME: self.game.id,
            SCENARIO: "",
            DIGEST: self.game.digest,
            LAYOUT: layout_text(self.layout, self.game.board.boxes, self.off.zones),
            "TurnTracker.defaultDocked": "true",
        }
        return component(
            "GlobalProperties",
            *(component("GlobalProperty", name=k, initialValue=v) for k, v in values.items()),
            *setup_properties(self.game),
        )

    def _texts(self) -> Component:
        """Read-only properties for expressions; saves do not contain them."""
        tag = tag_of("GlobalTranslatableMessage")
        board = self.game.board
        texts = chain(
            terrain_properties(board),
            place_properties(board),
            turn_spaces(self.game),
            self.maker.reach.texts(),
        )
        made = (Component(tag, {"name": name, "initialValue": value}) for name, value in texts)
        return component("GlobalTranslatableMessages", *made)

    def _prototypes(self) -> Component:
        return component(
            "PrototypesContainer",
            *(
                component("PrototypeDefinition", name=name).with_text(piece.command)
                for name, piece in self.prototypes.items()
            ),
        )


def save_entry(scenario: str) -> str:
    """The entry of a scenario's set-up, at the top level: the editor loses entries in folders."""
    return f"{scenario}.vsav"


def _hashed(name: str, data: bytes) -> str:
    """A picture's name with a hash of its content: VASSAL caches the tiles of a board by name."""
    return f"{name}-{hashlib.sha256(data).hexdigest()[:8]}.png"


def removed_counters(game: Game, data: Mapping[str, bytes]) -> Iterator[str]:
    """The ids of counters that have a piece id but are no longer in the game.

    Saved games may hold such pieces, and VASSAL reports every image it cannot find.
    """
    path = f"counters/{game.id}/ids.csv"
    if path in data:
        rows = parse_table(data[path].decode("utf-8-sig"), path)
        yield from dict.fromkeys(r["counter"] for r in rows if r["counter"] not in game.counters)


def _documentation(game: Game) -> Component:
    return component(
        "Documentation", component("HelpFile", title=f"{game.title}: keys and rules", fileName=HELP)
    )


def _roster(game: Game) -> Component:
    entries = [Component("entry", text=side.title) for side in game.sides]
    return component("PlayerRoster", *entries, buttonText="Side")


def _dice(maker: PieceMaker) -> Iterator[Component]:
    for die in maker.form.dice:
        result = "$result$ = $numericalTotal$" if die.total and die.count > 1 else "$result$"
        yield component(
            "DiceButton",
            name=die.name,
            text=die.name,
            tooltip=f"Rolls {die.name}" + (f" ({die.hotkey})" if die.hotkey else ""),
            hotkey=key_stroke(die.hotkey),
            nDice=die.count,
            nSides=die.sides,
            reportFormat=f"$PlayerName$ rolls $name$: {result}",
        )


def _inventory(game: Game) -> Component:
    titles = [side.title for side in game.sides]
    return component(
        "Inventory",
        name="Order of battle",
        text="Order of battle",
        tooltip="Lists all pieces by side, formation and condition (Ctrl+I)",
        hotkey=key_stroke("Ctrl+I"),
        include=f"{{{any_of(ARMY, titles)}}}",
        groupBy=(ARMY, FORMATION, CONDITION),
        nonLeafFormat="$PropertyValue$",
        leafFormat="$PieceName$ $Strength$ - $Place$",
        sortFormat="$PieceName$",
        launchFunction="functionRefresh",
    )


def _setups(game: Game) -> Iterator[Component]:
    for scenario in playable(game):
        yield component(
            "PredefinedSetup",
            name=setup_name(game, scenario),
            description=scenario.title,
            file=save_entry(scenario.id),
        )
    yield component(
        "PredefinedSetup",
        name=EMPTY_MAP,
        file=EMPTY,
        description="The map without any counters",
    )
