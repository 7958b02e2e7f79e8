"""Parts of the map and boxes that a scenario does not use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.basis import Basis
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.ruleset import PlayArea
from hexmarshal.game.text import fold
from hexmarshal.rules.findings import Finding, Severity, Topic
from hexmarshal.rules.spans import Span, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def closed_boxes(at: Situation) -> Iterator[Finding]:
    """Counters in boxes that the scenario does not use."""
    boxes = {box.id: box for box in at.board.boxes}
    for rule in at.rules.closed_boxes:
        if rule.scenario != at.scenario.id:
            continue
        for box in (boxes[id_] for id_ in rule.boxes if id_ in boxes):
            for piece in at.position.pieces:
                if piece.place in {box.title, *box.places}:
                    message = f"{piece.name} is in the {box.title}, which is not in play"
                    yield at.find(rule, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def out_of_play(at: Situation) -> Iterator[Finding]:
    """Units outside the part of the map that the scenario uses."""
    rule = play_area_of(at)
    if rule is None:
        return
    beyond = in_play(at, rule).against(lambda hexes: at.grid.all & ~hexes)
    areas = (at.board.areas.get(fold(name)) for name in rule.parts)
    bases = [area.basis if area else Basis.MISSING for area in areas]
    for piece in at.position.pieces:
        if piece.hex is None or not (piece.is_unit or piece.kind in rule.also_kinds):
            continue
        if firm := severity(Span(*(bool(hexes >> piece.hex & 1) for hexes in beyond.levels))):
            message = f"{piece.name} is outside the part of the map that this scenario uses"
            soft = bases if firm is not Severity.ILLEGAL else ()
            yield at.find(rule, Topic.PLACEMENT, firm, message, [piece], basis=soft)


def play_area_of(at: Situation) -> PlayArea | None:
    """The part of the map that the scenario uses; None if it uses all."""
    found = (rule for rule in at.rules.play_areas if rule.scenario == at.scenario.id)
    return next(found, None)


def in_play(at: Situation, rule: PlayArea) -> Span[HexSet]:
    """The hexes that a scenario uses, including all that its set-up names."""
    bounds = at.grid.rows(rule.sheet, rule.rows)
    if not rule.parts:
        return Span.sure(bounds)
    found = Span.sure(at.grid.rows("", rule.whole_rows) if rule.whole_rows else 0)
    for name in rule.parts:
        area = at.board.areas.get(fold(name))
        basis = area.basis if area else Basis.MISSING
        extent = Span.of(area.hexes if area else 0, basis, worst=0, best=at.grid.all)
        found = found | extent
    named = sum({1 << hex_ for hex_ in _named(at)})
    return found.map(lambda hexes: (hexes | named) & bounds)


def _named(at: Situation) -> Iterator[int]:
    """The hexes that the scenario's set-up names."""
    for row in at.scenario.setup():
        yield from row.hexes
        if row.hex is not None:
            yield row.hex
