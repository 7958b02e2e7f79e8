"""Default colours of sides."""

from __future__ import annotations

from hexmarshal.art.colours import IN_ORDER, NAMED, side_colours
from hexmarshal.game.model import Side


def test_a_side_called_after_a_colour_has_it() -> None:
    sides = (Side("reds", "The Red-Army"), Side("north", "North"), Side("blue", "Azure"))
    found = side_colours(sides)
    assert found == {"reds": NAMED["red"], "north": IN_ORDER[1], "blue": NAMED["blue"]}


def test_there_may_be_more_sides_than_colours() -> None:
    sides = [Side(str(n), f"Side {n}") for n in range(8)]
    assert side_colours(sides)["6"] == IN_ORDER[1]
