"""Reading saves of modules that hexmarshal made; docs/module-contract.md says what these hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from checker.read.interfaces import GamePiece, GamePlace, GameTime, MapPoint, SavedPiece
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.names import Wanted
from hexmarshal.game.places import find_place
from hexmarshal.game.text import fold
from hexmarshal.game.timing import stops
from hexmarshal.game.words import MARKERS, marker_word
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
    """Whether a save belongs to a module that hexmarshal made."""
    if find_property(save.property, GAME):
        return True
    return bool(save.module_data and is_module_name(save.module_data.name))


@dataclass(frozen=True)
class NativeBinding:
    """The binding of all modules that hexmarshal makes."""

    game: Game

    def place(self, point: MapPoint) -> GamePlace:
        if not point.map:
            return GamePlace()
        if point.deck:
            return GamePlace(place=find_place(self.game.board, point.deck) or point.deck)
        hex_ = self.game.board.grid.find(point.location) if point.map == MAIN_MAP else None
        if hex_ is not None:
            return GamePlace(hex=hex_)
        for name in (point.location, point.zone):
            if place := find_place(self.game.board, name):
                return GamePlace(place=place)
        if point.map != MAIN_MAP or (point.zone and not _HEX_ZONE.fullmatch(point.zone)):
            return GamePlace(place=point.zone or point.location or point.map)
        return GamePlace(why="lies outside the hexes and boxes of the map")

    def piece(self, saved: SavedPiece) -> GamePiece | str | None:
        properties = renamed(saved.properties)
        if properties.get(KIND) == SHADE:
            return None
        if ID not in properties:
            return f"has no property {ID}, so it does not come from this module"
        counter = self.game.counters.get(properties[ID])
        if counter is None:
            return f"unknown counter {properties[ID]!r} of {self.game.id} (property {ID})"
        layer = properties.get(LAYER, "")
        return GamePiece(
            wanted=Wanted(saved.name, id=counter.id),
            steps_lost=max(0, _number(properties.get(f"{STEP}_Level", "1")) - 1),
            markers=self._markers(saved, counter),
            says=self._marker_word(counter, properties.get(f"{BACK}_Level", "1")),
            whole_hex="hex" in counter.tags,
            layer=LAYERS.index(layer if layer in LAYERS else "unit"),
        )

    def _markers(self, saved: SavedPiece, counter: Counter) -> frozenset[str]:
        """The marker words of a piece, with the word on its back while that is face up."""
        properties = saved.properties
        words = set(map(marker_word, states(properties)))
        if supply := _SUPPLY.get(properties.get(SUPPLY, "")):
            words.add(supply)
        has_word_on_back = (counter.is_unit or counter.kind == "marker") and counter.reverse
        if has_word_on_back and properties.get(f"{BACK}_Level") == "2":
            words.add(marker_word(counter.reverse))
        return frozenset(words)

    def _marker_word(self, counter: Counter, side: str) -> str:
        """The word on the face-up side of a marker; "" if no rule uses that word."""
        if counter.kind != "marker":
            return ""
        word = marker_word(counter.reverse if side == "2" and counter.reverse else counter.type)
        return word if word in state_words(self.game) else ""

    def time(self, save: Save) -> GameTime:
        """The time on the turn tracker: turns at the top level, the steps of a turn below."""
        time = GameTime(scenario=find_property(save.property, SCENARIO))
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
    """The marker words that are states of units: those of all games and those this one's rules
    name."""
    rules = game.rules
    own = set(rules.zoc.silencing_markers) if rules.zoc else set()
    if rules.supply:
        own |= rules.supply.marks
    if rules.pins:
        own.add(rules.pins.marker)
    return MARKERS | {marker_word(word) for word in own}


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else 0
