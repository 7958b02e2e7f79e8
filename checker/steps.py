"""What happened between two positions: who moved where, what it broke and what it mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from checker.reading import Case
from checker.report import Move, Step
from hexwright.game.position import Piece, Position
from hexwright.rules.findings import Finding, Judgement, Need, Severity, What
from hexwright.rules.judge import judge

COSTS = Need(What.TEXT, "terrain effects chart")
"""What no rule here tells yet: what a move costs."""


def steps_of(case: Case, judged: Judgement) -> tuple[Step, ...] | None:
    """The steps of a log, or the one from the position before; None where there is neither."""
    if case.start is not None:
        return tuple(_log_steps(case, case.start))
    previous = case.position.previous
    if previous is None:
        return None
    before = judge(case.game, replace(previous, previous=None))
    return (_step(1, "", previous, case.position, before, judged),)


def _log_steps(case: Case, start: Position) -> Iterator[Step]:
    before, judged = start, judge(case.game, start)
    for stage in case.stages:
        after = replace(stage.position, previous=before)
        found = judge(case.game, after)
        yield _step(stage.n, stage.player, before, after, judged, found)
        before, judged = stage.position, found


def _step(
    n: int, player: str, before: Position, after: Position, then: Judgement, now: Judgement
) -> Step:
    old = {_essence(finding, before) for finding in then.findings}
    new = {_essence(finding, after) for finding in now.findings}
    return Step(
        n=n,
        player=player,
        turn=after.turn,
        phase=after.phase,
        moves=tuple(_moves(before, after)),
        findings=tuple(_worth_telling(now.findings, after, old)),
        resolved=tuple(_worth_telling(then.findings, before, new)),
    )


def _worth_telling(
    findings: Iterable[Finding], position: Position, known: set[tuple[object, ...]]
) -> Iterator[Finding]:
    """The findings that are more than notes and not known from the other position."""
    for finding in findings:
        if finding.severity is not Severity.NOTE and _essence(finding, position) not in known:
            yield finding


def _essence(finding: Finding, position: Position) -> tuple[object, ...]:
    """What makes two findings the same: rule, places, and the counters whatever their refs."""
    pieces = (position.by_ref.get(ref) for ref in finding.counters)
    names = tuple(sorted(_identity(piece) for piece in pieces if piece))
    return finding.rule, finding.severity, finding.hexes, finding.places, names


def _identity(piece: Piece) -> tuple[str, str, str]:
    if piece.counter:
        return piece.counter.id, "", ""
    return piece.name, piece.side, piece.formation


def _moves(before: Position, after: Position) -> Iterator[Move]:
    """The pieces that lie elsewhere than before, at least once of both on the map."""
    for old, new in _pairs(before, after):
        if (old.hex, old.place) != (new.hex, new.place) and {old.hex, new.hex} != {None}:
            start, end = _where(before, old), _where(after, new)
            yield Move(new.ref, start, end, verdict="unknown", needs=(COSTS,))


def _pairs(before: Position, after: Position) -> Iterator[tuple[Piece, Piece]]:
    """Each piece with the one it was: of the same ref, or else the only one of its identity."""
    by_identity: dict[tuple[str, str, str], list[Piece]] = {}
    for piece in before.pieces:
        by_identity.setdefault(_identity(piece), []).append(piece)
    for piece in after.pieces:
        same = by_identity.get(_identity(piece), [])
        of_ref = [old for old in same if old.ref == piece.ref]
        chosen = of_ref or (same if len(same) == 1 else [])
        if chosen:
            yield chosen[0], piece


def _where(position: Position, piece: Piece) -> str:
    return position.board.grid.label(piece.hex) if piece.hex is not None else piece.place
