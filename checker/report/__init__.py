"""The report on one file, its parts and its JSON form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hexmarshal.game.position import Piece, Position
from hexmarshal.rules.findings import Finding, Judgement, Need, Severity, SupplyLine, verdict

HIDDEN = "hidden"
"""The kind and the name of a piece that is hidden from the report's viewer."""


@dataclass(frozen=True, slots=True)
class CounterLine:
    """A counter as a report describes it; a field is empty if it does not apply."""

    name: str
    side: str
    id: str = ""
    formation: str = ""
    hex: str = ""
    place: str = ""
    steps_lost: int = 0
    markers: tuple[str, ...] = ()

    @property
    def states(self) -> tuple[str, ...]:
        """Its losses and markers, in words."""
        lost = self.steps_lost
        reduced = (("reduced",) if lost == 1 else (f"{lost} steps lost",)) if lost else ()
        return (*reduced, *self.markers)

    def as_json(self) -> dict[str, Any]:
        """The line as JSON data, without empty fields."""
        data = {
            "id": self.id,
            "name": self.name,
            "side": self.side,
            "formation": self.formation,
            "hex": self.hex,
            "place": self.place,
            "steps_lost": self.steps_lost,
            "markers": list(self.markers),
        }
        return {key: value for key, value in data.items() if value}


@dataclass(frozen=True, slots=True)
class Unread:
    """A piece of a save that could not be read: which, where, and why."""

    piece: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class ReportedMove:
    """The move of one counter; `verdict` is legal, illegal or unknown."""

    counter: str
    start: str
    end: str
    verdict: str
    rule: str = ""
    cost: float | None = None
    allowance: float | None = None
    path: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    """What would settle the verdict if it is unknown."""


@dataclass(frozen=True, slots=True)
class ReportedStep:
    """One step of a log or between two positions: moves, new findings and resolved ones."""

    n: int
    player: str = ""
    turn: int | None = None
    phase: str = ""
    moves: tuple[ReportedMove, ...] = ()
    findings: tuple[Finding, ...] = ()
    resolved: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Report:
    """Everything to be said about one file."""

    file: str
    game: str
    heading: str
    """Game, scenario, turn and phase, for a person to read."""
    scenario: str
    turn: int | None
    date: str
    phase: str
    moment: str
    counters: Mapping[str, CounterLine]
    judgement: Judgement
    notes: tuple[Finding, ...] = ()
    """Remarks on the file itself, such as unknown words in it."""
    steps: tuple[ReportedStep, ...] | None = None
    unread: tuple[Unread, ...] = ()
    page: str = ""
    """The report as a web page, if one was asked for."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        return (*self.judgement.findings, *self.notes)

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """The findings on the position and those of the steps that led to it."""
        return (*self.findings, *(f for step in self.steps or () for f in step.findings))

    @property
    def verdict(self) -> str:
        """`illegal`, `unknown` or `legal`, as far as the rules in `checked` go."""
        return verdict(self.all_findings)

    @property
    def has_suspects(self) -> bool:
        return any(f.severity is Severity.SUSPECT for f in self.all_findings)

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be read or judged."""

    file: str
    error: str


def counter_lines(position: Position) -> dict[str, CounterLine]:
    """A line for every piece of a position, by its ref."""
    return {piece.ref: _line(position, piece) for piece in position.pieces}


def _line(position: Position, piece: Piece) -> CounterLine:
    return CounterLine(
        name=piece.name,
        side=piece.side,
        id=piece.counter.id if piece.counter else "",
        formation=piece.formation,
        hex=piece.off_map if piece.hex is None else position.board.grid.label(piece.hex),
        place=piece.place,
        steps_lost=piece.steps_lost,
        markers=tuple(sorted(piece.markers)),
    )


# -- JSON -------------------------------------------------------------------------------------


def as_json(report: Report | Failure) -> dict[str, Any]:
    """A report as JSON data."""
    if isinstance(report, Failure):
        return {"file": report.file, "error": report.error}
    judgement = report.judgement
    data: dict[str, Any] = {
        "file": report.file,
        "game": report.game,
        "scenario": report.scenario,
        "turn": report.turn,
        **({"date": report.date} if report.date else {}),
        "phase": report.phase,
        "moment": report.moment,
        "verdict": report.verdict,
        "counters": {ref: line.as_json() for ref, line in report.counters.items()},
        "findings": [_finding(finding) for finding in report.findings],
        "checked": [
            {"rule": c.rule, "state": c.state.value, "why": c.why} for c in judgement.checked
        ],
        "zoc": {ref: list(hexes) for ref, hexes in judgement.zoc.items()},
        "supply": {ref: _supply(line) for ref, line in judgement.supply.items()},
        "state": dict(judgement.state),
    }
    if report.steps is not None:
        data["steps"] = [_step(step) for step in report.steps]
    data["unread"] = [{"piece": u.piece, "where": u.where, "why": u.why} for u in report.unread]
    return data


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "also": list(finding.also),
        "topic": finding.topic.value,
        "severity": finding.severity.value,
        "hexes": list(finding.hexes),
        "places": list(finding.places),
        "counters": list(finding.counters),
        "message": finding.message,
        "basis": [basis.value for basis in finding.basis],
        "needs": _needs(finding.needs),
    }


def _needs(needs: Iterable[Need]) -> list[dict[str, str]]:
    return [{"what": need.what.value, "of": need.of} for need in needs]


def _supply(line: SupplyLine) -> dict[str, Any]:
    return {
        "state": line.state.value,
        "path": list(line.path),
        "cut": list(line.cut),
        "rule": line.rule,
    }


def _step(step: ReportedStep) -> dict[str, Any]:
    return {
        "n": step.n,
        "player": step.player,
        "turn": step.turn,
        "phase": step.phase,
        "moves": [_move(move) for move in step.moves],
        "findings": [_finding(finding) for finding in step.findings],
        "resolved": [_finding(finding) for finding in step.resolved],
    }


def _move(move: ReportedMove) -> dict[str, Any]:
    return {
        "counter": move.counter,
        "from": move.start,
        "to": move.end,
        "cost": move.cost,
        "allowance": move.allowance,
        "path": list(move.path),
        "verdict": move.verdict,
        "rule": move.rule,
        "needs": _needs(move.needs),
    }
