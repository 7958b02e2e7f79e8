"""Why a hex or a unit stands as it does: stacking, zones of control, and the line of supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from checker.judging import report_on
from checker.reading import Case
from checker.report import Report
from checker.wishes import CheckError
from hexwright.game.board import Board
from hexwright.game.hexgrid import DIRECTIONS
from hexwright.game.names import squash
from hexwright.game.position import Piece, Position
from hexwright.rules.findings import Severity, Supply, SupplyLine


def explanation(case: Case, what: str) -> RenderableType:
    """A page on a hex, on a unit and its hex, or on a box. Raises CheckError."""
    report = report_on(case)
    position = case.position
    hex_ = position.board.grid.find(what)
    if hex_ is not None:
        return _hex_page(report, position, hex_)
    named = _named(position, what)
    if not named:
        raise CheckError(f"{what!r} is no hex of this map, and no piece here is called so")
    return Group(*(_piece_page(report, position, piece) for piece in named))


def _named(position: Position, what: str) -> list[Piece]:
    """The pieces of that name, ref, id or box."""
    key = squash(what)
    exact = [p for p in position.pieces if what == p.ref or (p.counter and what == p.counter.id)]
    if exact:
        return exact
    return [
        p
        for p in position.pieces
        if key in {squash(p.name), squash(f"{p.formation} {p.name}"), squash(p.place or "-")}
        or (p.counter and key in {squash(text) for text in p.counter.as_printed})
    ]


def _piece_page(report: Report, position: Position, piece: Piece) -> RenderableType:
    if piece.hex is None:
        head = Text(_called(piece), style="bold")
        return Group(head, Text(f"  lies in {piece.place}" if piece.place else "  is out of play"))
    return _hex_page(report, position, piece.hex)


def _hex_page(report: Report, position: Position, hex_: int) -> RenderableType:
    board = position.board
    label = board.grid.label(hex_)
    parts: list[RenderableType] = [Text(f"{label}  {_ground(board, hex_)}", style="bold")]
    parts += _sections("Beside it", _sides(board, hex_))
    stack = position.stacks.get(hex_, ())
    parts += _sections("Stack, from the top", [_in_stack(piece) for piece in reversed(stack)])
    parts += _sections("Zones of control", _zones(report, position, label))
    parts += _sections("Supply", _supply(report, stack))
    parts += _sections("Findings", _findings(report, label))
    return Group(*parts)


def _sections(title: str, lines: Iterable[str]) -> Iterator[RenderableType]:
    told = list(lines)
    if told:
        yield Text(title, style="bold cyan")
        yield Padding(Group(*map(Text, told)), (0, 0, 0, 2))


def _ground(board: Board, hex_: int) -> str:
    words = ", ".join(board.terrain.at(hex_))
    areas = [area.name for area in board.areas.values() if area.hexes >> hex_ & 1]
    places = [place.name for place in board.places if hex_ in place.hexes]
    paths = sorted({run.kind for run in board.paths.runs if hex_ in run.hexes})
    return f"{words} [{board.terrain.basis_at(hex_)}]  " + ", ".join(places + areas + paths)


def _sides(board: Board, hex_: int) -> Iterator[str]:
    compass = board.grid.orientation.compass
    for d in DIRECTIONS:
        beyond = board.grid.neighbour(hex_, d)
        kinds = board.hexsides.at(hex_, d)
        if beyond is not None and kinds:
            basis = board.hexsides.basis_at(hex_, d)
            yield f"{compass[d]} to {board.grid.label(beyond)}: {', '.join(kinds)} [{basis}]"


def _in_stack(piece: Piece) -> str:
    state = ["reduced"] if piece.reduced else []
    state += sorted(piece.markers)
    values = " ".join(
        f"{name} {value.number} [{value.basis}]"
        for name in ("attack", "defence", "movement", "range")
        if (value := piece.value(name)).known
    )
    kind = " ".join(filter(None, [piece.kind, piece.type]))
    return "  ".join(filter(None, [_called(piece), kind, ", ".join(state), values]))


def _called(piece: Piece) -> str:
    more = ", ".join(filter(None, [piece.side, piece.formation]))
    return f"{piece.name} ({more})" if more else piece.name


def _zones(report: Report, position: Position, label: str) -> Iterator[str]:
    for ref, hexes in report.judgement.zoc.items():
        piece = position.by_ref[ref]
        if piece.hex is not None and position.board.grid.label(piece.hex) == label:
            reach = ", ".join(hexes) if hexes else "none"
            yield f"of {_called(piece)} here: {reach}"
    for ref, hexes in report.judgement.zoc.items():
        if label in hexes:
            piece = position.by_ref[ref]
            at = "" if piece.hex is None else position.board.grid.label(piece.hex)
            yield f"reached by {_called(piece)} in {at}"


def _supply(report: Report, stack: Iterable[Piece]) -> Iterator[str]:
    for piece in stack:
        line = report.judgement.supply.get(piece.ref)
        if line is not None:
            yield f"{_called(piece)}: {_line(line)}"


def _line(line: SupplyLine) -> str:
    rule = f" ({line.rule})" if line.rule else ""
    if line.state is Supply.IN:
        return f"in supply{rule}: " + (" - ".join(line.path) or "by decree")
    if line.state is Supply.UNKNOWN:
        return f"supply unknown{rule}"
    cut = f"the line is cut at {', '.join(line.cut)}" if line.cut else "nothing would open a line"
    return f"out of supply{rule}: {cut}"


def _findings(report: Report, label: str) -> Iterator[str]:
    for finding in report.findings:
        if label in finding.hexes and finding.severity is not Severity.NOTE:
            yield f"{finding.severity.value} {finding.rule}: {finding.message}"
