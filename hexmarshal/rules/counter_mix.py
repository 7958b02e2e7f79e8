"""The counter mix: duplicate counters, impossible step losses, counters gone or back wrongly."""

from __future__ import annotations

import re
from collections import Counter as Counts
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.counters import Counter
from hexmarshal.game.formations import agreement
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import CounterMix, Leaving, Order, StepRules, Succession
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What, subject
from hexmarshal.rules.spans import Span, as_firm_as, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def copies(at: Situation) -> Iterator[Finding]:
    """Counters with more copies, in play or still to come, than the game has."""
    cited = at.rules.counter_mix
    if cited is None:
        return
    found: dict[str, list[Piece]] = {}
    for piece in at.position.pieces:
        if piece.counter and piece.kind != "marker":
            found.setdefault(piece.counter.id, []).append(piece)
    for id_, pieces in found.items():
        counter = pieces[0].counter
        assert counter is not None
        if counter.count > 1 and any(at.matches(pool.who, pieces[0]) for pool in at.rules.pools):
            continue  # a pool limits their number
        here = [piece for piece in pieces if not at.arrivals.is_waiting(piece)]
        if len(here) > counter.count:
            yield from _too_many(at, cited, counter, here)
        elif len(pieces) > max(counter.count, _listed(at, id_)):
            yield from _too_many(at, cited, counter, pieces)


def _listed(at: Situation, counter: str) -> int:
    """How often the scenario's lists place a counter, counting each recall."""
    rows = at.placements.get(counter, ())
    return sum(row.count for row in rows if row.kind != "withdrawal")


def _too_many(
    at: Situation, cited: CounterMix, counter: Counter, pieces: list[Piece]
) -> Iterator[Finding]:
    basis = cited.unnamed if counter.count > 1 else Basis.RULEBOOK
    firm = severity(as_firm_as(basis))
    if firm is Severity.UNKNOWN:
        own = cited.untold or cited
        message = f"{len(pieces)} counters are named {counter.name}; the lists have {counter.count}"
        needs = [Need(What.TEXT, own.rule)]
        yield at.find(own, Topic.COUNTER_MIX, firm, message, pieces, needs=needs)
    elif firm:
        message = f"{len(pieces)} counters are named {counter.name}; the game has {counter.count}"
        yield at.find(cited, Topic.COUNTER_MIX, firm, message, pieces, basis=[basis])


def pools(at: Situation) -> Iterator[Finding]:
    """More counters of a sort in play than there may ever be, listed or not."""
    for pool in at.rules.pools:
        pieces = [
            piece
            for piece in at.position.pieces
            if at.matches(pool.who, piece) and not at.arrivals.is_out_of_play(piece)
        ]
        if len(pieces) > pool.limit:
            message = f"{len(pieces)} {pool.name} are in play; the game has {pool.limit or 'none'}"
            yield at.find(pool, Topic.COUNTER_MIX, Severity.ILLEGAL, message, pieces)


def undying(at: Situation) -> Iterator[Finding]:
    """Counters among the eliminated that cannot be eliminated."""
    rules = at.rules.steps.undying if at.rules.steps else None
    if rules is None:
        return
    for piece in at.position.pieces:
        if at.arrivals.is_dead(piece) and at.matches(rules.who, piece):
            message = f"{piece.name} lies in {piece.place}, but never leaves the game"
            yield at.find(rules, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece])


def steps(at: Situation) -> Iterator[Finding]:
    """Units that have lost more steps than they have."""
    rules = at.rules.steps
    if rules is None:
        return
    for piece in at.units:
        if piece.steps_lost:
            yield from _lost_steps(at, rules, piece)


def _lost_steps(at: Situation, rules: StepRules, piece: Piece) -> Iterator[Finding]:
    if rules.no_step and at.matches(rules.no_step.who, piece):
        message = f"{piece.name} is reduced, but has no step to lose"
        yield at.find(rules.no_step, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece])
        return
    steps = piece.value("steps")
    gone = isinstance(steps.number, int | float) and steps.number <= piece.steps_lost
    firm = severity(Span.of(gone, steps.basis, worst=False, best=True))
    if firm is None:
        return
    one_step = piece.steps_lost == 1
    message = f"{piece.name} is reduced, but has only one step"
    if not one_step:
        message = f"{piece.name} has lost {piece.steps_lost} steps of {steps.number}; remove it"
    needs = []
    if firm is Severity.UNKNOWN:
        message = f"{piece.name} is reduced, but its number of steps is unknown"
        needs = [Need(What.VALUE, piece.ref)]
    cited = rules.one_step if one_step else rules.dead
    basis = [steps.basis] if steps.basis.soft else []
    yield at.find(cited, Topic.COUNTER_MIX, firm, message, [piece], basis=basis, needs=needs)


def succession(at: Situation) -> Iterator[Finding]:
    """Counters that left or came back since the previous position without a reason to."""
    rules = at.rules.succession
    if rules is None:
        return
    for order in rules.orders:
        yield from _disobeyed(at, order)
    if at.earlier is not None:
        yield from _gone(at, at.earlier, rules)
        yield from _back_for_good(at, at.earlier, rules)


