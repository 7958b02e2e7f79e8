"""The set-up: radii, aircraft, losses, and what single scenarios require (2.6, 5.0 to 5.8)."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet, members
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited, Losses
from hexmarshal.game.scenario import Placement
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What, names
from hexmarshal.rules.games.baltic_gap.events import plays, scenario_rules
from hexmarshal.rules.games.baltic_gap.units import any_of, attack_capable
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import severity

RADII = Cited(rule="5.0 B", also=("5.0",))
QUALITY = Cited(rule="2.6", also=("5.0 E", "5.0"))
LOSSES = ("5.0 C", "5.0")
BOXED = Cited(rule="1.3a", also=("5.0",))

BEGINS = ("setup", "box", "dead")
"""Kinds of rows that say where a unit starts."""


def at_set_up(at: Situation) -> Iterator[Finding | Checked]:
    """Everything that is judged at the set-up only."""
    if not at.when.before(at.scenario.first_turn, 0):
        yield Checked(QUALITY.rule, State.NOT_NOW, "only at the set-up")
        return
    yield from _radii(at)
    yield from _choices(at)
    yield from _off_the_map(at)
    yield from _quality(at)
    yield from _aircraft(at)
    yield from _off_bases(at)
    yield from _spread_out(at)
    yield from _group_losses(at)
    yield from _paired_losses(at)


# -- where ----------------------------------------------------------------------------------------


def _own_row(at: Situation, piece: Piece) -> Placement | None:
    """The only row of the set-up that places a unit."""
    rows = [row for row in at.rows_of(piece) if row.kind == "setup"]
    return rows[0] if len(rows) == 1 and rows[0].count == 1 else None


def _radii(at: Situation) -> Iterator[Finding]:
    """Units of the side that sets up second, cut off by enemies from the centre of their radius."""
    first = at.scenario.facts.get("sets_up_first", "")
    for piece in at.units:
        row = _own_row(at, piece)
        if row is None or row.hex is None or not row.within or piece.side in ("", first):
            continue
        enemies = _combat_units(at, piece.side)
        in_circle = at.grid.distance(piece.at_hex, row.hex) <= row.within
        if in_circle and not _reached(at, row.hex, row.within, enemies) >> piece.at_hex & 1:
            label = at.grid.label(row.hex)
            message = f"{piece.name} is cut off by enemies from {label}, the centre of its radius"
            yield at.find(RADII, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def shifted(at: Situation, piece: Piece) -> bool:
    """Whether a unit may set up with another HQ by the Axis variant Free Set Up (2.8 item 1).

    It is for Attack-Capable units that the list sets up with an HQ.
    """
    if piece.side != "german" or not plays(at, "free-set-up"):
        return False
    counters = at.game.counters
    rows = (row for row in at.scenario.setup() if row.side == "german" and row.hex is not None)
    staffs = [row for row in rows if counters[row.counter].kind == "hq"]
    own = _own_row(at, piece)
    grouped = own is not None and own.hex in {row.hex for row in staffs}
    near = (at.grid.distance(piece.at_hex, row.hex or 0) <= (row.within or 0) for row in staffs)
    return grouped and attack_capable(piece).high and any(near)


def _combat_units(at: Situation, side: str) -> HexSet:
    """The hexes with a combat unit of another side."""
    enemies = (p for p in at.units if p.kind == "combat" and p.side != side)
    return sum({1 << piece.at_hex for piece in enemies})


def _reached(at: Situation, start: int, radius: int, enemies: HexSet) -> HexSet:
    """The hexes up to `radius` hexes away without passing through an enemy."""
    reached = 1 << start
    for _ in range(radius):
        reached |= at.grid.spread(reached & ~enemies)
    return reached


def _choices(at: Situation) -> Iterator[Finding]:
    """Units outside all the hexes, or radii, that they may choose from."""
    for piece in at.units:
        row = _own_row(at, piece)
        if row is None or not row.hexes:
            continue
        near = min(at.grid.distance(piece.at_hex, hex_) for hex_ in row.hexes)
        if near > (row.within or 0):
            where = ", ".join(at.grid.label(hex_) for hex_ in row.hexes)
            within = f"within {row.within} of " if row.within else ""
            message = f"{piece.name} must set up {within}one of {where}"
            own = Cited(rule=row.rule, also=(RADII.rule, "5.0"))
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _off_the_map(at: Situation) -> Iterator[Finding]:
    """Units on the map that start among the dead or in a box."""
    for piece in at.position.pieces:
        rows = [row for row in at.rows_of(piece) if row.kind in BEGINS]
        if piece.hex is None or not (piece.is_unit or piece.kind == "naval"):
            continue
        if len(rows) == 1 and rows[0].place and rows[0].kind != "setup" and rows[0].count == 1:
            message = f"{piece.name} starts in {rows[0].place}, not on the map"
            own = Cited(rule=rows[0].rule, also=("5.0",))
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


# -- aircraft -------------------------------------------------------------------------------------


def _quality(at: Situation) -> Iterator[Finding]:
    """Too many German aircraft of a type that are inexperienced, or that are not."""
    listed: dict[tuple[str, bool], int] = {}
    for row in at.scenario.setup():
        counter = at.game.counters[row.counter]
        if counter.kind == "air" and counter.side == "german":
            sort = counter.as_printed[0], counter.value("quality").number == "low"
            listed[sort] = listed.get(sort, 0) + row.count
    there: dict[tuple[str, bool], list[Piece]] = {}
    for piece in at.position.pieces:
        quality = piece.value("quality").number
        if not (piece.kind == "air" and piece.side == "german" and piece.counter and quality):
            continue
        if at.arrivals.in_play(piece):
            sort = piece.counter.as_printed[0], quality == "low"
            there.setdefault(sort, []).append(piece)
    own = QUALITY
    if scenario_rules(at).own_quality:
        own = Cited(rule=at.scenario.rule, also=(QUALITY.rule, *QUALITY.also))
    for (model, low), pieces in there.items():
        most = listed.get((model, low), 0)
        if len(pieces) > most and any(name == model for name, _ in listed):
            word = "inexperienced" if low else "experienced"
            message = f"{len(pieces)} {word} {model}; the set-up has {most or 'none'}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, pieces)


def _aircraft(at: Situation) -> Iterator[Finding]:
    """Soviet aircraft of the boxes that start on the map: fighters may, but not everywhere."""
    closed = at.grid.set(scenario_rules(at).no_fighters)
    for piece in at.position.pieces:
        if piece.kind != "air" or piece.side != "soviet" or piece.hex is None:
            continue
        fighter = bool(at.tagged(piece, "fighter"))
        rows = [row for row in at.rows_of(piece) if row.kind == "air"]
        if fighter and closed >> piece.hex & 1:
            message = f"{piece.name} may start on the map, but not at {at.grid.label(piece.hex)}"
            own = Cited(rule=at.scenario.rule, also=("5.0",))
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
        elif not fighter and rows and all(row.place for row in rows):
            message = f"{piece.name} starts in {rows[0].place}; only fighters may start on the map"
            own = Cited(rule=at.scenario.rule, also=(BOXED.rule, "5.0"))
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _off_bases(at: Situation) -> Iterator[Finding]:
    """Aircraft on the map away from the air bases of their side.

    The lists say "any air base"; for fighters of Soviet boxes only the series says so.
    """
    counters = at.game.counters
    listed = (row for row in at.scenario.setup() if counters[row.counter].kind == "airbase")
    bases = {(row.side, row.hex) for row in listed}
    bases |= {(p.side, p.hex) for p in at.position.pieces if p.kind == "airbase"}
    for piece in at.position.pieces:
        rows = at.rows_of(piece)
        if piece.kind != "air" or piece.hex is None or not any(row.kind == "air" for row in rows):
            continue
        if bases & {(piece.side, piece.hex), ("", piece.hex)}:
            continue
        boxed = piece.side == "soviet" and not scenario_rules(at).any_base
        message = f"{piece.name} must start at an air base of its side"
        own = Cited(rule=at.scenario.rule, also=(BOXED.rule, "5.0"))
        firm, basis = (Severity.SUSPECT, [Basis.SERIES]) if boxed else (Severity.ILLEGAL, [])
        yield at.find(own, Topic.PLACEMENT, firm, message, [piece], basis=basis)


# -- single scenarios -----------------------------------------------------------------------------


def _spread_out(at: Situation) -> Iterator[Finding]:
    """A formation without an Attack-Capable unit in each of its hexes."""
    spread = scenario_rules(at).spread
    if spread is None:
        return
    combat = (piece for piece in at.units if piece.kind == "combat")
    corps = [piece for piece in combat if piece.formation == spread.formation]
    for hex_ in members(at.grid.set(spread.hexes) if corps else 0):
        here = [piece for piece in corps if piece.hex == hex_]
        missing = ~any_of(map(attack_capable, here))
        if firm := severity(missing):
            where = at.grid.label(hex_)
            message = f"no Attack-Capable unit of {spread.formation} in {where}: {names(corps)}"
            basis = [p.value("attack_capable").basis for p in here]
            unknown = [p for p in here if not p.value("attack_capable").known]
            needs = [Need(What.VALUE, p.ref) for p in unknown] if firm is Severity.UNKNOWN else []
            soft = [one for one in basis if one.soft] if firm is Severity.SUSPECT else []
            own = Cited(rule=at.scenario.rule, also=("5.0",))
            yield at.find(
                own, Topic.PLACEMENT, firm, message, corps, hexes=1 << hex_, basis=soft, needs=needs
            )


# -- losses ---------------------------------------------------------------------------------------


def _group_losses(at: Situation) -> Iterator[Finding]:
    """Groups that have lost more or fewer steps than the list says (5.0 C)."""
    groups: dict[str, list[Placement]] = {}
    for row in at.scenario.setup():
        if row.group_steps_lost and not at.scenario.doubt(row):
            groups.setdefault(row.group, []).append(row)
    for rows in groups.values():
        members_ = {row.counter for row in rows}
        there = [p for p in at.units if p.counter and p.counter.id in members_]
        whole = len(there) == sum(row.count for row in rows)
        lost, listed = sum(piece.steps_lost for piece in there), rows[0].group_steps_lost
        broken_down = any(at.type_of(p) == "breakdown" and p.side == rows[0].side for p in at.units)
        if (whole and lost < listed) or (lost > listed and not broken_down):
            message = f"{names(there)} set up with {listed} steps lost in all, not {lost}"
            own = Cited(rule=rows[0].rule, also=LOSSES)
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, there)


def _paired_losses(at: Situation) -> Iterator[Finding]:
    """Full divisions that have lost no steps, or too many of them that have lost one or three.

    A division that stands as breakdown regiments seems to have lost more.
    """
    rules = scenario_rules(at).losses
    if rules is None:
        return
    rows = {row.counter for row in at.scenario.setup() if row.side == rules.side}
    divisions = [p for p in at.units if _is_full(p, rules) and p.counter and p.counter.id in rows]
    own = Cited(rule=at.scenario.rule, also=LOSSES)
    whole = [piece for piece in divisions if not piece.steps_lost]
    if whole:
        message = f"{names(whole)} must set up with two steps lost, or with one or three"
        yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, whole)
    broken_down = any(at.type_of(piece) == "breakdown" for piece in at.units)
    for lost in (1, 3):
        alike = [piece for piece in divisions if piece.steps_lost == lost]
        if len(alike) > rules.pairs and not (lost == 3 and broken_down):
            message = f"{len(alike)} divisions set up {lost} steps down; at most {rules.pairs} may"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, alike)


def _is_full(piece: Piece, rules: Losses) -> bool:
    steps = piece.value("steps")
    full = piece.side == rules.side and steps.number == rules.steps and steps.basis.hard
    return full and piece.counter is not None and piece.counter.type == "infantry"
