"""Explaining a hex or a unit: the stack, stacking limits, zones of control, and supply lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from checker.inputs import CheckError
from checker.judge import report_on
from checker.read import Case
from checker.report.text import need_text, side_name
from hexmarshal.game.board import Board, Place
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.names import CounterBook, Wanted
from hexmarshal.game.numbering import LabelError
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.text import squash
from hexmarshal.rules.explain import Bar, SlotUse, SupplyPage, UnitZoc, explain_hex
from hexmarshal.rules.findings import Severity, Supply


def explanation(case: Case, what: str) -> RenderableType:
    """The text about a hex, a place of the map, a box, or units and the hexes they are in.

    Raises CheckError.
    """
    position = case.position
    hex_ = position.board.grid.find(what)
    if hex_ is not None:
        return _about_hex(case, hex_)
    pieces = _pieces_named(position, what)
    if not pieces and (place := _place_named(position.board, what)):
        return Group(*(_about_hex(case, hex_) for hex_ in place.hexes))
    pieces = pieces or _pieces_matching(case, what)
    if not pieces:
        try:
            return _about_hex(case, position.board.grid.meant(what))
        except LabelError:
            message = f"{what!r} is not a hex or place of this map, nor a piece in this position"
            raise CheckError(message) from None
    hexes = dict.fromkeys(piece.hex for piece in pieces if piece.hex is not None)
    off_map = [piece for piece in pieces if piece.hex is None]
    return Group(*map(_off_map, off_map), *(_about_hex(case, hex_) for hex_ in hexes))


def _pieces_named(position: Position, what: str) -> list[Piece]:
    """The pieces with a name, ref or id, or in the box of that name."""
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


def _place_named(board: Board, what: str) -> Place | None:
    """The place of the map with a name."""
    key = squash(what)
    names = ((place, (place.name, *place.other_names)) for place in board.places)
    return next((p for p, own in names if key and key in map(squash, own)), None)


def _pieces_matching(case: Case, what: str) -> list[Piece]:
    """The pieces whose counters loosely match a name."""
    counters = CounterBook(case.game).fitting(Wanted(what))
    return [p for p in case.position.pieces if p.counter in counters]


def _off_map(piece: Piece) -> RenderableType:
    where = f"in {piece.place}" if piece.place else "out of play"
    return Text.assemble((_full_name(piece), "bold"), f"  {where}")


def _about_hex(case: Case, hex_: int) -> RenderableType:
    position, board = case.position, case.position.board
    page = explain_hex(case.game, position, hex_)
    parts: list[RenderableType] = [Text(f"{page.hex}  {_terrain(board, hex_)}", style="bold")]
    parts += _section("Hexsides", _hexsides(board, hex_))
    parts += _section("Stack, from the top", map(_in_stack, reversed(_stack(position, hex_))))
    parts += _section("Stacking", (_slot(slot, position) for slot in page.slots if slot.units))
    parts += _section("Zones of control from here", (_exertion(e, position) for e in page.here))
    for side in dict.fromkeys(position.by_ref[e.unit].side for e in page.upon):
        upon = [e for e in page.upon if position.by_ref[e.unit].side == side]
        title = f"{side_name(side)} zones of control into this hex".strip()
        parts += _section(title, (_exertion(e, position) for e in upon))
    parts += _section("Supply", (_supply(one, position) for one in page.supply))
    parts += _section("Findings", _findings(case, page.hex))
    return Group(*parts)


def _stack(position: Position, hex_: int) -> tuple[Piece, ...]:
    return position.stacks.get(hex_, ())


def _slot(slot: SlotUse, position: Position) -> str:
    units = ", ".join(position.by_ref[ref].name for ref in slot.units)
    over = "  TOO MANY" if len(slot.units) > slot.limit else ""
    return f"{side_name(slot.side)}: {slot.name} {len(slot.units)} of {slot.limit}: {units}{over}"


def _exertion(found: UnitZoc, position: Position) -> str:
    who = _unit_in_hex(found.unit, position)
    why = ", ".join(filter(None, [found.why, found.rule]))
    if found.answer in ("no", "unlikely"):
        doubt = "" if found.answer == "no" else "probably "
        return f"{who}: {doubt}none ({why})"
    doubt = "" if found.answer == "yes" else f", {found.answer}"
    blocked = f"; not into {', '.join(found.blocked)}" if found.blocked else ""
    return f"{who}{doubt}: {', '.join(found.reaches) or 'none'}{blocked} ({why})"


def _unit_in_hex(ref: str, position: Position) -> str:
    piece = position.by_ref[ref]
    where = "" if piece.hex is None else f" in {position.board.grid.label(piece.hex)}"
    return f"{_full_name(piece)}{where}"


def _section(title: str, lines: Iterable[str]) -> Iterator[RenderableType]:
    texts = [Text(line) for line in lines]
    if texts:
        yield Text(title, style="bold cyan")
        yield Padding(Group(*texts), (0, 0, 0, 2))


def _terrain(board: Board, hex_: int) -> str:
    words = ", ".join(board.terrain.at(hex_))
    here = [place for place in board.places if hex_ in place.hexes]
    places = [place.name for place in here]
    covered = {sum(1 << h for h in place.hexes) for place in here}
    areas = [
        area.name
        for area in board.areas.values()
        if area.hexes >> hex_ & 1 and area.hexes not in covered
    ]
    paths = sorted({run.kind for run in board.paths.runs if hex_ in run.hexes})
    names: dict[str, str] = {}
    for name in (*places, *areas, *paths):
        names.setdefault(squash(name), name)
    return f"{words} [{board.terrain.basis_at(hex_)}]  {', '.join(names.values())}"


def _hexsides(board: Board, hex_: int) -> Iterator[str]:
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
    kind = " ".join(dict.fromkeys(filter(None, [piece.kind, piece.type])))
    return "  ".join(filter(None, [_full_name(piece), kind, ", ".join(state), values]))


def _full_name(piece: Piece) -> str:
    more = ", ".join(filter(None, [side_name(piece.side), piece.formation]))
    return f"{piece.name} ({more})" if more else piece.name


def _supply(one: SupplyPage, position: Position) -> str:
    line = one.line
    reason = ", ".join(filter(None, [line.rule, one.title]))
    rule = f" ({reason})" if reason else ""
    who = _unit_in_hex(one.unit, position)
    if line.state is Supply.IN:
        return f"{who}: in supply{rule}: " + (" - ".join(line.path) or "no line needed")
    if line.state is Supply.UNKNOWN:
        names = {n.of: _unit_in_hex(n.of, position) for n in one.needs if n.of in position.by_ref}
        needs = ", ".join(need_text(need, names) for need in one.needs)
        return f"{who}: supply unknown{rule}" + (f": it depends on {needs}" if needs else "")
    if one.bars:
        cut = "; ".join(_bar(bar, position) for bar in one.bars)
        return f"{who}: out of supply{rule}: the line is cut at {cut}"
    no_line = "" if one.title else ": no line reaches a source, even without enemies"
    return f"{who}: out of supply{rule}{no_line}"


def _bar(bar: Bar, position: Position) -> str:
    if bar.within:
        names = ", ".join(position.by_ref[ref].name for ref in bar.within)
        return f"{bar.hex}, held by {names}"
    zone = ", ".join(_unit_in_hex(ref, position) for ref in bar.covered_by)
    return f"{bar.hex}, in the zone of control of {zone}" if zone else bar.hex


def _findings(case: Case, label: str) -> Iterator[str]:
    for finding in report_on(case).findings:
        if label in finding.hexes and finding.severity is not Severity.NOTE:
            yield f"{finding.severity.value} {finding.rule}: {finding.message}"
