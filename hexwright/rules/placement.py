"""Placement: hexes, areas and boxes that a counter may not be in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexwright.game.basis import Basis
from hexwright.game.board import Area, fold
from hexwright.game.position import Piece
from hexwright.game.ruleset import Restriction, WaterRules
from hexwright.game.timing import SET_UP
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
    """Ground units in water hexes."""
    rules = at.rules.water
    if rules is None:
        return
    wet = _water(at, rules)
    for hex_, stack in at.stacks.items():
        if not wet >> hex_ & 1:
            continue
        basis = at.board.terrain.basis_at(hex_)
        if firm := severity(on(basis)):
            message = f"{names(stack)} in a water hex"
            yield at.find(rules, Topic.PLACEMENT, firm, message, stack, basis=[basis])


def _water(at: Situation, rules: WaterRules) -> int:
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
        for piece in at.units:
            assert piece.hex is not None
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
    message = f"{piece.name} may not stand in {area.name}: {rule.why}"
    needs = [Need(What.TEXT if piece.counter else What.VALUE, piece.ref)] if unsure else []
    basis: list[Basis] = [area.basis]
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
        for piece in at.position.pieces:
            lies = piece.hex is not None or piece.place
            if lies and piece.place not in places and at.means(rule.who, piece):
                message = f"{piece.name} lies outside the {box.title}"
                yield at.find(rule, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def set_up(at: Situation) -> Iterator[Finding | Checked]:
    """Units that stand elsewhere, or at another strength, than the set-up puts them."""
    cited = at.rules.set_up
    if cited is None:
        return
    if at.position.phase != SET_UP:
        yield Checked(cited.rule, State.NOT_NOW, "only at the set-up")
        return
    for piece in at.units:
        rows = at.placements.get(piece.counter.id, ()) if piece.counter else ()
        rows = tuple(row for row in rows if row.kind == "setup" and row.hex is not None)
        if len(rows) != 1 or rows[0].within or rows[0].count > 1:
            continue
        row = rows[0]
        assert row.hex is not None
        own = cited.model_copy(update={"rule": row.rule, "also": (cited.rule, *cited.also)})
        if piece.hex != row.hex:
            message = f"{piece.name} sets up in {at.grid.label(row.hex)}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
        elif piece.steps_lost != row.steps_lost and not row.group_steps_lost:
            how = f"{row.steps_lost} steps down" if row.steps_lost else "at full strength"
            message = f"{piece.name} sets up {how}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
