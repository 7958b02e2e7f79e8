"""Stacking: how many units of each class a hex may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, StackingRules, StackingSlot, StackWeight
from hexmarshal.game.text import fold
from hexmarshal.game.timing import SET_UP
from hexmarshal.rules.findings import (
    Checked,
    Finding,
    Need,
    Severity,
    State,
    Topic,
    What,
    names,
    subject,
)
from hexmarshal.rules.spans import Span, severity, weakened

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def stacking(at: Situation) -> Iterator[Finding]:
    """Every hex where a side has more units of a class than a stack has slots."""
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
    """The slots of a stack with the units in them; a unit takes the first slot that matches it."""
    taken: list[list[Piece]] = [[] for _ in rules.slots]
    for piece in stack:
        if at.as_marker(piece):
            continue
        if slot := rules.slot_of(at.described(piece)):
            taken[rules.slots.index(slot)].append(piece)
    return zip(rules.slots, taken, strict=True)


def _overstack(
    at: Situation, rules: StackingRules, slot: StackingSlot, pieces: list[Piece]
) -> Finding:
    stacked = f"{len(pieces)} {slot.name} are in one hex; at most {slot.limit} may stack"
    fault = f"{stacked}: {names(pieces)}"
    excess = len(pieces) - slot.limit
    pardon_of = at.arrivals.pardon if slot.pardoned else lambda _: None
    pardons = [(piece, pardon_of(piece)) for piece in pieces]
    sure = [(piece, pardon) for piece, pardon in pardons if pardon and piece.arrived]
    doubt = [piece for piece, pardon in pardons if pardon]
    if len(sure) >= excess:
        cited: Cited = sure[0][1] or rules
        arrived = [piece for piece, _ in sure]
        message = f"{subject(arrived, 'overstacks', 'overstack')}, as arrivals may until they move"
        return at.find(cited, Topic.STACKING, Severity.NOTE, message, arrived)
    if len(doubt) >= excess:
        needs = [Need(What.PREVIOUS, piece.ref) for piece in doubt]
        just = subject(doubt, "has", "have")
        message = f"{fault}; legal only if {just} just arrived and not yet moved"
        return at.find(rules, Topic.STACKING, Severity.UNKNOWN, message, pieces, needs=needs)
    own: Cited = slot.own or rules
    if (pontoons := at.rules.pontoons) and any(at.matches(pontoons.units, p) for p in pieces):
        own = own.under(pontoons.as_marker.rule)
    also = own.also
    if any(piece.arrived for piece in pieces) or at.arrivals.are_over:
        also = (*also, *_lapsed(at, rules, pieces[0].side))
    cited = Cited(rule=own.rule, also=tuple(dict.fromkeys(also)))
    return at.find(cited, Topic.STACKING, Severity.ILLEGAL, fault, pieces)


def _lapsed(at: Situation, rules: StackingRules, side: str) -> Iterator[str]:
    """The numbers of the rules that let a side's arrivals overstack until they had moved."""
    rebuilding = at.rules.rebuilding
    rebuilds = rebuilding is not None and rebuilding.side in ("", side)
    for one in (rules.arriving, rules.rebuilt if rebuilds else None):
        if one:
            yield from (one.rule, *one.also)


def stack_weight(at: Situation) -> Iterator[Finding | Checked]:
    """Every stack of a side that exceeds what a hex may hold, at the end of a phase."""
    rules = at.rules.stack_weight
    if rules is None:
        return
    phase = at.position.phase
    if at.position.moment != "end" or phase in {SET_UP, *map(fold, rules.spared)}:
        spared = " or ".join(map(at.phase_title, rules.spared))
        why = f"only at the end of a phase other than {spared}"
        yield Checked(rules.rule, State.NOT_NOW, why)
        return
    for stack in at.stacks.values():
        for side in dict.fromkeys(piece.side for piece in stack):
            own = [p for p in stack if p.side == side and at.matches(rules.who, p)]
            yield from _overweight(at, rules, own)


def _overweight(at: Situation, rules: StackWeight, stack: list[Piece]) -> Iterator[Finding]:
    values = [piece.value(rules.value) for piece in stack]
    numbers = [value.number for value in values if isinstance(value.number, int | float)]
    total = sum(numbers)
    unknown = [piece for piece, value in zip(stack, values, strict=True) if not value.known]
    charge = Span.sure(total > rules.limit)
    if any(value.basis.soft for value in values):
        charge = weakened(charge, Basis.HOUSE)
    if unknown and total <= rules.limit < total + len(unknown):
        charge = Span(False, False, True, True)
    firm = severity(weakened(charge, rules.basis))
    if firm is None:
        return
    what = rules.value.upper() if len(rules.value) <= 2 else rules.value
    message = f"{total:g} {what} are in one hex; at most {rules.limit} may be: {names(stack)}"
    needs = [Need(What.VALUE, piece.ref) for piece in unknown] if firm is Severity.UNKNOWN else []
    basis = {rules.basis, *(value.basis for value in values if value.basis.soft)}
    yield at.find(rules, Topic.STACKING, firm, message, stack, basis=basis, needs=needs)
