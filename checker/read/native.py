"""Reading saves of modules that hexmarshal writes; docs/module-contract.md says what they keep."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from checker.read.spots import Bound, SavedPiece, Spot, Time, Where
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.names import Wanted
from hexmarshal.game.places import find_place
from hexmarshal.game.position_json import marker_word
from hexmarshal.game.text import fold
from hexmarshal.game.timing import stops
from hexmarshal.game.words import MARKERS
from hexmarshal.module_contract import (
    BACK,
    GAME,
    ID,
    ISOLATED,
    KIND,
    LAYER,
    LAYERS,
    MAIN_MAP,
    OUT_OF_SUPPLY,
    SCENARIO,
    SHADE,
    STEP,
    SUPPLY,
    find_property,
    is_module_name,
    renamed,
    states,
)
from hexmarshal.vassal.save import Save
from hexmarshal.vassal.turns import CounterLevel, ListLevel

_SUPPLY = {OUT_OF_SUPPLY: "out of supply", ISOLATED: "isolated"}
_HEX_ZONE = re.compile(r"Map( .*)?")


def is_native(save: Save) -> bool:
    """Whether a save is one of a module that hexmarshal wrote."""
    if find_property(save.property, GAME):
        return True
    return bool(save.module_data and is_module_name(save.module_data.name))


@dataclass(frozen=True)
class NativeBinding:
    """The binding of every module that hexmarshal writes."""

    game: Game

    def where(self, spot: Spot) -> Where:
        if not spot.map:
            return Where()
        if spot.deck:
            return Where(place=find_place(self.game.board, spot.deck) or spot.deck)
        hex_ = self.game.board.grid.find(spot.location) if spot.map == MAIN_MAP else None
        if hex_ is not None:
            return Where(hex=hex_)
        for name in (spot.location, spot.zone):
            if place := find_place(self.game.board, name):
                return Where(place=place)
        if spot.map != MAIN_MAP or (spot.zone and not _HEX_ZONE.fullmatch(spot.zone)):
            return Where(place=spot.zone or spot.location or spot.map)
        return Where(why="lies beside the hexes and boxes of the map")

    def piece(self, saved: SavedPiece) -> Bound | str | None:
        told = renamed(saved.properties)
        if told.get(KIND) == SHADE:
            return None
        if ID not in told:
            return f"bears no {ID}, so it is none of this module's own pieces"
        counter = self.game.counters.get(told[ID])
        if counter is None:
            return f"its {ID} {told[ID]!r} is no counter of {self.game.id}"
        layer = told.get(LAYER, "")
        return Bound(
            wanted=Wanted(saved.name, id=counter.id),
            steps_lost=max(0, _number(told.get(f"{STEP}_Level", "1")) - 1),
            markers=self._markers(saved, counter),
            says=self._says(counter, told.get(f"{BACK}_Level", "1")),
            whole_hex="hex" in counter.tags,
            layer=LAYERS.index(layer if layer in LAYERS else "unit"),
        )

    def _markers(self, saved: SavedPiece, counter: Counter) -> frozenset[str]:
        """The states a piece bears, the word on its other side among them when that lies up."""
        told = saved.properties
        borne = set(map(marker_word, states(told)))
        if supply := _SUPPLY.get(told.get(SUPPLY, "")):
            borne.add(supply)
        two_things = (counter.is_unit or counter.kind == "marker") and counter.reverse
        if two_things and told.get(f"{BACK}_Level") == "2":
            borne.add(marker_word(counter.reverse))
        return frozenset(borne)

    def _says(self, counter: Counter, side: str) -> str:
        """The marker word on the side of a marker that lies up, "" when it is none that rules ask
        about."""
        if counter.kind != "marker":
            return ""
        word = marker_word(counter.reverse if side == "2" and counter.reverse else counter.type)
        return word if word in state_words(self.game) else ""

    def time(self, save: Save) -> Time:
        """The time by the tracker: the turns, and below them what a turn goes through."""
        time = Time(scenario=find_property(save.property, SCENARIO))
        state = save.turn()
        if state is None or not state.levels:
            return time
        top = state.levels[0]
        turn = top.value if isinstance(top, CounterLevel) else self._turn_at(top.index)
        steps = stops(self.game)
        below = next((level for level in top.below if isinstance(level, ListLevel)), None)
        if below is None or not 0 <= below.index < len(steps):
            return replace(time, turn=turn)
        step = steps[below.index]
        facts = {"player_turn": step.player} if step.player else {}
        return replace(time, turn=turn, phase=fold(step.phase.id), facts=facts)

    def _turn_at(self, index: int) -> int | None:
        return self.game.turns[index].number if 0 <= index < len(self.game.turns) else None


def state_words(game: Game) -> frozenset[str]:
    """The marker words that are states of units: the common ones and those its rules name."""
    rules = game.rules
    own = set(rules.zoc.silencing_markers) if rules.zoc else set()
    if rules.supply:
        own |= rules.supply.marks
    if rules.pins:
        own.add(rules.pins.marker)
    return MARKERS | {marker_word(word) for word in own}


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else 0
