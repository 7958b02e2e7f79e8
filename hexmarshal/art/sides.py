"""Colours of sides that no look dresses: one called after a colour has it, others go by order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexmarshal.game.board import fold
from hexmarshal.game.model import Side

Pair = tuple[str, str]
"""The ground of a side's counters, and its colour on the map."""

IN_ORDER: Sequence[Pair] = (
    ("#8f9a94", "#3b4045"),
    ("#c9a26b", "#a62b2b"),
    ("#8fa7bd", "#2f5d8c"),
    ("#b7ae86", "#77652a"),
    ("#a3b48c", "#4f7a3a"),
)

NAMED: Mapping[str, Pair] = {
    "red": ("#d98d74", "#a62b2b"),
    "blue": ("#8fb0d6", "#2f5d8c"),
    "green": ("#9dba86", "#3f7038"),
    "grey": ("#a3a8a8", "#4a4f52"),
    "gray": ("#a3a8a8", "#4a4f52"),
    "black": ("#8b8d90", "#1d1f22"),
    "white": ("#eeeae0", "#6d675b"),
    "yellow": ("#e3c766", "#8a6d14"),
    "brown": ("#bb9269", "#6b4423"),
    "orange": ("#e2a566", "#b0601c"),
    "purple": ("#b39cc4", "#5e3f7a"),
}


def pairs_of(sides: Sequence[Side]) -> Mapping[str, Pair]:
    """The two colours of each side by its id."""
    return {side.id: _named(side) or IN_ORDER[i % len(IN_ORDER)] for i, side in enumerate(sides)}


def _named(side: Side) -> Pair | None:
    words = (*fold(side.id).split(), *fold(side.title).split())
    return next((NAMED[word] for word in words if word in NAMED), None)
