"""Why a move is not lawful, and what would settle one of which nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from hexmarshal.game.basis import Basis
from hexmarshal.game.board import fold
from hexmarshal.game.ruleset import BeyondText, Cited, Who
from hexmarshal.rules.cheapest import Way
from hexmarshal.rules.findings import Need, Severity, What
from hexmarshal.rules.going import HIGH, MOST, NEVER, paid_for, points
from hexmarshal.rules.outing import Outing

MOST_NEEDS = 6
"""Data named at most as what would settle one move."""


def reason(outing: Outing, way: Way | None) -> tuple[Cited, str]:
    """The rule against a move, and why in words."""
    name, end = outing.piece.name, outing.then.grid.label(outing.end)
    if barred := outing.passable.barring(outing.end):
        return barred, f"{name} may not enter {end}"
    if way is None:
        closing = _closing_row(outing)
        return closing or outing.rules, f"no way that {name} may go leads to {end}"
    said = f"{name} needs {points(way.cost):g} movement points to {end}"
    allowance = points(outing.allowance.high)
    return outing.rules, said if allowance is None else f"{said} and has {allowance:g}"


def _closing_row(outing: Outing) -> Cited | None:
    """The row of the chart that closes the way to the next hex."""
    if outing.single is None:
        return None
    start, end = outing.single
    board, going = outing.then.board, outing.going
    direction = outing.then.grid.direction(start, end)
    kinds = board.hexsides.at(start, direction) if direction is not None else ()
    sides = paid_for(row for row, _ in going.hexside_rows(kinds))
    rows = [*sides, going.terrain_row(board.terrain.at(end))]
    rules = [row.rule for row in rows if row and row.rule and going.closes(row)]
    return Cited(rule=rules[0], also=(outing.rules.rule,)) if rules else None


def reaches(outing: Outing, beyond: BeyondText, way: Way | None) -> bool:
    """Whether a move might be lawful by a rule that the text only names."""
    shown = {fold(str(outing.trip.after.value("mode").number)), *outing.trip.after.markers}
    if beyond.mode and not shown.intersection(map(fold, beyond.mode)):
        return False
    at = outing.then
    if beyond.enemies and at.enemies(outing.piece.side) >> outing.end & 1:
        return True
    if beyond.beside and _beside(outing, beyond.beside):
        return True
    if beyond.one_hex and outing.step_cost(MOST) < NEVER:
        return True
    if beyond.paths:
        net = at.board.paths.hexes(*map(fold, beyond.paths))
        return all(net >> hex_ & 1 for hex_ in (*outing.trip.starts, outing.end))
    return (
        beyond.factor > 1 and way is not None and way.cost <= outing.allowance.high * beyond.factor
    )


def _beside(outing: Outing, who: Who) -> bool:
    """Whether a friend of some kind stands in or next to the hexes of a move's ends."""
    at, ends = outing.then, (*outing.trip.starts, outing.end)
    friends = [p for p in at.units if p.side == outing.piece.side and at.means(who, p)]
    return any(at.grid.distance(p.hex or 0, end) <= 1 for p in friends for end in ends)


# -- what would settle it -------------------------------------------------------------------------


def needed(outing: Outing, firm: Severity) -> tuple[Need, ...]:
    """The data that a move turns on: those that are missing, or the soft ones as they stand."""

    def wanted(basis: Basis) -> bool:
        return basis is Basis.MISSING if firm is Severity.UNKNOWN else basis.soft

    found: dict[Need, None] = {}
    if wanted(outing.piece.value(outing.rules.allowance).basis):
        found[Need(What.VALUE, outing.piece.ref)] = None
    found |= dict.fromkeys(_needs_of_the_way(outing, wanted))
    chart = any(wanted(row.basis) for row in outing.rules.chart)
    if chart or not found:
        found[Need(What.TEXT, outing.rules.missing)] = None
    return tuple(found)[:MOST_NEEDS]


def _needs_of_the_way(outing: Outing, wanted: Callable[[Basis], bool]) -> Iterator[Need]:
    at, label = outing.then, outing.then.grid.label
    way = outing.regular(HIGH) or outing.regular(MOST)
    for a, b in pairwise(way.hexes if way else ()):
        direction = at.grid.direction(a, b)
        if wanted(at.board.terrain.basis_at(b)):
            yield Need(What.HEX, label(b))
        if direction is not None and wanted(at.board.hexsides.basis_at(a, direction)):
            yield Need(What.HEXSIDE, "-".join(sorted((label(a), label(b)))))
        for piece in at.zones.exerters(outing.piece.side, b):
            if wanted(piece.value("attack").basis):
                yield Need(What.VALUE, piece.ref)
