"""Stacking: how many units of each class a hex may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, StackingRules, StackingSlot, StackWeight
from hexmarshal.game.text import fold
from hexmarshal.game.timing import SET_UP
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What, names
from hexmarshal.rules.spans import Span, resting, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def stacking(at: Situation) -> Iterator[Finding]:
    """Every hex in which a side has more units of a class than the stack has slots."""
    rules = at.rules.stacking
    if rules is None:
        return
    for stack in at.stacks.values():
        if len(stack) < 2:
            continue
        for side in dict.fromkeys(piece.side for piece in stack):
            own = [piece for piece in stack if piece.side == side]
            for slot, pieces in slots(at, rules, own):
                if len(pieces) > slot.limit:
                    yield _overstack(at, rules, slot, pieces)


def slots(
    at: Situation, rules: StackingRules, stack: list[Piece]
) -> Iterator[tuple[StackingSlot, list[Piece]]]:
    """The slots of a stack and the units that take them; a unit takes the first that means it."""
    taken: list[list[Piece]] = [[] for _ in rules.slots]
    for piece in stack:
        if at.as_marker(piece):
            continue
        for slot, pieces in zip(rules.slots, taken, strict=True):
            if at.means(slot.who, piece):
                pieces.append(piece)
                break
    return zip(rules.slots, taken, strict=True)


def _overstack(
    at: Situation, rules: StackingRules, slot: StackingSlot, pieces: list[Piece]
) -> Finding:
    said = f"{len(pieces)} {slot.name} in one hex, at most {slot.limit} may stack: {names(pieces)}"
    excess = len(pieces) - slot.limit
    pardon_of = at.arrivals.pardon if slot.pardoned else lambda _: None
    pardons = [(piece, pardon_of(piece)) for piece in pieces]
    sure = [(piece, pardon) for piece, pardon in pardons if pardon and piece.arrived]
    doubt = [piece for piece, pardon in pardons if pardon]
    if len(sure) >= excess:
        cited: Cited = sure[0][1] or rules
        arrived = [piece for piece, _ in sure]
        message = f"over the limit until it has moved: {names(arrived)}"
        return at.find(cited, Topic.STACKING, Severity.NOTE, message, arrived)
    if len(doubt) >= excess:
        needs = [Need(What.PREVIOUS, piece.ref) for piece in doubt]
        message = f"{said}; lawful only if {names(doubt)} came on just now and has not moved"
        return at.find(rules, Topic.STACKING, Severity.UNKNOWN, message, pieces, needs=needs)
    own: Cited = slot.own or rules
    if (pontoons := at.rules.pontoons) and any(at.means(pontoons.units, p) for p in pieces):
        own = own.under(pontoons.as_marker.rule)
    also = own.also
    if any(piece.arrived for piece in pieces) or at.arrivals.are_over:
        also = (*also, *_lapsed(at, rules, pieces[0].side))
    cited = Cited(rule=own.rule, also=tuple(dict.fromkeys(also)))
    return at.find(cited, Topic.STACKING, Severity.ILLEGAL, said, pieces)


def _lapsed(at: Situation, rules: StackingRules, side: str) -> Iterator[str]:
    """The numbers of the rules that pardoned a side's arrivals until they had moved."""
    rebuilding = at.rules.rebuilding
    rebuilds = rebuilding is not None and rebuilding.side in ("", side)
    for one in (rules.arriving, rules.rebuilt if rebuilds else None):
        if one:
            yield from (one.rule, *one.also)


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
