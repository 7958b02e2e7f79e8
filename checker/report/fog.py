"""A report for the eyes of one side: what fog of war hides from it is left out.

A hidden piece keeps only its side and hex; nothing that rests on what it is remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from checker.overrides import CheckError
from checker.read import Case
from checker.report import HIDDEN, CounterLine, Report, ReportedMove, ReportedStep, Unread
from hexmarshal.game.model import Game
from hexmarshal.game.names import find_side
from hexmarshal.game.position import Piece, Position
from hexmarshal.rules.findings import Finding, Judgement, Severity, Topic
from hexmarshal.rules.fog import hidden_from

NewNames = Mapping[str, str]
"""The refs of hidden pieces and those they bear instead."""


def viewer_of(game: Game, wished: str) -> str:
    """The side that a user means. Raises CheckError when the game has no such side."""
    side = find_side(game, wished)
    if not side:
        known = ", ".join(side.id for side in game.sides)
        raise CheckError(f"--for {wished!r} is no side of {game.id}: {known}")
    return side


def seen_by(side: str, case: Case, told: Report) -> tuple[Position, Report]:
    """The position and the report of a case as a side may see them."""
    rules = case.game.rules.fog
    if rules is None:
        message = f"the rules of {case.game.id} know no fog of war, so nothing is left out"
        note = Finding("", Topic.COUNTER_MIX, Severity.NOTE, message, basis=())
        return case.position, replace(told, notes=(*told.notes, note))
    positions = [case.position, *(p for p in (case.start, case.position.previous) if p)]
    positions += [stage.position for stage in case.stages]
    ever = chain.from_iterable(hidden_from(case.game, p, side) for p in positions)
    now = hidden_from(case.game, case.position, side)
    fog = _Fog(_renamed(case.position, now), frozenset(ever))
    report = fog.report(told)
    if now:
        message = f"pieces hidden here: {len(now)}; what rests on what they are is not told"
        about = rules.rule, Topic.COUNTER_MIX, Severity.NOTE, message
        note = Finding(*about, also=rules.also, basis=())
        report = replace(report, notes=(*report.notes, note))
    return fog.position(case.position), report


def _renamed(position: Position, refs: frozenset[str]) -> NewNames:
    """New refs, which tell nothing: by hex, then in the order of the stack."""
    hidden = [piece for stack in position.stacks.values() for piece in stack if piece.ref in refs]
    hidden.sort(key=lambda piece: (piece.hex or 0, piece.level))
    return {piece.ref: f"{HIDDEN} {n}" for n, piece in enumerate(hidden, 1)}


class _Fog:
    """Hides pieces: those that lie hidden `now`, and in steps those that ever did."""

    def __init__(self, now: NewNames, ever: frozenset[str]) -> None:
        self.now = now
        self.ever = ever

    def position(self, position: Position) -> Position:
        return position.with_pieces(tuple(map(self._piece, position.pieces)))

    def _piece(self, piece: Piece) -> Piece:
        if piece.ref not in self.now:
            return piece
        return Piece(
            ref=self.now[piece.ref],
            name=HIDDEN,
            side=piece.side,
            kind=HIDDEN,
            hex=piece.hex,
            level=piece.level,
        )

    def report(self, told: Report) -> Report:
        lines = told.counters.items()
        return replace(
            told,
            counters={self.now.get(ref, ref): self._line(ref, line) for ref, line in lines},
            judgement=self._judgement(told.judgement),
            notes=tuple(self._open(told.notes, self.now.keys())),
            steps=None if told.steps is None else tuple(map(self._step, told.steps)),
            unread=tuple(Unread(HIDDEN, u.where, u.why.partition(":")[0]) for u in told.unread),
        )

    def _line(self, ref: str, line: CounterLine) -> CounterLine:
        if ref not in self.now:
            return line
        return CounterLine(HIDDEN, line.side, hex=line.hex, place=line.place)

    def _judgement(self, judgement: Judgement) -> Judgement:
        return replace(
            judgement,
            findings=tuple(self._open(judgement.findings, self.now.keys())),
            zoc={ref: hexes for ref, hexes in judgement.zoc.items() if ref not in self.now},
            supply={ref: line for ref, line in judgement.supply.items() if ref not in self.now},
        )

    def _open(self, findings: Iterable[Finding], hidden: Iterable[str]) -> Iterator[Finding]:
        """The findings that are about no hidden piece, and what would settle them."""
        covered = frozenset(hidden)
        for finding in findings:
            if not covered.intersection(finding.counters):
                needs = tuple(need for need in finding.needs if need.of not in covered)
                yield replace(finding, needs=needs)

    def _step(self, step: ReportedStep) -> ReportedStep:
        return replace(
            step,
            moves=tuple(move for move in step.moves if self._shows(move)),
            findings=tuple(self._open(step.findings, self.ever)),
            resolved=tuple(self._open(step.resolved, self.ever)),
        )

    def _shows(self, move: ReportedMove) -> bool:
        return move.counter not in self.ever
