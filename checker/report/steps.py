"""What happened between two positions: who moved where, what it broke and what it mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_

from checker.read import Case
from checker.report import ReportedMove, ReportedStep
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.timing import SET_UP, in_one_phase
from hexmarshal.rules.findings import Finding, Judgement, Need, Severity, Topic, What
from hexmarshal.rules.judge import judge
from hexmarshal.rules.movement import MoveJudge
from hexmarshal.rules.movement.move import ObservedMove
from hexmarshal.rules.movement.verdict import COMBAT, MoveVerdict
from hexmarshal.rules.reinforcements.places import openings
from hexmarshal.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class JudgedMoves:
    """A move as a report shows it, and what it says of one that is not lawful."""

    move: ReportedMove
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A unit on its way: the position in which it set out, and where it has been seen since."""

    origin: Position
    piece: Piece
    starts: tuple[int, ...]
    seen: tuple[int, ...]
    arrives: bool


@dataclass
class MoveFinder:
    """The moves of one log, or between two positions.

    A unit that is moved again before any other has been goes on with the same move: its points
    are counted from where it set out. Moved back to where it was seen before, it has taken those
    steps back.
    """

    game: Game
    _afoot: dict[str, _Candidate] = field(default_factory=dict)
    _left: dict[str, HexSet] = field(default_factory=dict)
    """By side: the hexes that it is known to have left in the phase that is on, ..."""
    _complete: bool = False
    """... which are all of them once the phase has begun within the log."""

    @cached_property
    def _marches(self) -> MoveJudge:
        return MoveJudge(self.game)

    def moves(self, before: Position, after: Position) -> list[JudgedMoves]:
        """The moves that lead from one position to the next."""
        if before.phase == SET_UP:
            return []
        self._note(before, after)
        movers = [(old, new) for old, new in _pairs(before, after) if _has_moved(old, new)]
        on_foot = [new.ref for old, new in movers if new.hex is not None]
        if on_foot and not set(on_foot) <= self._afoot.keys():
            self._afoot.clear()
        return [judged for old, new in movers for judged in self._judged(before, after, old, new)]

    def _note(self, before: Position, after: Position) -> None:
        """Which hexes units leave in the phase that is on."""
        if not in_one_phase(before, after):
            self._left, self._complete = {}, True
        then, now = Situation(self.game, before), Situation(self.game, after)
        for side in (side.id for side in self.game.sides):
            self._left[side] = (self._left.get(side, 0) | then.held(side)) & ~now.held(side)

    def _vacated(self, side: str) -> HexSet:
        """The hexes that enemies of a side are known to have left in this phase."""
        return reduce(or_, (left for other, left in self._left.items() if other != side), 0)

    def _judged(
        self, before: Position, after: Position, old: Piece, new: Piece
    ) -> Iterator[JudgedMoves]:
        start, end = where(before, old), where(after, new)
        rules = self.game.rules.movement
        if rules is None:
            yield JudgedMoves(ReportedMove(new.ref, start, end, "unknown"))
            return
        if not Situation(self.game, before).matches(rules.who, old):
            return
        if new.hex is None:
            self._afoot.pop(new.ref, None)
            yield JudgedMoves(ReportedMove(new.ref, start, end, "unknown", needs=(COMBAT,)))
            return
        walk = self._walk(before, old, new.hex)
        if not walk.starts:
            need = Need(What.TEXT, "the entry of its arrival")
            yield JudgedMoves(ReportedMove(new.ref, start, end, "unknown", needs=(need,)))
            return
        trip = ObservedMove(walk.piece, new, walk.starts, walk.seen, walk.arrives)
        outcome = self._marches.judged(
            walk.origin, after, trip, self._vacated(new.side), complete=self._complete
        )
        if outcome is not None:
            yield JudgedMoves(_move(after, new, start, end, outcome), outcome.finding)

    def _walk(self, before: Position, old: Piece, end: int) -> _Candidate:
        """The walk that a unit is on when it comes to a hex."""
        known = self._afoot.get(old.ref)
        if known and in_one_phase(known.origin, before):
            been = known.seen[: known.seen.index(end)] if end in known.seen else known.seen
            been = () if end in known.starts else been
            walk = replace(known, seen=(*been, end))
        else:
            at = Situation(self.game, before)
            starts = (old.hex,) if old.hex is not None else tuple(members(openings(at, old)))
            walk = _Candidate(before, old, starts, (end,), old.hex is None)
        self._afoot[old.ref] = walk
        return walk


def _has_moved(old: Piece, new: Piece) -> bool:
    return (old.hex, old.place) != (new.hex, new.place) and {old.hex, new.hex} != {None}


def _move(
    after: Position, piece: Piece, start: str, end: str, outcome: MoveVerdict
) -> ReportedMove:
    label = after.board.grid.label
    return ReportedMove(
        counter=piece.ref,
        start=start,
        end=end,
        verdict=outcome.verdict,
        rule=outcome.cited.rule,
        cost=outcome.cost,
        allowance=outcome.allowance,
        path=tuple(label(hex_) for hex_ in outcome.route),
        needs=outcome.needs,
    )


def _pairs(before: Position, after: Position) -> Iterator[tuple[Piece, Piece]]:
    """Each piece with the one it was: of the same ref, or else the only one of its identity."""
    by_identity: dict[tuple[str, str, str], list[Piece]] = {}
    for piece in before.pieces:
        by_identity.setdefault(identity(piece), []).append(piece)
    for piece in after.pieces:
        same = by_identity.get(identity(piece), [])
        of_ref = [old for old in same if old.ref == piece.ref]
        chosen = of_ref or (same if len(same) == 1 else [])
        if chosen:
            yield chosen[0], piece


def identity(piece: Piece) -> tuple[str, str, str]:
    """What a piece is, whatever its ref."""
    if piece.counter:
        return piece.counter.id, "", ""
    return piece.name, piece.side, piece.formation


def where(position: Position, piece: Piece) -> str:
    """A piece's hex by its number, or its place."""
    return position.board.grid.label(piece.hex) if piece.hex is not None else piece.place


def steps_of(case: Case, judged: Judgement) -> tuple[ReportedStep, ...] | None:
    """The steps of a log, or the one from the position before; None where there is neither."""
    if case.start is not None:
        return tuple(_log_steps(case, case.start))
    previous = case.position.previous
    if previous is None:
        return None
    before = judge(case.game, replace(previous, previous=None))
    moves = MoveFinder(case.game).moves(previous, case.position)
    return (_step(case.game, 1, "", previous, case.position, before, judged, moves),)


def _log_steps(case: Case, start: Position) -> Iterator[ReportedStep]:
    before, judged = start, judge(case.game, start)
    walks = MoveFinder(case.game)
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
    moves: Sequence[JudgedMoves],
) -> ReportedStep:
    broken = tuple(judged.finding for judged in moves if judged.finding)
    old, new = _essences(then.findings, before), _essences(now.findings, after)
    return ReportedStep(
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