# -- gone -----------------------------------------------------------------------------------------


def _gone(at: Situation, then: Situation, rules: Succession) -> Iterator[Finding]:
    """Counters that were in play and are gone, although no phase since removes them."""
    charged: dict[tuple[int, bool], list[Piece]] = {}
    for piece in _missing(at, then):
        number = next(
            (i for i, row in enumerate(rules.leaving) if at.matches(row.who, piece)), None
        )
        if number is None:
            continue
        leaving = rules.leaving[number]
        now = at.position.same(piece)
        waits = now is not None and at.arrivals.is_waiting(now)
        if waits and leaving.waits:
            continue
        if waits or not at.any_phase_between(then.position, leaving.phases):
            charged.setdefault((number, waits), []).append(piece)
    for (number, waits), pieces in charged.items():
        yield from _charge(at, rules.leaving[number], pieces, waits=waits)


def _missing(at: Situation, then: Situation) -> Iterator[Piece]:
    """The copies of counters that were in play and no longer are."""
    in_play = (piece for piece in at.position.pieces if at.arrivals.in_play(piece))
    there = Counts(piece.counter.id for piece in in_play if piece.counter)
    for piece in then.position.pieces:
        if piece.counter is None or not (piece.is_unit or piece.kind == "air"):
            continue
        if not then.arrivals.in_play(piece):
            continue
        if there[piece.counter.id]:
            there[piece.counter.id] -= 1
        else:
            yield piece


def _charge(
    at: Situation, leaving: Leaving, pieces: list[Piece], *, waits: bool
) -> Iterator[Finding]:
    """A finding about pieces of the previous position; it lists those that still exist now."""
    hexes = 0
    for piece in pieces:
        hexes |= 1 << piece.hex if piece.hex is not None else 0
    gone = subject(pieces, "has left play", "have left play")
    message = f"{gone}, but no phase since the previous position removes such a counter"
    if waits:
        gone = subject(pieces, "was in play and waits", "were in play and wait")
        message = f"{gone} to arrive again; no rule sends such a counter back"
    known = [now for piece in pieces if (now := at.position.same(piece))]
    if firm := severity(as_firm_as(leaving.basis)):
        bases = [leaving.basis] if leaving.basis.soft else []
        yield at.find(leaving, Topic.COUNTER_MIX, firm, message, known, hexes=hexes, basis=bases)


# -- there again ----------------------------------------------------------------------------------


def _back_for_good(at: Situation, then: Situation, rules: Succession) -> Iterator[Finding]:
    """Counters back in play that had left the game, or were eliminated for good."""
    for piece in at.position.pieces:
        old = then.position.same(piece) if at.arrivals.in_play(piece) else None
        if old is None or old.hex is not None:
            continue
        if rules.withdrawn and then.arrivals.is_withdrawn(old):
            if not _recalled(at, then, piece):
                message = f"{piece.name} is back in play, but had left the game for good"
                yield at.find(rules.withdrawn, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        elif then.arrivals.is_lost(old):
            final = next((one for one in rules.final if at.matches(one.who, piece)), None)
            if final:
                message = f"{piece.name} is back in play, but never returns once eliminated"
                yield at.find(final, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])


def _recalled(at: Situation, then: Situation, piece: Piece) -> bool:
    """Whether a list brings a piece back on a turn since the previous position."""
    first, now = then.position.turn, at.position.turn
    turns = [at.arrivals.turn_of(row) for row in at.arrivals.listed(piece)]
    return any(
        turn is None or first is None or now is None or first <= turn <= now for turn in turns
    )


# -- orders to leave ------------------------------------------------------------------------------


def _disobeyed(at: Situation, order: Order) -> Iterator[Finding]:
    """Units still in play after the turn on which a chit removes their formation."""
    turn = _ordered_for(at, order)
    if turn is None or not at.when.reached(turn, at.calendar.end(order.phase)):
        return
    left = [p for p in at.position.pieces if at.arrivals.in_play(p) and _is_of(p, order)]
    if left:
        message = f"{subject(left, 'is', 'are')} still in play, but left the game on turn {turn}"
        yield at.find(order, Topic.ARRIVAL, Severity.ILLEGAL, message, left)


def _ordered_for(at: Situation, order: Order) -> int | None:
    """The turn record space where the chit lies, or lay in the previous position."""
    positions = [at.position, *([at.earlier.position] if at.earlier else [])]
    for position in positions:
        for piece in position.pieces:
            if piece.counter and piece.counter.id == order.chit:
                found = re.fullmatch(rf"{re.escape(order.track)} (\d+)", piece.place)
                if found:
                    return int(found[1])
    return None


def _is_of(piece: Piece, order: Order) -> bool:
    if piece.side != order.side or not piece.formation:
        return False
    return agreement(order.formation, piece.formation) is not None
