"""What happened between two positions: the moves, the new findings and the resolved ones."""

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
class JudgedMove:
    """A move as the report shows it, with a finding if it is not legal."""

    move: ReportedMove
    finding: Finding | None = None


@dataclass(frozen=True, slots=True)
class _Trip:
    """The move that a unit is making: the position it set out from, and where it went since."""

    origin: Position
    piece: Piece
    starts: tuple[int, ...]
    """The hexes it may have set out from; several for an arriving unit."""
    seen: tuple[int, ...]
    arrives: bool


@dataclass
class MoveFinder:
    """Finds and judges the moves of a log, or between two positions.

    A unit that moves again before any other continues the same move: its cost counts from where
    it set out. A unit that moves back to a hex of that move has taken back the steps in between.
    """

    game: Game
    _trips: dict[str, _Trip] = field(default_factory=dict)
    """The moves that may still continue, by the unit's ref."""
    _left: dict[str, HexSet] = field(default_factory=dict)
    """The hexes that each side is known to have left in the current phase."""
    _complete: bool = False
    """Whether `_left` is complete: the phase began within the log."""

    @cached_property
    def _judge(self) -> MoveJudge:
        return MoveJudge(self.game)

    def moves(self, before: Position, after: Position) -> list[JudgedMove]:
        """The moves that lead from one position to the next, judged."""
        if before.phase == SET_UP:
            return []
        self._note_left_hexes(before, after)
        movers = [(old, new) for old, new in _pairs(before, after) if _has_moved(old, new)]
        on_map = [new.ref for old, new in movers if new.hex is not None]
        if on_map and not set(on_map) <= self._trips.keys():
            self._trips.clear()
        return [judged for old, new in movers for judged in self._judged(before, after, old, new)]

    def _note_left_hexes(self, before: Position, after: Position) -> None:
        """Adds the hexes that units have just left to those left in this phase."""
        if not in_one_phase(before, after):
            self._left, self._complete = {}, True
        then, now = Situation(self.game, before), Situation(self.game, after)
        for side in (side.id for side in self.game.sides):
            self._left[side] = (self._left.get(side, 0) | then.held(side)) & ~now.held(side)

    def _vacated(self, side: str) -> HexSet:
        """The hexes that a side's enemies are known to have left in this phase."""
        return reduce(or_, (left for other, left in self._left.items() if other != side), 0)

    def _judged(
        self, before: Position, after: Position, old: Piece, new: Piece
    ) -> Iterator[JudgedMove]:
        start, end = where(before, old), where(after, new)
        rules = self.game.rules.movement
        if rules is None:
            yield JudgedMove(ReportedMove(new.ref, start, end, "unknown"))
            return
        if not Situation(self.game, before).matches(rules.who, old):
            return
        if new.hex is None:
            self._trips.pop(new.ref, None)
            yield JudgedMove(ReportedMove(new.ref, start, end, "unknown", needs=(COMBAT,)))
            return
        trip = self._trip(before, old, new.hex)
        if not trip.starts:
            need = Need(What.TEXT, "the hex where it entered")
            yield JudgedMove(ReportedMove(new.ref, start, end, "unknown", needs=(need,)))
            return
        move = ObservedMove(trip.piece, new, trip.starts, trip.seen, trip.arrives)
        outcome = self._judge.judged(
            trip.origin, after, move, self._vacated(new.side), complete=self._complete
        )
        if outcome is not None:
            yield JudgedMove(_move(after, new, start, end, outcome), outcome.finding)

    def _trip(self, before: Position, old: Piece, end: int) -> _Trip:
        """The move of a unit that enters a hex: the one it is making, or a new one."""
        known = self._trips.get(old.ref)
        if known and in_one_phase(known.origin, before):
            seen = known.seen[: known.seen.index(end)] if end in known.seen else known.seen
            seen = () if end in known.starts else seen
            trip = replace(known, seen=(*seen, end))
        else:
            situation = Situation(self.game, before)
            entries = () if old.hex is not None else tuple(members(openings(situation, old)))
            starts = (old.hex,) if old.hex is not None else entries
            trip = _Trip(before, old, starts, (end,), old.hex is None)
        self._trips[old.ref] = trip
        return trip


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
    """Each piece as it was and as it is: matched by ref, or else the only one of its identity."""
    by_identity: dict[tuple[str, str, str], list[Piece]] = {}
    for piece in before.pieces:
        by_identity.setdefault(piece_identity(piece), []).append(piece)
    for piece in after.pieces:
        same = by_identity.get(piece_identity(piece), [])
        of_ref = [old for old in same if old.ref == piece.ref]
        chosen = of_ref or (same if len(same) == 1 else [])
        if chosen:
            yield chosen[0], piece


def piece_identity(piece: Piece) -> tuple[str, str, str]:
    """What identifies a piece, whatever its ref."""
    if piece.counter:
        return piece.counter.id, "", ""
    return piece.name, piece.side, piece.formation


def where(position: Position, piece: Piece) -> str:
    """A piece's hex by its number, or its place."""
    return position.board.grid.label(piece.hex) if piece.hex is not None else piece.place


def steps_of(case: Case, judged: Judgement) -> tuple[ReportedStep, ...] | None:
    """The steps of a log, or the one from the position before; None without either."""
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
    finder = MoveFinder(case.game)
    for stage in case.stages:
        after = replace(stage.position, previous=before)
        found = judge(case.game, after)
        moves = finder.moves(before, stage.position)
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
    moves: Sequence[JudgedMove],
) -> ReportedStep:
    broken = tuple(judged.finding for judged in moves if judged.finding)
    old, new = _identities(then.findings, before), _identities(now.findings, after)
    return ReportedStep(
        n=n,
        player=player,
        turn=after.turn,
        phase=after.phase,
        moves=tuple(judged.move for judged in moves),
        findings=(*broken, *_new_findings(now.findings, after, old)),
        resolved=tuple(_resolved(game, _new_findings(then.findings, before, new), before)),
    )


def _resolved(game: Game, gone: Iterable[Finding], position: Position) -> Iterator[Finding]:
    """The vanished findings that were about the position itself, not about how it came about."""
    if left := list(gone):
        alone = judge(game, replace(position, previous=None))
        stood = _identities(alone.findings, position)
        yield from (finding for finding in left if _identity(finding, position) in stood)


def _identities(findings: Iterable[Finding], position: Position) -> set[tuple[object, ...]]:
    return {_identity(finding, position) for finding in findings}


def _new_findings(
    findings: Iterable[Finding], position: Position, known: set[tuple[object, ...]]
) -> Iterator[Finding]:
    """The findings, apart from notes, that the other position does not have."""
    for finding in findings:
        if finding.severity is not Severity.NOTE and _identity(finding, position) not in known:
            yield finding


ANYWHERE = frozenset({Topic.COUNTER_MIX, Topic.MARKERS, Topic.ARRIVAL})
"""Topics on counters wherever they are: such a finding is not new after the counter moves."""


def _identity(finding: Finding, position: Position) -> tuple[object, ...]:
    """What identifies a finding: its rule, severity and places, and its counters without refs."""
    pieces = (position.by_ref.get(ref) for ref in finding.counters)
    names = tuple(sorted(piece_identity(piece) for piece in pieces if piece))
    if names and finding.topic in ANYWHERE:
        return finding.rule, finding.severity, names
    return finding.rule, finding.severity, finding.hexes, finding.places, names
