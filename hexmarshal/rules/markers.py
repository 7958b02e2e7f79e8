"""Markers on units: who may bear them, when they are laid, and when they go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic, names

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def pins(at: Situation) -> Iterator[Finding | Checked]:
    """Markers that every turn's end removes, when none can have been put on again."""
    rules = at.rules.pins
    if rules is None:
        return
    if rules.holds:
        yield from _moved_though_marked(at, rules.marker, rules.holds)
    lifts = rules.lifted is not None
    yield from _dropped(at, rules.lasts or rules, rules.marker, rules.removed, lifts=lifts)
    yield from _laid(at, rules, rules.marker, rules.laid)
    if at.may_be_on(rules.earliest, rules.removed):
        why = f"only between the {rules.removed} and the next {rules.earliest}"
        yield Checked(rules.rule, State.NOT_NOW, why)
        return
    pinned = [p for p in at.position.pieces if _is_pinned(p, rules.marker)]
    for hex_ in dict.fromkeys(p.hex for p in pinned):
        here = [p for p in pinned if p.hex == hex_]
        message = f"{names(here)}: {rules.marker} when no such marker is left on the map"
        yield at.find(rules, Topic.MARKERS, Severity.ILLEGAL, message, here)


def _moved_though_marked(at: Situation, marker: str, holds: Cited) -> Iterator[Finding]:
    """Marked in the position before, marked still, and elsewhere in the same turn."""
    before = at.position.previous
    if before is None or before.turn is None or before.turn != at.position.turn:
        return
    for piece in at.units:
        old = before.same(piece)
        if old is None or old.hex in (None, piece.hex):
            continue
        if marker in old.markers & piece.markers:
            message = f"{piece.name} is marked {marker} and has moved"
            yield at.find(holds, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def bearers(at: Situation) -> Iterator[Finding]:
    """Markers on units that cannot bear them, or when nobody can."""
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
            elif rule.gone and not at.may_be_on(rule.earliest, rule.removed):
                message = f"{piece.name} is marked {rule.marker} when no such marker is left"
                yield at.find(rule.gone, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def _dropped(
    at: Situation, cited: Cited, marker: str, removed: str, *, lifts: bool = False
) -> Iterator[Finding]:
    """Marked in the position before and not now, though the segment that removes it is to come.

    `lifts`: one that has been forced to move loses it as well.
    """
    before = at.earlier.position if at.earlier else None
    if before is None or at.lies_between(before, removed):
        return
    for piece in at.units:
        old = before.same(piece)
        if old is None or old.hex is None or (lifts and old.hex != piece.hex):
            continue
        if marker in old.markers - piece.markers:
            message = f"{piece.name} was marked {marker} and is not, before its markers go"
            yield at.find(cited, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def _laid(at: Situation, cited: Cited, marker: str, phases: Iterable[str]) -> Iterator[Finding]:
    """Marked now and not in the position before, and no phase between puts such a marker on."""
    before = at.earlier.position if at.earlier else None
    if before is None or not phases or at.any_between(before, phases):
        return
    for piece in at.units:
        old = before.same(piece)
        if old is not None and old.hex is not None and marker in piece.markers - old.markers:
            message = f"{piece.name} is marked {marker}, and nothing in between marks it so"
            yield at.find(cited, Topic.MARKERS, Severity.ILLEGAL, message, [piece])


def _is_pinned(piece: Piece, marker: str) -> bool:
    lies = piece.kind == "marker" and piece.type == marker and piece.hex is not None
    return lies or marker in piece.markers
