"""The counter mix: no counter lies twice, no unit loses a step it does not have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.counters import Counter
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import CounterMix, StepRules
from hexmarshal.rules.completions import Span, on, severity
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def copies(at: Situation) -> Iterator[Finding]:
    """Counters of which more lie about than there are, in play or with those still to come."""
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
        if counter.count > 1 and any(at.means(pool.who, pieces[0]) for pool in at.rules.pools):
            continue  # a pool tells how many there are
        here = [piece for piece in pieces if not at.arrivals.is_waiting(piece)]
        if len(here) > counter.count:
            yield from _too_many(at, cited, counter, here)
        elif len(pieces) > max(counter.count, _listed(at, id_)):
            yield from _too_many(at, cited, counter, pieces)


def _listed(at: Situation, counter: str) -> int:
    """How often the scenario's lists place a counter, one that is recalled each time anew."""
    rows = at.placements.get(counter, ())
    return sum(row.count for row in rows if row.kind != "withdrawal")


def _too_many(
    at: Situation, cited: CounterMix, counter: Counter, pieces: list[Piece]
) -> Iterator[Finding]:
    basis = cited.unnamed if counter.count > 1 else Basis.RULEBOOK
    firm = severity(on(basis))
    if firm is Severity.UNKNOWN:
        own = cited.untold or cited
        message = f"{len(pieces)} counters {counter.name}, and {counter.count} are listed"
        needs = [Need(What.TEXT, own.rule)]
        yield at.find(own, Topic.COUNTER_MIX, firm, message, pieces, needs=needs)
    elif firm:
        message = f"{len(pieces)} counters {counter.name}, and the game has {counter.count}"
        yield at.find(cited, Topic.COUNTER_MIX, firm, message, pieces, basis=[basis])


def pools(at: Situation) -> Iterator[Finding]:
    """More counters of a sort in play than there ever are, in the lists or not."""
    for pool in at.rules.pools:
        pieces = [
            piece
            for piece in at.position.pieces
            if at.means(pool.who, piece) and not at.arrivals.is_out_of_play(piece)
        ]
        if len(pieces) > pool.limit:
            message = f"{len(pieces)} {pool.name} in play, and there are {pool.limit or 'none'}"
            yield at.find(pool, Topic.COUNTER_MIX, Severity.ILLEGAL, message, pieces)


def undying(at: Situation) -> Iterator[Finding]:
    """Counters among the dead that no loss takes from the game."""
    rules = at.rules.steps.undying if at.rules.steps else None
    if rules is None:
        return
    for piece in at.position.pieces:
        if at.arrivals.is_dead(piece) and at.means(rules.who, piece):
            message = f"{piece.name} lies in {piece.place}, and is never taken from the game"
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
    if rules.no_step and at.means(rules.no_step.who, piece):
        message = f"{piece.name} has no steps to lose"
        yield at.find(rules.no_step, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece])
        return
    steps = piece.value("steps")
    gone = isinstance(steps.number, int | float) and steps.number <= piece.steps_lost
    firm = severity(Span.of(gone, steps.basis, worst=False, best=True))
    if firm is None:
        return
    one_step = piece.steps_lost == 1
    message = f"{piece.name} is reduced and has one step only"
    if not one_step:
        message = f"{piece.name} has lost {piece.steps_lost} steps of {steps.number}"
    needs = []
    if firm is Severity.UNKNOWN:
        message = f"{piece.name} is reduced, and nobody tells whether it has a second step"
        needs = [Need(What.VALUE, piece.ref)]
    cited = rules.one_step if one_step else rules.dead
    basis = [steps.basis] if steps.basis.soft else []
    yield at.find(cited, Topic.COUNTER_MIX, firm, message, [piece], basis=basis, needs=needs)
