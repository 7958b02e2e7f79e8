"""Air units: on targets, in boxes, at rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexwright.game.board import fold
from hexwright.game.position import Piece
from hexwright.game.ruleset import AirRest, AirRules
from hexwright.rules.findings import Checked, Finding, Severity, State, Topic
from hexwright.rules.wording import names

if TYPE_CHECKING:
    from hexwright.rules.situation import Situation


def air(at: Situation) -> Iterator[Finding | Checked]:
    """Air units where, when or in a state in which none can be."""
    rules = at.rules.air
    if rules is None:
        return
    flying = [p for p in at.position.pieces if p.kind == "air"]
    yield from _on_targets(at, rules, [p for p in flying if p.hex is not None])
    for rest in rules.rests:
        yield from _at_rest(at, rest, flying)
    if rules.one_sided:
        for piece in flying:
            if piece.reduced and piece.counter and not piece.counter.back:
                message = f"{piece.name} has no other side and lies on it"
                yield at.find(
                    rules.one_sided, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece]
                )


def _on_targets(at: Situation, rules: AirRules, pieces: list[Piece]) -> Iterator[Finding]:
    start, end = at.calendar.start(rules.phase), at.calendar.end(rules.phase)
    for hex_ in dict.fromkeys(p.hex for p in pieces):
        here = [p for p in pieces if p.hex == hex_]
        if len(here) > rules.most:
            message = f"{len(here)} air units on one target, and at most {rules.most} may help"
            yield at.find(rules, Topic.STACKING, Severity.ILLEGAL, message, here)
        if len({p.side for p in here}) > 1:
            message = f"air units of both sides on one target: {names(here)}"
            yield at.find(rules, Topic.PLACEMENT, Severity.ILLEGAL, message, here)
        if not at.when.touches(start + 1, end - 1):
            message = f"{names(here)} on the map when no combat is on"
            yield at.find(rules.returns, Topic.PLACEMENT, Severity.ILLEGAL, message, here)


def _at_rest(at: Situation, rest: AirRest, pieces: list[Piece]) -> Iterator[Finding | Checked]:
    """Between the segment that empties a space and what may fill it again nothing lies in it."""
    emptied, refilled = at.calendar.end(rest.emptied), at.calendar.start(rest.refilled)
    if not at.when.inside(emptied, refilled):
        yield Checked(
            rest.rule,
            State.NOT_NOW,
            f"only after the {rest.emptied} and before the {rest.refilled}",
        )
        return
    for piece in pieces:
        if piece.place and fold(piece.place) == fold(rest.space):
            message = f"{piece.name} ought to have moved on from {piece.place}"
            yield at.find(rest, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
