"""Garrisons, hedgehogs and partisans as they are placed, works, and deserters.

Rules 1.1f, 1.1g, 1.7d, 1.7f, 1.10a, 2.4 and 2.5.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.text import has_words
from hexmarshal.rules.findings import (
    Checked,
    Finding,
    Need,
    Severity,
    State,
    Topic,
    What,
    names,
)
from hexmarshal.rules.games.baltic_gap.events import plays
from hexmarshal.rules.games.baltic_gap.landings import just_arrived
from hexmarshal.rules.games.baltic_gap.units import (
    area_of,
    beside_attackers,
    country_of,
    is_garrison,
    level_of,
    pop_hexes,
    pop_of,
)
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, severity
from hexmarshal.rules.victory import UNKNOWN, Victory

GARRISONS = Cited(rule="2.5")
HOGS = Cited(rule="2.4")
PARTISANS = Cited(rule="1.10a")

MOST_PARTISANS = 3
"""A die halved, rounded up (1.10a)."""
MOST_ENTHUSIASTS = 6
"""A whole die, with Partisan Enthusiasm (3.8 item 6)."""
ENTHUSIASM = 2
"""Hexes from a wooded bog that this variant allows, across the border too."""
DESERTION = Cited(rule="1.7d", also=("1.7",))
ERASED = Cited(rule="1.1f", also=("1.1g",))
CAPTURED = Cited(rule="1.1g")
PANTHER = (("panther",),)
RIVERS = ("minor river", "major river")
MOVING = "move mode"


# -- garrisons (2.5) ------------------------------------------------------------------------------


def garrisons(at: Situation) -> Iterator[Finding]:
    """Garrisons arrive in an Axis POP place with no Soviet Attack-Capable unit beside it."""
    assert at.rules.victory is not None
    victory, places = Victory(at, at.rules.victory), pop_hexes(at)
    for piece in just_arrived(at):
        if piece.kind != "combat" or not is_garrison(at, piece):
            continue
        assert piece.hex is not None
        holder = at.position.control.get(piece.hex) or victory.control(piece.hex)
        if not places >> piece.hex & 1:
            message = f"{piece.name} does not arrive at a POP place"
            yield at.find(GARRISONS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        elif holder not in (UNKNOWN, piece.side):
            message = f"{piece.name} arrives at a POP place under enemy control"
            yield at.find(GARRISONS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        near = beside_attackers(at, 1 << piece.hex, "soviet")
        message = f"{piece.name} arrives next to a Soviet Attack-Capable unit"
        yield from _near_attackers(at, GARRISONS, piece, near, message)


def _near_attackers(
    at: Situation, cited: Cited, piece: Piece, near: Span[bool], message: str
) -> Iterator[Finding]:
    firm = severity(near)
    if firm is None:
        return
    around = [at.stacks.get(hex_, ()) for hex_ in at.grid.neighbours(piece.at_hex)]
    enemies = [other for stack in around for other in stack if other.side != piece.side]
    unknown = [p for p in enemies if not p.value("attack_capable").known]
    needs = [Need(What.VALUE, p.ref) for p in unknown] if firm is Severity.UNKNOWN else []
    basis = [p.value("attack_capable").basis for p in enemies]
    soft = [one for one in basis if one.soft] if firm is Severity.SUSPECT else []
    yield at.find(cited, Topic.ARRIVAL, firm, message, [piece], basis=soft, needs=needs)


# -- hogs (2.4) -----------------------------------------------------------------------------------


def hogs(at: Situation) -> Iterator[Finding]:
    """Free hedgehogs: German ones of level 1, one for each HQ and within its throw range.

    None is placed beside a Soviet Attack-Capable unit or on another hedgehog.
    """
    placed = [piece for piece in just_arrived(at) if piece.kind == "hedgehog"]
    staffs = [piece for piece in at.units if piece.kind == "hq" and piece.side == "german"]
    thrown_to = _thrown_to(at, staffs)
    for piece in placed:
        assert piece.hex is not None
        near = beside_attackers(at, 1 << piece.hex, "soviet")
        message = f"{piece.name} is placed next to a Soviet Attack-Capable unit"
        yield from _near_attackers(at, HOGS, piece, near, message)
        others = [p for p in at.position.stacks[piece.hex] if p.kind == "hedgehog" and p != piece]
        if others:
            message = f"{piece.name} is placed on another hedgehog"
            yield at.find(HOGS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece, *others])
        if piece.side == "soviet" or level_of(piece) > 1:
            message = f"{piece.name} cannot be placed; only the Germans place hedgehogs, at level 1"
            yield at.find(HOGS, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
        elif staffs and not thrown_to >> piece.hex & 1:
            message = f"{piece.name} is placed where no German HQ can throw; enemies are in the way"
            basis, needs = [Basis.SERIES], [Need(What.SERIES, "OCS 12")]
            yield at.find(
                HOGS, Topic.ARRIVAL, Severity.SUSPECT, message, [piece], basis=basis, needs=needs
            )
    if staffs and len(placed) > len(staffs):
        message = f"{len(placed)} hedgehogs placed, but only {len(staffs)} German HQs on the map"
        yield at.find(HOGS, Topic.ARRIVAL, Severity.ILLEGAL, message, placed)


def _thrown_to(at: Situation, staffs: list[Piece]) -> HexSet:
    """The hexes that an HQ can reach without passing enemies or their zones."""
    if at.supply is None:
        return at.grid.all
    barred = at.supply.tracings["german"].barred.low
    starts = sum({1 << piece.at_hex for piece in staffs})
    reached = at.grid.flood(starts, at.grid.all & ~barred | starts)
    return reached | at.grid.spread(reached)


# -- partisans (1.10a) ----------------------------------------------------------------------------


def partisans(at: Situation) -> Iterator[Finding]:
    """Trainbusting markers are placed in wooded bogs of the right side, away from combat units."""
    markers = [
        piece
        for piece in just_arrived(at)
        if piece.kind == "marker" and at.type_of(piece) == "trainbusting"
    ]
    for side in dict.fromkeys(piece.side for piece in markers):
        own = [piece for piece in markers if piece.side == side]
        most = MOST_ENTHUSIASTS if _enthusiastic(at) else MOST_PARTISANS
        if len(own) > most:
            message = f"{len(own)} Trainbusting markers placed at once; at most {most} may be"
            yield at.find(PARTISANS, Topic.ARRIVAL, Severity.ILLEGAL, message, own)
    charges: dict[tuple[str, Severity], list[Piece]] = {}
    for piece in markers:
        for fault, charge in _misplaced(at, piece):
            if firm := severity(charge):
                charges.setdefault((fault, firm), []).append(piece)
    for (fault, firm), pieces in charges.items():
        soft = {Basis.HOUSE, Basis.RECONSTRUCTED} if firm is Severity.SUSPECT else ()
        message = f"Trainbusting markers {fault}"
        yield at.find(PARTISANS, Topic.ARRIVAL, firm, message, pieces, basis=soft)


def _enthusiastic(at: Situation) -> bool:
    """Whether the Soviet variant Partisan Enthusiasm is played (3.8 item 6)."""
    return plays(at, "partisan-enthusiasm")


def _misplaced(at: Situation, piece: Piece) -> Iterator[tuple[str, Span[bool]]]:
    """What is wrong with the hex of a marker, and how surely."""
    assert piece.hex is not None
    lies, bogs = at.board.terrain.basis_at(piece.hex), at.board.terrain.of("wooded bog")
    ussr = area_of(at, "ussr")
    if piece.side == "soviet" and _enthusiastic(at):
        right = bogs & ussr.hexes if ussr else bogs
        if not at.grid.within(piece.hex, ENTHUSIASM) & right:
            yield f"more than {ENTHUSIASM} hexes from a wooded bog of the USSR", as_firm_as(lies)
    else:
        if not bogs >> piece.hex & 1:
            yield "outside wooded bog", as_firm_as(lies)
        if ussr and bool(ussr.hexes >> piece.hex & 1) != (piece.side == "soviet"):
            yield "on the wrong side of the border of the USSR", as_firm_as(ussr.basis)
    enemies = [p for p in at.stacks.get(piece.hex, ()) if p.kind == "combat"]
    if any(enemy.side != piece.side for enemy in enemies):
        yield "in a hex with an enemy combat unit", Span.sure(True)


# -- works ----------------------------------------------------------------------------------------


def panther_line(at: Situation) -> Iterator[Finding]:
    """A Panther hedgehog in a hex with a Soviet combat unit.

    The line is printed on the map; what is left of it shows only if a position marks it.
    """
    for piece in at.position.pieces:
        if piece.hex is None or piece.is_unit or not has_words(piece.name, PANTHER):
            continue
        takers = [p for p in at.stacks.get(piece.hex, ()) if p.side == "soviet"]
        takers = [taker for taker in takers if taker.kind == "combat"]
        if takers:
            message = f"{piece.name} must be removed: {names(takers)} has entered its hex"
            yield at.find(ERASED, Topic.MARKERS, Severity.ILLEGAL, message, [piece, *takers])


def captured(at: Situation) -> Iterator[Finding]:
    """A hedgehog that has changed hands since the position before and kept its level.

    If a turn has passed, the captor may have built it up again.
    """
    before = at.earlier
    if before is None:
        return
    for hex_ in before.position.stacks:
        old = _level(before, hex_)
        now = [piece for piece in at.position.stacks.get(hex_, ()) if _is_hedgehog(piece)]
        takers = [piece for piece in at.stacks.get(hex_, ()) if piece.kind == "combat"]
        holder, taker = _holder(before, hex_), {piece.side for piece in takers}
        if not (old and holder and taker) or holder in taker or _level(at, hex_) < old:
            continue
        message = f"{names(now)} still at level {old} after {names(takers)} captured it"
        firm = Severity.UNKNOWN if at.turn_has_passed else Severity.ILLEGAL
        needs = [Need(What.PREVIOUS, piece.ref) for piece in now] if at.turn_has_passed else []
        yield at.find(CAPTURED, Topic.MARKERS, firm, message, [*now, *takers], needs=needs)


def _is_hedgehog(piece: Piece) -> bool:
    return piece.kind == "hedgehog" and not has_words(piece.name, PANTHER)


def _level(at: Situation, hex_: int) -> int:
    """The level of the hedgehog in a hex, 0 without one."""
    stack = at.position.stacks.get(hex_, ())
    return max((level_of(piece) for piece in stack if _is_hedgehog(piece)), default=0)


def _holder(at: Situation, hex_: int) -> str:
    """The side that holds a hedgehog: by the units with it, else by its marker."""
    units = {piece.side for piece in at.stacks.get(hex_, ())}
    marked = {p.side for p in at.position.stacks[hex_] if _is_hedgehog(p)}
    sides = units or marked - {""}
    return next(iter(sides)) if len(sides) == 1 else ""


# -- bridges --------------------------------------------------------------------------------------


def pontoon_bridges(at: Situation) -> Mapping[str, list[str]]:
    """By hex of a Pontoon Brigade: the hexes across rivers that it bridges.

    In Move Mode the series denies it Engineer capability, so it bridges nothing.
    """
    edges, found = at.board.hexsides.of(*RIVERS), {}
    for piece in at.units:
        moving = MOVING in piece.markers or str(piece.value("mode").number).startswith("move")
        if at.type_of(piece) != "pontoon" or piece.hex is None or moving:
            continue
        across = (at.grid.neighbour(piece.hex, d) for d in DIRECTIONS if edges[d] >> piece.hex & 1)
        banks = sorted(at.grid.label(hex_) for hex_ in across if hex_ is not None)
        found[at.grid.label(piece.hex)] = banks
    return found


# -- borders --------------------------------------------------------------------------------------


def desertion(at: Situation) -> Iterator[Finding | Checked]:
    """Baltic units of either side that have entered another country and lost no step (1.7d)."""
    before = at.earlier
    if before is None:
        yield Checked(DESERTION.rule, State.CANNOT, "needs the position before")
        return
    for piece in at.units:
        old, home = before.position.same(piece), country_of(at, piece)
        if old is None or old.hex is None or home is None or old.steps_lost < piece.steps_lost:
            continue
        firm = severity(_crossed(at, old.hex, piece.at_hex, home.area))
        if firm is None:
            continue
        message = f"{piece.name} has left its home country and lost no step"
        needs = []
        if at.turn_has_passed:  # it may have regained the step since
            firm, needs = Severity.UNKNOWN, [Need(What.PREVIOUS, piece.ref)]
        basis = [Basis.HOUSE] if firm is Severity.SUSPECT else []
        yield at.find(DESERTION, Topic.MOVEMENT, firm, message, [piece], basis=basis, needs=needs)


def _crossed(at: Situation, start: int, end: int, home: str) -> Span[bool]:
    """Whether a move has crossed a border into a country that is not home."""
    left, there = _land(at, start), _land(at, end)
    if not (left[0] and there[0]) or there[0] in (left[0], home):
        return Span.sure(False)
    return as_firm_as(left[1]) & as_firm_as(there[1])


def _land(at: Situation, hex_: int) -> tuple[str, Basis]:
    """The country of a hex and its basis; for a POP place that is the rulebook's list."""
    for country in at.rules.countries:
        if pop_of(at, country) >> hex_ & 1:
            return country.area, Basis.RULEBOOK
    for country in at.rules.countries:
        area = area_of(at, country.area)
        if area and area.hexes >> hex_ & 1:
            return country.area, area.basis
    return "", Basis.MISSING
