"""Reading saves of modules that hexwright writes; docs/module-contract.md says what they keep."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from checker.bound import Bound, Time, Where
from checker.locating import LAYERS, MAIN_MAP
from checker.spots import SavedPiece, Spot
from hexwright.game.board import fold
from hexwright.game.counters import Counter
from hexwright.game.model import Game
from hexwright.game.names import Wanted
from hexwright.game.places import find_place
from hexwright.game.position_json import marker_word
from hexwright.game.timing import stops
from hexwright.game.words import MARKERS
from hexwright.vassal.save import Save
from hexwright.vassal.turns import CounterLevel, ListLevel

MODULE = re.compile(r".* \(Hexwright\)")
SHADE = "shade"
"""`hw_kind` of the unseen pieces by which the module shades zones of control."""
_SUPPLY = {"1": "out of supply", "2": "isolated"}
_STATE = "State_"
_HEX_ZONE = re.compile(r"Map( .*)?")


def is_native(save: Save) -> bool:
    """Whether a save is one of a module that hexwright wrote."""
    if save.property("hw_game"):
        return True
    return bool(save.module_data and MODULE.fullmatch(save.module_data.name))


@dataclass(frozen=True)
class NativeBinding:
    """The binding of every module that hexwright writes."""

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
        told = saved.properties
        if told.get("hw_kind") == SHADE:
            return None
        if "hw_id" not in told:
            return "bears no hw_id, so it is none of this module's own pieces"
        counter = self.game.counters.get(told["hw_id"])
        if counter is None:
            return f"its hw_id {told['hw_id']!r} is no counter of {self.game.id}"
        layer = told.get("hw_layer", "")
        return Bound(
            wanted=Wanted(saved.name, id=counter.id),
            steps_lost=max(0, _number(told.get("Step_Level", "1")) - 1),
            markers=self._markers(saved, counter),
            says=self._says(counter, told.get("Side_Level", "1")),
            whole_hex="hex" in counter.tags,
            layer=LAYERS.index(layer if layer in LAYERS else "unit"),
        )

    def _markers(self, saved: SavedPiece, counter: Counter) -> frozenset[str]:
        """The states a piece bears, the word on its other side among them when that lies up."""
        told = saved.properties
        states = {
            marker_word(name.removeprefix(_STATE))  # folded: underscores are spaces
            for name, value in told.items()
            if name.startswith(_STATE) and value == "1"
        }
        if supply := _SUPPLY.get(told.get("Supply", "0")):
            states.add(supply)
        two_things = (counter.is_unit or counter.kind == "marker") and counter.reverse
        if two_things and told.get("Side_Level") == "2":
            states.add(marker_word(counter.reverse))
        return frozenset(states)

    def _says(self, counter: Counter, side: str) -> str:
        """The marker word on the side of a marker that lies up, "" when it is none that rules ask
        about."""
        if counter.kind != "marker":
            return ""
        word = marker_word(counter.reverse if side == "2" and counter.reverse else counter.type)
        return word if word in state_words(self.game) else ""

    def time(self, save: Save) -> Time:
        """The time by the tracker: the turns, and below them what a turn goes through."""
        time = Time(scenario=save.property("hw_scenario") or "")
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
