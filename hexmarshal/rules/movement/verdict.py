"""The verdict on a move: its cost, its route, the reason, and the data that would settle it."""

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
    """The verdict on a move. `severity` is None if the move is legal."""

    severity: Severity | None
    cited: Cited
    cost: float | None = None
    """In movement points; None if no route exists at any cost."""
    allowance: float | None = None
    route: tuple[int, ...] = ()
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
    move: Move, firm: Severity | None, cited: Cited, why: str = "", route: Route | None = None
) -> MoveVerdict:
    """A verdict on a move along `route`; `firm` is None if the move is legal."""
    known = move.piece.value(move.rules.allowance).known
    return MoveVerdict(
        severity=firm,
        cited=cited,
        cost=points(route.cost) if route else None,
        allowance=points(move.allowance.low) if known else None,
        route=route.hexes if route else (),
        why=why,
    )


def is_in(move: Move, phases: Iterable[str]) -> bool:
    """Whether the whole move was made in one of these phases."""
    then, now = move.then.position, move.now.position
    return then.phase == now.phase and now.phase in set(map(fold, phases))


MOST_NEEDS = 6
"""The most data named as what would settle one move."""


def reason(move: Move, route: Route | None) -> tuple[Cited, str]:
    """The rule that a move breaks, and the reason in words."""
    name, end = move.piece.name, move.then.grid.label(move.end)
    if barred := move.passable.barring(move.end):
        return barred, f"{name} enters {end}, which is closed to it"
    if route is None:
        closing = _closing_row(move)
        return closing or move.rules, f"{name} reaches {end}, but no route open to it leads there"
    why = f"{name} needs {points(route.cost):g} movement points to {end}"
    allowance = points(move.allowance.high)
    return move.rules, why if allowance is None else f"{why} but has only {allowance:g}"


def _closing_row(move: Move) -> Cited | None:
    """The chart row that closes the step to an adjacent hex; None if none does."""
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


def reaches(move: Move, beyond: BeyondText, route: Route | None) -> bool:
    """Whether a rule that the text only mentions might make a move legal."""
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
    return (
        beyond.factor > 1
        and route is not None
        and route.cost <= move.allowance.high * beyond.factor
    )


def _beside(move: Move, who: CounterFilter) -> bool:
    """Whether a matching friendly unit stands in or next to either end of a move."""
    at, ends = move.then, (*move.trip.starts, move.end)
    friends = [p for p in at.units if p.side == move.piece.side and at.matches(who, p)]
    return any(at.grid.distance(p.at_hex, end) <= 1 for p in friends for end in ends)


# -- what would settle it -------------------------------------------------------------------------


def needed(move: Move, firm: Severity) -> tuple[Need, ...]:
    """The data that decide a move: the missing ones, or the soft ones if none is missing."""

    def wanted(basis: Basis) -> bool:
        return basis is Basis.MISSING if firm is Severity.UNKNOWN else basis.soft

    found: dict[Need, None] = {}
    if wanted(move.piece.value(move.rules.allowance).basis):
        found[Need(What.VALUE, move.piece.ref)] = None
    found |= dict.fromkeys(_needs_of_route(move, wanted))
    chart = any(wanted(row.basis) for row in move.rules.chart)
    if chart or not found:
        found[Need(What.TEXT, move.rules.missing)] = None
    return tuple(found)[:MOST_NEEDS]


def _needs_of_route(move: Move, wanted: Callable[[Basis], bool]) -> Iterator[Need]:
    at, label = move.then, move.then.grid.label
    route = move.regular(HIGH) or move.regular(MOST)
    for a, b in pairwise(route.hexes if route else ()):
        direction = at.grid.direction(a, b)
        if wanted(at.board.terrain.basis_at(b)):
            yield Need(What.HEX, label(b))
        if direction is not None and wanted(at.board.hexsides.basis_at(a, direction)):
            yield Need(What.HEXSIDE, "-".join(sorted((label(a), label(b)))))
        for piece in at.zones.exerters(move.piece.side, b):
            if wanted(piece.value("attack").basis):
                yield Need(What.VALUE, piece.ref)
