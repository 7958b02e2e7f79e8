"""Air units: on targets, in boxes, and recovering."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import AirRest, AirRules, Recovery
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic, names, subject

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def air(at: Situation) -> Iterator[Finding | Checked]:
    """Air units in a place or state where they may not be at this moment."""
    rules = at.rules.air
    if rules is None:
        return
    flying = [p for p in at.position.pieces if p.kind == "air"]
    yield from _on_targets(at, rules, [p for p in flying if p.hex is not None])
    for rest in rules.rests:
        yield from _at_rest(at, rest, flying)
    if rules.recovery:
        yield from _recovered(at, rules.recovery, flying)
    if rules.one_sided:
        for piece in flying:
            if piece.reduced and piece.counter and not piece.counter.back:
                message = f"{piece.name} lies on its reverse, but its counter has only one side"
                yield at.find(
                    rules.one_sided, Topic.COUNTER_MIX, Severity.ILLEGAL, message, [piece]
                )


def _on_targets(at: Situation, rules: AirRules, pieces: list[Piece]) -> Iterator[Finding]:
    start, end = at.calendar.start(rules.phase), at.calendar.end(rules.phase)
    for hex_ in dict.fromkeys(p.hex for p in pieces):
        here = [p for p in pieces if p.hex == hex_]
        if len(here) > rules.most:
            message = f"{len(here)} air units are on one target; at most {rules.most} may help"
            yield at.find(rules, Topic.STACKING, Severity.ILLEGAL, message, here)
        if len({p.side for p in here}) > 1:
            message = f"air units of both sides are on one target: {names(here)}"
            yield at.find(rules, Topic.PLACEMENT, Severity.ILLEGAL, message, here)
        if not at.when.touches(start + 1, end - 1):
            message = f"{subject(here, 'is', 'are')} on the map, but no combat is under way"
            yield at.find(rules.returns, Topic.PLACEMENT, Severity.ILLEGAL, message, here)


def _at_rest(at: Situation, rest: AirRest, pieces: list[Piece]) -> Iterator[Finding | Checked]:
    """Air units left in a space after the segment that empties it and before it may be refilled."""
    emptied, refilled = at.calendar.end(rest.emptied), at.calendar.start(rest.refilled)
    if not at.when.inside(emptied, refilled):
        yield Checked(
            rest.rule,
            State.NOT_NOW,
            f"only between the {at.phase_title(rest.emptied)} and the "
            f"{at.phase_title(rest.refilled)}",
        )
        return
    for piece in pieces:
        if piece.place and fold(piece.place) == fold(rest.space):
            message = f"{piece.name} is still in {piece.place}; it should have moved on by now"
            yield at.find(rest, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _recovered(at: Situation, rules: Recovery, pieces: list[Piece]) -> Iterator[Finding]:
    """Air units that recovered faster than the segments since the previous position allow."""
    before = at.earlier.position if at.earlier else None
    if before is None:
        return
    for piece in pieces:
        old = before.same(piece)
        if old is None or at.arrivals.is_out_of_play(piece) or at.arrivals.is_waiting(old):
            continue
        was, now = _stage(rules, old), _stage(rules, piece)
        if was != now and not _may_follow(at, before, rules, was, now):
            here, there = (one.place or "the map" for one in (piece, old))
            message = f"{piece.name} went from {there} to {here}; no segment since then moves it so"
            yield at.find(rules, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _stage(rules: Recovery, piece: Piece) -> str:
    """`grounded`, `refit`, or "" if the air unit is free to fly."""
    spaces = {fold(rules.grounded): "grounded", fold(rules.refit): "refit"}
    return spaces.get(fold(piece.place), "")


def _may_follow(at: Situation, before: Position, rules: Recovery, was: str, now: str) -> bool:
    """Whether an air unit may have passed from one stage to another since a position."""
    refitting = at.turns_between(before, rules.refitting)
    returning = at.turns_between(before, rules.returning)
    if refitting is None or returning is None:
        return True
    both = bool(refitting and returning) and refitting[0] < returning[-1]
    free = {"": True, "refit": bool(returning), "grounded": both}[was]
    if not now:
        return free
    if (was, now) == ("grounded", "refit") and refitting:
        return True
    return (free or was == "refit") and at.any_phase_between(before, rules.used)
