"""What happened between two positions: who moved where, what it broke and what it mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from checker.reading import Case
from checker.report import Step
from checker.walks import Judged, Walks, identity
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules.findings import Finding, Judgement, Severity, Topic
from hexmarshal.rules.judge import judge


def steps_of(case: Case, judged: Judgement) -> tuple[Step, ...] | None:
    """The steps of a log, or the one from the position before; None where there is neither."""
    if case.start is not None:
        return tuple(_log_steps(case, case.start))
    previous = case.position.previous
    if previous is None:
        return None
    before = judge(case.game, replace(previous, previous=None))
    moves = Walks(case.game).moves(previous, case.position)
    return (_step(case.game, 1, "", previous, case.position, before, judged, moves),)


def _log_steps(case: Case, start: Position) -> Iterator[Step]:
    before, judged = start, judge(case.game, start)
    walks = Walks(case.game)
    for stage in case.stages:
        after = replace(stage.position, previous=before)
        found = judge(case.game, after)
        moves = walks.moves(before, stage.position)
        yield _step(case.game, stage.n, stage.player, before, after, judged, found, moves)
        before, judged = stage.position, found


def _step(
    game: Game,
    n: int,
    player: str,
    before: Position,
    after: Position,
    then: Judgement,
    now: Judgement,
    moves: Sequence[Judged],
) -> Step:
    broken = tuple(judged.finding for judged in moves if judged.finding)
    old, new = _essences(then.findings, before), _essences(now.findings, after)
    return Step(
        n=n,
        player=player,
        turn=after.turn,
        phase=after.phase,
        moves=tuple(judged.move for judged in moves),
        findings=(*broken, *_worth_telling(now.findings, after, old)),
        resolved=tuple(_mended(game, _worth_telling(then.findings, before, new), before)),
    )


def _mended(game: Game, gone: Iterable[Finding], position: Position) -> Iterator[Finding]:
    """Of findings that are gone those on the position as such, not on how it came about."""
    if left := list(gone):
        alone = judge(game, replace(position, previous=None))
        stood = _essences(alone.findings, position)
        yield from (finding for finding in left if _essence(finding, position) in stood)


def _essences(findings: Iterable[Finding], position: Position) -> set[tuple[object, ...]]:
    return {_essence(finding, position) for finding in findings}


def _worth_telling(
    findings: Iterable[Finding], position: Position, known: set[tuple[object, ...]]
) -> Iterator[Finding]:
    """The findings that are more than notes and not known from the other position."""
    for finding in findings:
        if finding.severity is not Severity.NOTE and _essence(finding, position) not in known:
            yield finding


WHEREVER = frozenset({Topic.COUNTER_MIX, Topic.MARKERS, Topic.ARRIVAL})
"""What is wrong with counters wherever they stand: a fault that goes with them is no new one."""


def _essence(finding: Finding, position: Position) -> tuple[object, ...]:
    """What makes two findings the same: rule, places, and the counters whatever their refs."""
    pieces = (position.by_ref.get(ref) for ref in finding.counters)
    names = tuple(sorted(identity(piece) for piece in pieces if piece))
    if names and finding.topic in WHEREVER:
        return finding.rule, finding.severity, names
    return finding.rule, finding.severity, finding.hexes, finding.places, names
