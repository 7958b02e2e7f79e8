"""Moves judged: what a unit's move costs at least, and whether it may spend so much.

A move is judged with uncertain data as they stand. Only one that seems too far is looked at under
the completions in the mover's favour, so that none is called illegal that might not be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise

from hexwright.game.basis import Basis
from hexwright.game.board import Board, fold
from hexwright.game.hexfield import HexSet
from hexwright.game.model import Game
from hexwright.game.position import Piece, Position
from hexwright.game.ruleset import BeyondText, Cited, Limited, MovementRules, Retreats, Who
from hexwright.rules.cheapest import Way
from hexwright.rules.completions import severity
from hexwright.rules.fighting import Fight
from hexwright.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexwright.rules.going import HIGH, LOW, MOST, NEVER, Going, paid_for, points
from hexwright.rules.outing import Outing, Trip
from hexwright.rules.situation import Situation

MOST_NEEDS = 6
"""Data named at most as what would settle one move."""
COMBAT = Need(What.TEXT, "combat results")


def needs_a_log(at: Situation) -> Iterator[Checked]:
    """Costs and ways are judged only where it is told what moved."""
    rules = at.rules.movement
    if rules and at.position.previous is None:
        why = "only a log or the position before tells what moved"
        for one in (rules, rules.retreats, rules.advances, rules.limited):
            if one:
                yield Checked(one.rule, State.CANNOT, why)


@dataclass(frozen=True, slots=True)
class Marched:
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


@dataclass
class Marches:
    """Judges the moves of one game; what the ground costs is worked out once for a whole log."""

    game: Game
    _goings: dict[tuple[object, ...], Going] = field(default_factory=dict)
    _boards: list[Board] = field(default_factory=list)
    _situations: list[Situation] = field(default_factory=list)

    def judged(
        self,
        before: Position,
        after: Position,
        trip: Trip,
        vacated: HexSet = 0,
        *,
        complete: bool = False,
    ) -> Marched | None:
        """One unit's move between two positions; None where no rule of movement means the unit.

        Where units may have moved more than once between the two, a move that one allowance does
        not cover is not decided. `vacated` are hexes that enemies have left in the combat that
        is on, all of them if that is `complete`.
        """
        then, now = self._at(before), self._at(after)
        rules = then.rules.movement
        if rules is None or not then.means(rules.who, trip.before):
            return None
        outing = Outing(then, now, rules, trip, self._going(then, rules, trip.before))
        found = _judged(outing, Fight(outing, vacated, complete))
        if found.severity and _moved_often(outing) and not outing.passable.barring(outing.end):
            needs = (Need(What.PREVIOUS, trip.after.ref),)
            found = replace(found, severity=Severity.UNKNOWN, why="", needs=needs)
        return replace(found, finding=_finding(outing, found))

    def _at(self, position: Position) -> Situation:
        """The situation of a position; the last few are kept, since a stack moves as one."""
        known = next((at for at in self._situations if at.position is position), None)
        if known is None:
            known = Situation(self.game, position)
            self._situations = [known, *self._situations[:3]]
        return known

    def _going(self, at: Situation, rules: MovementRules, piece: Piece) -> Going:
        position = at.position
        board = next((i for i, b in enumerate(self._boards) if b is position.board), None)
        if board is None:
            board = len(self._boards)
            self._boards.append(position.board)
        facts = tuple(sorted((key, str(value)) for key, value in position.facts.items()))
        options = tuple(sorted(position.options.items()))
        key = (board, position.turn, facts, options, _classes(at, rules, piece))
        if key not in self._goings:
            self._goings[key] = Going(at.ground, rules, _classes(at, rules, piece))
        return self._goings[key]


def _classes(at: Situation, rules: MovementRules, piece: Piece) -> tuple[str, ...]:
    """The class of a unit, and after it those it may be of where that is not certain."""
    names = tuple(row.name for row in rules.classes)
    told = fold(str(piece.value("mobility").number or ""))
    if told in names:
        return (told,)
    row = next((row for row in rules.classes if at.means(row.who, piece)), rules.classes[-1])
    doubtful = any(at.tagged(piece, tag) is None for one in rules.classes for tag in one.who.tag)
    if row.basis.hard and not doubtful:
        return (row.name,)
    return (row.name, *(name for name in names if name != row.name))


def _moved_often(outing: Outing) -> bool:
    """Whether a unit may have moved more than once between the two positions."""
    then, now = outing.then.position, outing.now.position
    if then.turn is None or now.turn is None or then.turn == now.turn:
        on = [p for p in outing.rules.phases if outing.now.lies_between(then, p)]
        return len(on) > 1 and (then.turn, then.phase) != (now.turn, now.phase)
    return True


# -- the verdict ----------------------------------------------------------------------------------


def _judged(outing: Outing, fight: Fight) -> Marched:
    barred = outing.passable.barring(outing.end)
    for still in outing.rules.still:
        if outing.then.means(still.who, outing.piece):
            return _told(outing, Severity.ILLEGAL, still, f"{outing.piece.name} does not move so")
    if not barred and (anywhere := _put_anywhere(outing)):
        return _told(outing, None, anywhere)
    fought = _fought(outing)
    if fought is Fought.NOW and not barred:
        return _of_combat(outing, fight)
    slowed = outing.slowed
    if slowed and slowed.share == 0:
        if fought and not barred:
            return replace(_told(outing, Severity.UNKNOWN, slowed), needs=(COMBAT,))
        why = f"{outing.piece.name} may not move: {', '.join(slowed.markers)}"
        return _told(outing, Severity.ILLEGAL, slowed, why)
    if outing.rules.limited and _is_in(outing, (outing.rules.limited.phase,)):
        return _one_hex(outing, outing.rules.limited)
    if why := _not_its_turn(outing):
        return _told(outing, Severity.ILLEGAL, outing.rules, why)
    if lawful := outing.lawful():
        return _told(outing, None, lawful[0], way=lawful[1])
    if not barred and (displaced := _displaced(outing)):
        return displaced
    if fought and not barred:
        return replace(_told(outing, Severity.UNKNOWN, outing.rules), needs=(COMBAT,))
    way = outing.regular(HIGH)
    cited, why = _reason(outing, way)
    if beyond := next((b for b in outing.rules.beyond if _reaches(outing, b, way)), None):
        need = Need(What.SERIES if beyond.series else What.TEXT, beyond.rule)
        return replace(_told(outing, Severity.UNKNOWN, cited, way=way), needs=(need,))
    if not outing.can(MOST):
        return _told(outing, Severity.ILLEGAL, cited, why, way)
    firm = Severity.UNKNOWN if outing.can(HIGH) else Severity.SUSPECT
    return replace(_told(outing, firm, cited, why, way), needs=_needs(outing, firm))


def _told(
    outing: Outing, firm: Severity | None, cited: Cited, why: str = "", way: Way | None = None
) -> Marched:
    known = outing.piece.value(outing.rules.allowance).known
    return Marched(
        severity=firm,
        cited=cited,
        cost=points(way.cost) if way else None,
        allowance=points(outing.allowance.low) if known else None,
        way=way.hexes if way else (),
        why=why,
    )


def _is_in(outing: Outing, phases: Iterable[str]) -> bool:
    """Whether the whole move was made in one of some phases."""
    then, now = outing.then.position, outing.now.position
    return then.phase == now.phase and now.phase in set(map(fold, phases))


# -- other than by its points ---------------------------------------------------------------------


def _put_anywhere(outing: Outing) -> Cited | None:
    """The rule by which the unit may be put anywhere."""
    found = (one for one in outing.rules.anywhere if outing.then.means(one.who, outing.piece))
    return next(found, None)


def _not_its_turn(outing: Outing) -> str:
    """Why the unit does not move in a phase in which only those do that have just come on."""
    piece, at = outing.piece, outing.then
    if piece.kind != "combat" or not _is_in(outing, outing.rules.arrivals):
        return ""
    if outing.trip.arrives or piece.arrived or not at.arrivals.is_set_up(piece):
        return ""
    if at.arrivals.may_be_rebuilt(piece):
        return ""
    return f"{piece.name} has not just come on, and only such units move now"


def _one_hex(outing: Outing, limited: Limited) -> Marched:
    """A single hex nearer to an HQ, into no enemy ZOC."""
    at, piece = outing.then, outing.piece
    staff = [hq for hq in at.units if at.commands(hq, piece)]
    if not staff:
        staff = [hq for hq in at.units if hq.kind == "hq" and hq.side == piece.side]
    grid, start = at.grid, outing.trip.starts[0]
    nearer = any(
        grid.distance(outing.end, hq.hex or 0) < grid.distance(start, hq.hex or 0) for hq in staff
    )
    way = outing.regular(LOW)
    if outing.single is None or not nearer:
        why = f"{piece.name} moves otherwise than one hex towards its HQ"
        return _told(outing, Severity.ILLEGAL, limited, why, way)
    ezoc = outing.passable.ezoc.map(lambda hexes: bool(hexes >> outing.end & 1))
    if firm := severity(ezoc):
        why = f"{piece.name} moves into an enemy ZOC"
        return _told(outing, firm, limited, why, way)
    if lawful := outing.lawful():
        return _told(outing, None, limited, way=lawful[1])
    firm = Severity.SUSPECT if outing.can(MOST) else Severity.ILLEGAL
    cited, why = _reason(outing, outing.regular(HIGH))
    told = _told(outing, firm, Cited(rule=limited.rule, also=(cited.rule,)), why, way)
    return replace(told, needs=_needs(outing, firm) if firm is Severity.SUSPECT else ())


def _displaced(outing: Outing) -> Marched | None:
    """A unit that may have been taken elsewhere: overrun, or left alone in combat."""
    rules = outing.rules.displaced
    if rules is None or not outing.then.means(rules.who, outing.piece) or outing.trip.arrives:
        return None
    start = outing.trip.starts[0]
    if outing.then.grid.distance(start, outing.end) < rules.least:
        return None
    if _is_in(outing, outing.rules.phases) and not _overrun_there(outing, start):
        return None
    if outing.passable.ezoc.least >> outing.end & 1:
        return None
    overrun = outing.then.enemies(outing.piece.side) >> start & 1
    if overrun or outing.now.any_between(outing.then.position, rules.phases):
        return _told(outing, None, rules)
    return replace(_told(outing, Severity.UNKNOWN, rules), needs=(COMBAT,))


def _overrun_there(outing: Outing, hex_: int) -> bool:
    """Whether enemies stand in a hex or next to it, before the move or after it."""
    near = outing.then.grid.spread(1 << hex_) | 1 << hex_
    return any(at.enemies(outing.piece.side) & near for at in (outing.then, outing.now))


# -- in combat ------------------------------------------------------------------------------------


class Fought(StrEnum):
    """Whether a move was one of combat."""

    NOW = "now"
    """Both positions are of a combat phase."""
    PERHAPS = "perhaps"
    """One may lie between them."""


def _fought(outing: Outing) -> Fought | None:
    if outing.trip.arrives:
        return None
    then = outing.then.position
    if _is_in(outing, outing.rules.combat) and then.turn == outing.now.position.turn:
        return Fought.NOW
    return Fought.PERHAPS if outing.now.any_between(then, outing.rules.combat) else None


def _of_combat(outing: Outing, fight: Fight) -> Marched:
    """A retreat or an advance. How far a retreat goes, and what it costs, the dice tell alone."""
    retreats, advances = outing.rules.retreats, outing.rules.advances
    unsettled = replace(_told(outing, Severity.UNKNOWN, outing.rules), needs=(COMBAT,))
    if retreats is None:
        return unsettled
    if advances and replace(fight, complete=True).advances(LOW, advances):
        return _told(outing, None, advances)
    if advances and fight.advances(LOW, advances):
        return replace(unsettled, cited=advances)
    may_advance = advances is not None and fight.advances(MOST, advances)
    if outing.end in fight.retreat(LOW):
        if may_advance:
            return replace(unsettled, cited=retreats)
        return _of_retreat(outing, fight, retreats) or replace(unsettled, cited=retreats)
    if displaced := _displaced(outing):
        return displaced
    if may_advance or outing.end in fight.retreat(MOST):
        cited, why = fight.against(retreats, advances)
        firm = Severity.SUSPECT
        return replace(_told(outing, firm, cited, why), needs=_needs(outing, firm))
    cited, why = fight.against(retreats, advances)
    return _told(outing, Severity.ILLEGAL, cited, why)


def _of_retreat(outing: Outing, fight: Fight, retreats: Retreats) -> Marched | None:
    """What is wrong with a retreat whose way the ground allows."""
    name, end = outing.piece.name, outing.then.grid.label(outing.end)
    if retreats.fewest_ezoc and (firm := severity(fight.shunned())):
        why = f"{name} retreats to {end} through more hexes in enemy ZOCs than it must"
        return _told(outing, firm, retreats.fewest_ezoc, why)
    if retreats.nearer and (firm := severity(fight.strays())):
        why = f"{name} retreats to {end}, further from its nearest supply source"
        return _told(outing, firm, retreats.nearer, why)
    return None


# -- why not --------------------------------------------------------------------------------------


def _reason(outing: Outing, way: Way | None) -> tuple[Cited, str]:
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


def _reaches(outing: Outing, beyond: BeyondText, way: Way | None) -> bool:
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


def _needs(outing: Outing, firm: Severity) -> tuple[Need, ...]:
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


def _finding(outing: Outing, marched: Marched) -> Finding | None:
    """What a report says of a move that is not lawful."""
    if marched.severity is None or not marched.why:
        return None
    bases: frozenset[Basis] = frozenset()
    if marched.severity is Severity.SUSPECT:
        ground, zones = outing.then.ground.soft_bases, outing.then.zones.bases(outing.piece.side)
        value = outing.piece.value(outing.rules.allowance).basis
        rows = {row.basis for row in outing.rules.chart} | {value}
        bases = ground | zones | {basis for basis in rows if basis.soft}
    return outing.then.find(
        marched.cited,
        Topic.MOVEMENT,
        marched.severity,
        marched.why,
        [outing.trip.after],
        basis=bases,
        needs=marched.needs,
    )
