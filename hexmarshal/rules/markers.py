"""Markers on units: which units may carry them, when they are placed and when removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic, subject

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def pins(at: Situation) -> Iterator[Finding | Checked]:
    """Markers still on the map after the segment that removes them all."""
    rules = at.rules.pins
    if rules is None:
        return
    if rules.holds:
        yield from _moved_though_marked(at, rules.marker, rules.holds)
    lifts = rules.lifted is not None
    yield from _dropped(at, rules.lasts or rules, rules.marker, rules.removed, lifts=lifts)
    yield from _laid(at, rules, rules.marker, rules.laid)
    if at.marker_may_be_on(rules.earliest, rules.removed):
        removed, earliest = at.phase_title(rules.removed), at.phase_title(rules.earliest)
        why = f"only between the {removed} and the next {earliest}"
        yield Checked(rules.rule, State.NOT_NOW, why)
        return
    pinned = [p for p in at.position.pieces if _is_pinned(p, rules.marker)]
    for hex_ in dict.fromkeys(p.hex for p in pinned):
        here = [p for p in pinned if p.hex == hex_]
        marked = subject(here, "is", "are")
        message = f"{marked} {rules.marker}; every such marker is gone by now"
        yield at.find(rules, Topic.MARKERS, Severity.ILLEGAL, message, here)


def _moved_though_marked(at: Situation, marker: str, holds: Cited) -> Iterator[Finding]:
    """Units that carry a marker throughout a turn and have moved nevertheless."""
    before = at.position.previous
    if before is None or before.turn is None or before.turn != at.position.turn:
        return
    for piece in at.units:
        old = before.same(piece)
        if old is None or old.hex in (None, piece.hex):
            continue
        if marker in old.markers & piece.markers:
            message = f"{piece.name} has moved, but may not while marked {marker}"
            yield at.find(holds, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def bearers(at: Situation) -> Iterator[Finding]:
    """Markers on units that may not carry them, or at a time when no unit may."""
    for rule in at.rules.bearers:
        if rule.holds:
            yield from _moved_though_marked(at, rule.marker, rule.holds)
        if rule.removed:
            yield from _dropped(at, rule.gone or rule, rule.marker, rule.removed)
        yield from _laid(at, rule, rule.marker, rule.laid)
        for piece in at.units:
            if rule.marker not in piece.markers:
                continue
            if not at.matches(rule.who, piece):
                message = f"{piece.name} is marked {rule.marker}: {rule.why}"
                yield at.find(rule, Topic.MARKERS, Severity.ILLEGAL, message, [piece])
            elif rule.gone and not at.marker_may_be_on(rule.earliest, rule.removed):
                message = f"{piece.name} is marked {rule.marker}; every such marker is gone by now"
                yield at.find(rule.gone, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def _dropped(
    at: Situation, cited: Cited, marker: str, removed: str, *, lifts: bool = False
) -> Iterator[Finding]:
    """Markers gone since the previous position, before the segment that removes them.

    `lifts`: a unit that has been forced to move loses its marker as well.
    """
    before = at.earlier.position if at.earlier else None
    if before is None or at.phase_between(before, removed):
        return
    for piece in at.units:
        old = before.same(piece)
        if old is None or old.hex is None or (lifts and old.hex != piece.hex):
            continue
        if marker in old.markers - piece.markers:
            title = at.phase_title(removed)
            message = f"{piece.name} has lost its {marker} marker before the {title} removes it"
            yield at.find(cited, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def _laid(at: Situation, cited: Cited, marker: str, phases: Iterable[str]) -> Iterator[Finding]:
    """Markers new since the previous position, with no phase in between that places them."""
    before = at.earlier.position if at.earlier else None
    if before is None or not phases or at.any_phase_between(before, phases):
        return
    for piece in at.units:
        old = before.same(piece)
        if old is not None and old.hex is not None and marker in piece.markers - old.markers:
            message = f"{piece.name} is newly marked {marker}, but no phase in between does so"
            yield at.find(cited, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def _is_pinned(piece: Piece, marker: str) -> bool:
    lies = piece.kind == "marker" and piece.type == marker and piece.hex is not None
    return lies or marker in piece.markers
