"""Counter face, module, set-up and referee give one answer: each asks the form of the rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from builder.module.pieces import PieceMaker
from builder.module.reach import TO
from builder.setup.ground import SetupGround
from hexmarshal.art.counter import cards
from hexmarshal.art.map.style import TERRAIN
from hexmarshal.game.board import Terrain
from hexmarshal.game.counters import Counter, PrintedSide
from hexmarshal.game.folders import shipped_games
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import (
    Cited,
    Closed,
    CounterFilter,
    Prohibited,
    RuleSet,
    StackingRules,
    WaterRules,
    ZocRules,
)
from hexmarshal.game.ruleset.cited import Exempt
from hexmarshal.game.ruleset.placement import Barrier
from hexmarshal.game.ruleset.stacking import StackingSlot
from hexmarshal.game.words import WATER
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.stacking import slots

SHIPPED = ("narva", "iskra", "baltic-gap")


@cache
def shipped(name: str) -> Game:
    return next(load(folders) for folders in shipped_games() if folders.id == name)


def with_rules(name: str, **sections: object) -> Game:
    """A shipped game under other rules."""
    game = shipped(name)
    return replace(game, rules=game.rules.model_copy(update=sections))


def synthetic() -> Iterator[Game]:
    """Narva under rules that no shipped game has."""
    soviet = CounterFilter(side="soviet")
    yield with_rules(
        "narva",
        prohibited={"town": Prohibited(rule="1", who=soviet, area="narva", why="x", zones=False)},
    )
    yield with_rules(
        "narva", prohibited={"town": Prohibited(rule="1", who=soviet, area="narva", why="x")}
    )
    yield with_rules(
        "narva",
        prohibited={},
        zoc=ZocRules(
            rule="2",
            least_attack=4,
            none=(Exempt(rule="3", who=CounterFilter(type=("artillery",))),),
            side_barriers={"german": Barrier(rule="4", hexsides=("minor river",))},
            closed=(Closed(rule="5", terrain=("swamp", "town")),),
        ),
    )


GAMES = [*map(shipped, SHIPPED), *synthetic()]
NAMES = [*SHIPPED, "zones: no", "prohibited", "own zones"]
every_game = pytest.mark.parametrize("game", GAMES, ids=NAMES)


def alone(game: Game, counter: Counter, hex_: int, *, turned: bool = False) -> Situation:
    """A situation with nothing but one piece in it."""
    piece = Piece(
        "x",
        counter.name,
        counter.side,
        counter.kind,
        counter.formation,
        counter.type,
        counter,
        hex=hex_,
        steps_lost=int(turned and not counter.reverse),
        markers=PrintedSide(counter, turned).markers,
    )
    scenario, turn = game.scenarios[0], game.turns[0].number
    return Situation(game, Position(game.board, (piece,), scenario=scenario.id, turn=turn))


@every_game
def test_who_exerts_a_zoc(game: Game) -> None:
    maker = PieceMaker(game, 100, (100, 100), frozenset(game.counters))
    hex_ = next(iter(game.board.grid.numbers))
    answers, faces = set(), cards(game)
    for counter in (c for c in game.counters.values() if c.kind == "combat"):
        drawn = faces[counter.id]
        for turned in (False, True) if counter.back or counter.reverse else (False,):
            at = alone(game, counter, hex_, turned=turned)
            span = at.zones.exertion(at.units[0])[0]
            known = span.low if span.known else None
            answers.add(known)
            assert maker._zones[counter.id][turned] == bool(known), counter.id
            side = drawn.back if turned else drawn.front
            if side is not None and side.layout == "unit":
                assert side.dot == (known is False), counter.id
    assert answers >= {True, False}


@every_game
def test_how_far_a_zoc_reaches(game: Game) -> None:
    grid = game.board.grid
    reach = PieceMaker(game, 100, (100, 100), frozenset()).reach
    texts = dict(reach.texts())
    one_of_each = {reach.kind(counter): counter for counter in reach.units}
    for kind, counter in one_of_each.items():
        at = alone(game, counter, next(iter(grid.numbers)))
        closed = at.zones._closed_to(at.units[0]).low
        for hex_ in (h for h in grid.numbers if not closed >> h & 1):
            judged = set(grid.labels(at.zones.reach(replace(at.units[0], hex=hex_)).low))
            text = texts.get(f"{TO} {kind} {grid.label(hex_)}")
            around = map(grid.label, grid.neighbours(hex_))
            shaded = set(around) if text is None else set(filter(None, text.split(",")))
            assert shaded == judged, (kind, grid.label(hex_))
    assert one_of_each


@every_game
def test_which_slot_of_a_stack_a_unit_takes(game: Game) -> None:
    rules = game.rules.stacking
    if rules is None:
        pytest.skip("no slots")
    maker = PieceMaker(game, 100, (100, 100), frozenset())
    hex_ = next(iter(game.board.grid.numbers))
    for counter in (c for c in game.counters.values() if c.is_unit):
        at = alone(game, counter, hex_)
        taken = [units for _, units in slots(at, rules, list(at.units))]
        number = next((n for n, units in enumerate(taken, 1) if units), 0)
        if at.as_marker(at.units[0]) is None:
            assert maker.slot(counter) == number, counter.id


def test_the_first_slot_that_matches_is_taken() -> None:
    tanks = StackingSlot(name="tanks", limit=1, who=CounterFilter(type=("tank",)))
    rest = StackingSlot(name="units", limit=2, who=CounterFilter(kind=("combat",)))
    rules = StackingRules(rule="7.1", slots=(tanks, rest))
    tank = Counter("t", "T", "red", "combat", type="tank")
    assert rules.slot_of(PrintedSide(tank)) is tanks
    assert rules.slot_of(PrintedSide(replace(tank, type="infantry"))) is rest
    assert rules.slot_of(PrintedSide(replace(tank, type="staff", kind="hq"))) is None


# -- water ----------------------------------------------------------------------------------------


def test_what_is_drawn_as_water_is_water() -> None:
    drawn = {word for word, style in TERRAIN.items() if style.water}
    assert drawn == {*WATER, "frozen"}  # ice carries units


@pytest.mark.parametrize("word", sorted(WATER))
def test_no_set_up_and_no_referee_puts_a_ground_unit_into_water(word: str) -> None:
    game = shipped("narva")
    wet = 0b1011 << 40
    terrain = Terrain(hexes={word: wet}, default="clear")
    board = replace(game.board, terrain=terrain)
    game = replace(
        game, board=board, rules=game.rules.model_copy(update={"water": None, "movement": None})
    )
    unit = next(c for c in game.counters.values() if c.kind == "combat")
    at = alone(game, unit, 0)
    assert SetupGround(at).open_to(at.units[0]) & wet == 0
    assert game.rules.water_hexes(terrain) == wet


def test_a_game_may_say_what_its_water_is() -> None:
    terrain = Terrain(hexes={"pond": 0b1, "woods": 0b110, "flood": 0b100})
    rules = RuleSet(water=WaterRules(rule="1", terrain=("pond",), alone=("flood",)))
    assert rules.water_hexes(terrain) == 0b1
    assert rules.water_hexes(replace(terrain, hexes={"flood": 0b100})) == 0b100


def test_a_cited_rule_is_kept() -> None:
    assert Cited(rule="1").under("2") == Cited(rule="2", also=("1",))
