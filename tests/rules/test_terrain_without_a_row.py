"""Terrain that the movement chart has no row for: its cost is unknown, not that of the default."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import Terrain
from hexmarshal.game.folders import shipped_games
from hexmarshal.game.load import load
from hexmarshal.game.ruleset import MovementRules, RuleSet
from hexmarshal.rules.ground import Ground
from hexmarshal.rules.movement.costs import NEVER, MovementCosts, twelfths
from hexmarshal.rules.spans import Span

CHART = {
    "rule": "5.1",
    "classes": [{"name": "all"}],
    "chart": [{"terrain": "clear", "costs": "1"}, {"terrain": "woods", "costs": "2"}],
}


LABELS = JUNGLE, BOTH, SEA, NONE = ("0710", "0711", "0712", "0713")


def entering(costs: MovementCosts, label: str) -> Span[int]:
    return costs.entering(costs.ground.grid.parse(label))


@pytest.fixture
def costs(request: pytest.FixtureRequest) -> MovementCosts:
    """The costs on a map with a hex of jungle, one of woods and jungle, and one of sea."""
    game = next(load(folders) for folders in shipped_games() if folders.id == "narva")
    jungle, both, sea, _ = (1 << game.board.grid.parse(label) for label in LABELS)
    words = {"jungle": jungle | both, "woods": both, "sea": sea}
    terrain = Terrain(hexes=words, rest=Basis.RULEBOOK, default="clear")
    rules = RuleSet.model_validate({"movement": {**CHART, **getattr(request, "param", {})}})
    assert isinstance(rules.movement, MovementRules)
    board = replace(game.board, terrain=terrain)
    return MovementCosts(Ground(board, rules, 1, {}), rules.movement, ("all",))


def test_its_cost_is_unknown(costs: MovementCosts) -> None:
    jungle = entering(costs, JUNGLE)
    assert (jungle.least, jungle.most) == (NEVER, twelfths(1))
    assert not jungle.certain


def test_a_word_with_a_row_beside_it_decides(costs: MovementCosts) -> None:
    assert entering(costs, BOTH).levels == (twelfths(2),) * 4


def test_a_hex_without_a_word_costs_the_default(costs: MovementCosts) -> None:
    assert entering(costs, NONE).levels == (twelfths(1),) * 4


@pytest.mark.parametrize("costs", [{"as_default": ["jungle"]}], indirect=True)
def test_a_word_that_the_rules_list_costs_the_default(costs: MovementCosts) -> None:
    assert entering(costs, JUNGLE).levels == (twelfths(1),) * 4
