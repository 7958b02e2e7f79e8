"""Placement: hexes, areas and boxes that a counter may not be in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from hexwright.game.basis import Basis
from hexwright.game.board import Area, fold
from hexwright.game.hexfield import HexSet
from hexwright.game.names import agreement
from hexwright.game.places import find_place
from hexwright.game.position import Piece
from hexwright.game.position_json import marker_word
from hexwright.game.ruleset import Cited, Prohibited, Restriction, WaterRules
from hexwright.game.scenario import LATER, Placement
from hexwright.rules.completions import Span, both, on, severity
from hexwright.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexwright.rules.wording import names

if TYPE_CHECKING:
    from hexwright.rules.situation import Situation


def one_side(at: Situation) -> Iterator[Finding]:
    """Hexes that hold units of both sides."""
    cited = at.rules.one_side
    if cited is None:
        return
    for stack in at.stacks.values():
        if len({piece.side for piece in stack if piece.side}) > 1:
            message = f"both sides in one hex: {names(stack)}"
            yield at.find(cited, Topic.PLACEMENT, Severity.ILLEGAL, message, stack)


def water(at: Situation) -> Iterator[Finding]:
    """Ground units in water hexes or off the map."""
    rules = at.rules.water
    if rules is None:
        return
    for piece in at.position.pieces:
        if piece.off_map and piece.is_unit:
            message = f"{piece.name} in {piece.off_map}, which is no hex of the map"
            found = at.find(rules, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
            yield replace(found, hexes=(piece.off_map,))
    wet = water_hexes(at, rules)
    for hex_, pieces in at.position.stacks.items():
        stack = [piece for piece in pieces if piece.is_unit or piece.kind in rules.also_kinds]
        if not (stack and wet >> hex_ & 1):
            continue
        basis = at.board.terrain.basis_at(hex_)
        if firm := severity(on(basis)):
            message = f"{names(stack)} in a water hex"
            yield at.find(rules, Topic.PLACEMENT, firm, message, stack, basis=[basis])


def water_hexes(at: Situation, rules: WaterRules) -> HexSet:
    """The hexes of nothing but water."""
    terrain = at.board.terrain
    wet = terrain.of(*rules.terrain)
    for word in rules.alone:
        other = 0
        for name, hexes in terrain.hexes.items():
            other |= hexes if name != word else 0
        wet |= terrain.of(word) & ~other
    return wet


def restricted(at: Situation) -> Iterator[Finding]:
    """Units in areas that only others of their side may enter."""
    for rule in at.rules.restrictions:
        area = at.board.areas.get(fold(rule.area))
        if area is None:
            continue
        for piece in at.position.pieces:
            if piece.hex is None or not (piece.is_unit or piece.kind in rule.also_kinds):
                continue
            if piece.side == rule.side and area.hexes >> piece.hex & 1:
                yield from _barred_from(at, rule, area, piece)


def _barred_from(at: Situation, rule: Restriction, area: Area, piece: Piece) -> Iterator[Finding]:
    answers = [at.tagged(piece, tag) for tag in rule.only]
    if any(answers):
        return
    unsure = None in answers
    alien = Span(False, False, True, True) if unsure else Span.sure(True)
    inside = on(area.basis)
    firm = severity(both(alien, inside, lambda a, b: a and b))
    if firm is None:
        return
    message = f"{piece.name} may not stand here ({area.name}): {rule.why}"
    needs = [Need(What.TEXT if piece.counter else What.VALUE, piece.ref)] if unsure else []
    basis: list[Basis] = [area.basis]
    yield at.find(rule, Topic.PLACEMENT, firm, message, [piece], basis=basis, needs=needs)


def prohibited(at: Situation) -> Iterator[Finding]:
    """Units in hexes that they may never enter."""
    for rule in at.rules.prohibited.values():
        shut = at.ground.closed(rule)
        if rule.bridged:
            shut = shut.map(lambda hexes: hexes & ~at.bridges)
        for piece in at.units:
            hex_ = piece.hex or 0
            if shut.most >> hex_ & 1 and at.means(rule.who, piece):
                yield from _where_never(at, rule, shut, piece)


def _where_never(
    at: Situation, rule: Prohibited, shut: Span[HexSet], piece: Piece
) -> Iterator[Finding]:
    firm = severity(shut.map(lambda hexes: bool(hexes >> (piece.hex or 0) & 1)))
    if firm is None:
        return
    message = f"{piece.name} stands where it may not: {rule.why}"
    basis = at.ground.soft_bases if firm is Severity.SUSPECT else ()
    needs: list[Need] = []
    if rule.lost and at.may_be_on(rule.earliest or at.rules.first_moves, rule.lost):
        firm, basis = Severity.UNKNOWN, ()
        needs = [Need(What.PREVIOUS, piece.ref)]
        message += "; it moved there unlawfully, unless a retreat forced it"
    yield at.find(rule, Topic.PLACEMENT, firm, message, [piece], basis=basis, needs=needs)


def boxes(at: Situation) -> Iterator[Finding]:
    """Counters in boxes meant for the other side or for other things."""
    boxes_ = {box.id: box for box in at.board.boxes}
    off_map = [piece for piece in at.position.pieces if piece.place]
    for rule in at.rules.boxes:
        box = boxes_.get(rule.box)
        if box is None:
            continue
        places = {box.title, *box.places}
        for piece in off_map:
            if piece.place not in places:
                continue
            other_side = rule.side and piece.side and piece.side != rule.side
            if rule.formation and piece.formation:
                other_side = other_side or agreement(rule.formation, piece.formation) is None
            if other_side or (rule.kind and piece.kind not in rule.kind):
                message = f"{piece.name} does not belong in the {box.title}"
                yield at.find(rule, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def homes(at: Situation) -> Iterator[Finding]:
    """Counters that lie outside the one box they belong in."""
    boxes_ = {box.id: box for box in at.board.boxes}
    for rule in at.rules.homes:
        box = boxes_.get(rule.box)
        if box is None:
            continue
        places = {box.title, *box.places}
        away = at.position.moment == "during" and at.position.phase in map(fold, rule.away)
        for piece in at.position.pieces:
            if piece.place in places or (away and piece.hex is not None):
                continue
            if at.arrivals.is_out_of_play(piece) or at.arrivals.is_waiting(piece):
                continue
            if at.means(rule.who, piece) and not _listed_there(at, piece):
                message = f"{piece.name} lies outside the {box.title}"
                yield at.find(rule, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _listed_there(at: Situation, piece: Piece) -> bool:
    """Whether a list of the scenario puts a piece in the place where it lies."""
    rows = at.placements.get(piece.counter.id, ()) if piece.counter and piece.place else ()
    return any(fold(row.place) == fold(piece.place) for row in rows)


def set_up(at: Situation) -> Iterator[Finding | Checked]:
    """Units that stand elsewhere, or at another strength, than the set-up puts them."""
    cited = at.rules.set_up
    if cited is None:
        return
    if not at.when.before(at.scenario.first_turn, 1):
        yield Checked(cited.rule, State.NOT_NOW, "only at the set-up")
        return
    if at.rules.air:
        yield from _in_boxes_at_set_up(at, cited)
    yield from _taken_out(at, cited)
    yield from _markers_at_set_up(at, cited)
    yield from _chits_at_set_up(at, cited)
    for piece in at.units:
        rows = at.placements.get(piece.counter.id, ()) if piece.counter else ()
        rows = tuple(r for r in rows if r.kind == "setup" and (r.hex is not None or r.inside))
        if len(rows) != 1 or rows[0].count > 1:
            continue
        row = rows[0]
        if row.inside:
            yield from _kept_inside(at, cited, row, piece)
        if row.hex is None:
            continue
        own = cited.model_copy(update={"rule": row.rule, "also": (cited.rule, *cited.also)})
        if at.grid.distance(piece.hex or 0, row.hex) > (row.within or 0):
            if at.page.may_set_up(at, piece):
                continue
            message = f"{piece.name} sets up in {at.grid.label(row.hex)}"
            if row.within:
                message = f"{piece.name} sets up within {row.within} of {at.grid.label(row.hex)}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
        elif piece.steps_lost != row.steps_lost and not _may_vary(at, row):
            down = "1 step down" if row.steps_lost == 1 else f"{row.steps_lost} steps down"
            how = down if row.steps_lost else "at full strength"
            message = f"{piece.name} sets up {how}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _markers_at_set_up(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Markers in another hex than their line's, or on their other side."""
    for piece in at.position.pieces:
        rows = at.placements.get(piece.counter.id, ()) if piece.counter else ()
        if piece.kind != "marker" or piece.hex is None or len(rows) != 1:
            continue
        row, counter = rows[0], piece.counter
        if row.kind != "setup" or row.hex is None or counter is None:
            continue
        own = cited.model_copy(update={"rule": row.rule, "also": (cited.rule, *cited.also)})
        turned = piece.reduced or (
            counter.reverse and marker_word(counter.reverse) in piece.markers
        )
        if piece.hex != row.hex:
            message = f"{piece.name} sets up in {at.grid.label(row.hex)}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
        elif turned:
            message = f"{piece.name} sets up on its other side"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _chits_at_set_up(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Chits in the cup that no line puts there."""
    cups = {place for box in at.board.boxes if box.kind == "cup" for place in box.places}
    for piece in at.position.pieces:
        rows = at.placements.get(piece.counter.id, ()) if piece.counter else ()
        if piece.kind != "chit" or piece.place not in cups or not rows:
            continue
        if not any(find_place(at.board, row.place, piece.side) in cups for row in rows):
            own = cited.model_copy(update={"rule": rows[0].rule, "also": (cited.rule,)})
            message = f"{piece.name} is not in the cup at the set-up"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _may_vary(at: Situation, row: Placement) -> bool:
    """Whether the steps lost by a line's pieces are not settled by the lists."""
    choice = at.scenario.choice(row.choice)
    of_steps = choice is not None and not choice.take
    return bool(row.group_steps_lost or row.conditional or of_steps)


def _taken_out(at: Situation, cited: Cited) -> Iterator[Finding]:
    """More units out of play than a draw or a player's choice takes out; which ones is free."""
    for choice in at.scenario.choices:
        pools: dict[str, list[Piece]] = {}
        for piece in at.position.pieces if choice.take else ():
            rows = at.placements.get(piece.counter.id, ()) if piece.counter else ()
            if any(row.choice == choice.id and row.kind not in LATER for row in rows):
                pools.setdefault(piece.formation if choice.each else "", []).append(piece)
        for pool in pools.values():
            out = [piece for piece in pool if at.arrivals.is_out_of_play(piece)]
            if len(out) > choice.take:
                own = cited.model_copy(
                    update={"rule": choice.rule, "also": (cited.rule, *cited.also)}
                )
                message = f"{names(out)} out of play, of which the set-up takes {choice.take}"
                yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, out)


def _kept_inside(at: Situation, cited: Cited, row: Placement, piece: Piece) -> Iterator[Finding]:
    """A unit outside the area that its line of the set-up keeps it to."""
    area = at.board.areas.get(fold(row.inside))
    if area is None or area.hexes >> (piece.hex or 0) & 1:
        return
    if firm := severity(on(area.basis)):
        own = cited.model_copy(update={"rule": row.rule, "also": (cited.rule, *cited.also)})
        message = f"{piece.name} sets up outside {area.name}"
        yield at.find(own, Topic.PLACEMENT, firm, message, [piece], basis=[area.basis])


def _in_boxes_at_set_up(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Air units elsewhere than in the box that the set-up puts them in."""
    for piece in at.position.pieces:
        rows = at.placements.get(piece.counter.id, ()) if piece.counter else ()
        if len(rows) != 1 or rows[0].kind != "air" or not rows[0].place:
            continue  # identical air units of which some come later cannot be told apart
        if piece.kind != "air" or not (piece.place or piece.hex is not None):
            continue
        place = find_place(at.board, rows[0].place, piece.side)
        if piece.place != place:
            own = cited.model_copy(update={"rule": rows[0].rule, "also": (cited.rule,)})
            message = f"{piece.name} sets up in {place}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
