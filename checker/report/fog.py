"""A report for one side, without what fog of war hides from it.

A hidden piece keeps only its side and hex. Everything that depends on what it is, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from checker.inputs import CheckError
from checker.read import Case
from checker.report import HIDDEN, CounterLine, Report, ReportedStep, Unread
from hexmarshal.game.model import Game
from hexmarshal.game.names import find_side
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import FogRules
from hexmarshal.rules.findings import Finding, Judgement, Severity, Topic

NewRefs = Mapping[str, str]
"""New refs for the hidden pieces, by their own refs."""


def viewer_of(game: Game, name: str) -> str:
    """The id of the side with a name. Raises CheckError if the game has no such side."""
    side = find_side(game, name)
    if not side:
        known = ", ".join(side.id for side in game.sides)
        raise CheckError(f"--for: unknown side {name!r} of {game.id}; expected one of: {known}")
    return side


def hidden_from(game: Game, position: Position, side: str) -> frozenset[str]:
    """The refs of the pieces that a side may not look at; none in a game without fog of war."""
    rules = game.rules.fog
    if rules is None:
        return frozenset()
    return frozenset(
        piece.ref
        for pieces in position.stacks.values()
        for enemy in {p.side for p in pieces if p.is_unit} - {side}
        for piece in _below_the_top(rules, pieces, enemy)
    )


def _below_the_top(rules: FogRules, pieces: tuple[Piece, ...], enemy: str) -> Iterator[Piece]:
    """The covered pieces of an enemy's stack; `pieces` are all in the hex, bottom to top."""
    stack = [p for p in pieces if p.side == enemy and p.is_unit]
    bottom = pieces.index(stack[0])
    markers = [p for p in pieces[bottom:] if p.kind == "marker" and p.side in ("", enemy)]
    inside = [p for p in pieces if p in stack or p in markers]
    seen = inside[-1:]
    if not rules.markers_hide:
        seen += stack[-1:]
    return (piece for piece in inside if piece not in seen)


def seen_by(side: str, case: Case, report: Report) -> tuple[Position, Report]:
    """The position and the report of a case as a side may see them."""
    rules = case.game.rules.fog
    if rules is None:
        message = f"the rules of {case.game.id} have no fog of war, so nothing is left out"
        note = Finding("", Topic.COUNTER_MIX, Severity.NOTE, message, basis=())
        return case.position, replace(report, notes=(*report.notes, note))
    positions = [case.position, *(p for p in (case.start, case.position.previous) if p)]
    positions += [stage.position for stage in case.stages]
    ever = chain.from_iterable(hidden_from(case.game, p, side) for p in positions)
    now = hidden_from(case.game, case.position, side)
    fog = _Fog(_new_refs(case.position, now), frozenset(ever))
    report = fog.report(report)
    if now:
        message = f"hidden pieces: {len(now)}; whatever depends on what they are is left out"
        about = rules.rule, Topic.COUNTER_MIX, Severity.NOTE, message
        note = Finding(*about, also=rules.also, basis=())
        report = replace(report, notes=(*report.notes, note))
    return fog.position(case.position), report


def _new_refs(position: Position, refs: frozenset[str]) -> NewRefs:
    """Refs that reveal nothing: numbered by hex, then in the order of the stack."""
    hidden = [piece for stack in position.stacks.values() for piece in stack if piece.ref in refs]
    hidden.sort(key=lambda piece: (piece.hex or 0, piece.level))
    return {piece.ref: f"{HIDDEN} {n}" for n, piece in enumerate(hidden, 1)}


class _Fog:
    """Hides pieces: those hidden `now`, and in the steps those hidden at any time (`ever`)."""

    def __init__(self, now: NewRefs, ever: frozenset[str]) -> None:
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

    def report(self, report: Report) -> Report:
        lines = report.counters.items()
        return replace(
            report,
            counters={self.now.get(ref, ref): self._line(ref, line) for ref, line in lines},
            judgement=self._judgement(report.judgement),
            notes=tuple(self._open(report.notes, self.now.keys())),
            steps=None if report.steps is None else tuple(map(self._step, report.steps)),
            unread=tuple(Unread(HIDDEN, u.where, u.why.partition(":")[0]) for u in report.unread),
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
        """The findings about open pieces only, without needs that name a hidden one."""
        covered = frozenset(hidden)
        for finding in findings:
            if not covered.intersection(finding.counters):
                needs = tuple(need for need in finding.needs if need.of not in covered)
                yield replace(finding, needs=needs)

    def _step(self, step: ReportedStep) -> ReportedStep:
        return replace(
            step,
            moves=tuple(move for move in step.moves if move.counter not in self.ever),
            findings=tuple(self._open(step.findings, self.ever)),
            resolved=tuple(self._open(step.resolved, self.ever)),
        )
