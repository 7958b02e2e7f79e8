"""Stack weight: what the units of a stack add up to of one of their values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import fold
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import StackWeight
from hexmarshal.game.timing import SET_UP
from hexmarshal.rules.completions import Span, resting, severity
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.wording import names

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def stack_weight(at: Situation) -> Iterator[Finding | Checked]:
    """Every stack of a side that weighs more than a hex holds, at the end of a phase."""
    rules = at.rules.stack_weight
    if rules is None:
        return
    phase = at.position.phase
    if at.position.moment != "end" or phase in {SET_UP, *map(fold, rules.spared)}:
        spared = " or ".join(rules.spared)
        why = f"only at the end of a phase, and not of {spared}"
        yield Checked(rules.rule, State.NOT_NOW, why)
        return
    for stack in at.stacks.values():
        for side in dict.fromkeys(piece.side for piece in stack):
            own = [p for p in stack if p.side == side and at.means(rules.who, p)]
            yield from _overweight(at, rules, own)


def _overweight(at: Situation, rules: StackWeight, stack: list[Piece]) -> Iterator[Finding]:
    values = [piece.value(rules.value) for piece in stack]
    numbers = [value.number for value in values if isinstance(value.number, int | float)]
    told = sum(numbers)
    untold = [piece for piece, value in zip(stack, values, strict=True) if not value.known]
    charge = Span.sure(told > rules.limit)
    if any(value.basis.soft for value in values):
        charge = resting(charge, Basis.HOUSE)
    if untold and told <= rules.limit < told + len(untold):
        charge = Span(False, False, True, True)
    firm = severity(resting(charge, rules.basis))
    if firm is None:
        return
    what = rules.value.upper() if len(rules.value) <= 2 else rules.value
    message = f"{told:g} {what} in one hex, at most {rules.limit}: {names(stack)}"
    needs = [Need(What.VALUE, piece.ref) for piece in untold] if firm is Severity.UNKNOWN else []
    basis = {rules.basis, *(value.basis for value in values if value.basis.soft)}
    yield at.find(rules, Topic.STACKING, firm, message, stack, basis=basis, needs=needs)
