"""A move judged: the verdict, and what it says of cost, way and data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.ruleset import BeyondText, Cited, CounterFilter
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Need, Severity, What
from hexmarshal.rules.movement.costs import HIGH, MOST, NEVER, Route, paid_for, points
from hexmarshal.rules.movement.move import Move

COMBAT = Need(What.TEXT, "combat results")


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """A move judged. `severity` is None for a lawful one."""

    severity: Severity | None
    cited: Cited
    cost: float | None = None
    """In movement points; None for what cannot be done at any cost."""
    allowance: float | None = None
    way: tuple[int, ...] = ()
    why: str = ""
    needs: tuple[Need, ...] = ()
    finding: Finding | None = None

    @property
    def verdict(self) -> str:
        """`legal`, `illegal`, or `unknown` where soft or missing data decide."""
        if self.severity is None:
            return "legal"
        return "illegal" if self.severity is Severity.ILLEGAL else "unknown"


def verdict(
    move: Move, firm: Severity | None, cited: Cited, why: str = "", way: Route | None = None
) -> MoveVerdict:
    """A verdict on a move; `firm` is None for a lawful one, `way` the one it takes."""
    known = move.piece.value(move.rules.allowance).known
    return MoveVerdict(
        severity=firm,
        cited=cited,
        cost=points(way.cost) if way else None,
        allowance=points(move.allowance.low) if known else None,
        way=way.hexes if way else (),
        why=why,
    )


def is_in(move: Move, phases: Iterable[str]) -> bool:
    """Whether the whole move was made in one of some phases."""
    then, now = move.then.position, move.now.position
    return then.phase == now.phase and now.phase in set(map(fold, phases))


MOST_NEEDS = 6
"""Data named at most as what would settle one move."""


def reason(move: Move, way: Route | None) -> tuple[Cited, str]:
    """The rule against a move, and why in words."""
    name, end = move.piece.name, move.then.grid.label(move.end)
    if barred := move.passable.barring(move.end):
        return barred, f"{name} may not enter {end}"
    if way is None:
        closing = _closing_row(move)
        return closing or move.rules, f"no way that {name} may go leads to {end}"
    said = f"{name} needs {points(way.cost):g} movement points to {end}"
    allowance = points(move.allowance.high)
    return move.rules, said if allowance is None else f"{said} and has {allowance:g}"


def _closing_row(move: Move) -> Cited | None:
    """The row of the chart that closes the way to the next hex."""
    if move.single is None:
        return None
    start, end = move.single
    board, costs = move.then.board, move.costs
    direction = move.then.grid.direction(start, end)
    kinds = board.hexsides.at(start, direction) if direction is not None else ()
    sides = paid_for(row for row, _ in costs.hexside_rows(kinds))
    rows = [*sides, costs.terrain_row(board.terrain.at(end))]
    rules = [row.rule for row in rows if row and row.rule and costs.closes(row)]
    return Cited(rule=rules[0], also=(move.rules.rule,)) if rules else None


def reaches(move: Move, beyond: BeyondText, way: Route | None) -> bool:
    """Whether a move might be lawful by a rule that the text only names."""
    shown = {fold(str(move.trip.after.value("mode").number)), *move.trip.after.markers}
    if beyond.mode and not shown.intersection(map(fold, beyond.mode)):
        return False
    at = move.then
    if beyond.enemies and at.enemies(move.piece.side) >> move.end & 1:
        return True
    if beyond.beside and _beside(move, beyond.beside):
        return True
    if beyond.one_hex and move.step_cost(MOST) < NEVER:
        return True
    if beyond.paths:
        net = at.board.paths.hexes(*map(fold, beyond.paths))
        return all(net >> hex_ & 1 for hex_ in (*move.trip.starts, move.end))
    return beyond.factor > 1 and way is not None and way.cost <= move.allowance.high * beyond.factor


def _beside(move: Move, who: CounterFilter) -> bool:
    """Whether a friend of some kind stands in or next to the hexes of a move's ends."""
    at, ends = move.then, (*move.trip.starts, move.end)
    friends = [p for p in at.units if p.side == move.piece.side and at.means(who, p)]
    return any(at.grid.distance(p.hex or 0, end) <= 1 for p in friends for end in ends)


# -- what would settle it -------------------------------------------------------------------------


def needed(move: Move, firm: Severity) -> tuple[Need, ...]:
    """The data that a move turns on: those that are missing, or the soft ones as they stand."""

    def wanted(basis: Basis) -> bool:
        return basis is Basis.MISSING if firm is Severity.UNKNOWN else basis.soft

    found: dict[Need, None] = {}
    if wanted(move.piece.value(move.rules.allowance).basis):
        found[Need(What.VALUE, move.piece.ref)] = None
    found |= dict.fromkeys(_needs_of_the_way(move, wanted))
    chart = any(wanted(row.basis) for row in move.rules.chart)
    if chart or not found:
        found[Need(What.TEXT, move.rules.missing)] = None
    return tuple(found)[:MOST_NEEDS]


def _needs_of_the_way(move: Move, wanted: Callable[[Basis], bool]) -> Iterator[Need]:
    at, label = move.then, move.then.grid.label
    way = move.regular(HIGH) or move.regular(MOST)
    for a, b in pairwise(way.hexes if way else ()):
        direction = at.grid.direction(a, b)
        if wanted(at.board.terrain.basis_at(b)):
            yield Need(What.HEX, label(b))
        if direction is not None and wanted(at.board.hexsides.basis_at(a, direction)):
            yield Need(What.HEXSIDE, "-".join(sorted((label(a), label(b)))))
        for piece in at.zones.exerters(move.piece.side, b):
            if wanted(piece.value("attack").basis):
                yield Need(What.VALUE, piece.ref)
