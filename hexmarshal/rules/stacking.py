"""Stacking: how many units of each class a hex may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, Slot, StackingRules
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What
from hexmarshal.rules.wording import names

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
) -> Iterator[tuple[Slot, list[Piece]]]:
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


def _overstack(at: Situation, rules: StackingRules, slot: Slot, pieces: list[Piece]) -> Finding:
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
