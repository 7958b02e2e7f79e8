"""The set-up: counters elsewhere, or in another state, than the lists of the scenario say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.places import find_place
from hexmarshal.game.position import Piece
from hexmarshal.game.position_json import marker_word
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.scenario import LATER, Placement
from hexmarshal.game.text import fold
from hexmarshal.game.timing import SET_UP
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic, names
from hexmarshal.rules.spans import on, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def set_up(at: Situation) -> Iterator[Finding | Checked]:
    """Units that stand elsewhere, or at another strength, than the set-up puts them.

    On a map of somebody's own only a position that says it is the set-up is held against the lists.
    """
    cited = at.rules.set_up
    if cited is None:
        return
    elsewhere = at.board is not at.game.board and at.position.phase != SET_UP
    if elsewhere or not at.when.before(at.scenario.first_turn, 1):
        yield Checked(cited.rule, State.NOT_NOW, "only at the set-up")
        return
    if at.rules.air:
        yield from _aircraft(at, cited)
    yield from _taken_out(at, cited)
    yield from _markers(at, cited)
    yield from _chits(at, cited)
    for piece in at.units:
        rows = [r for r in at.rows_of(piece) if r.kind == "setup"]
        rows = [r for r in rows if r.hex is not None or r.inside]
        if len(rows) == 1 and rows[0].count == 1:
            yield from _unit(at, cited, rows[0], piece)


def _unit(at: Situation, cited: Cited, row: Placement, piece: Piece) -> Iterator[Finding]:
    """A unit elsewhere than its only line puts it, or at another strength."""
    if row.inside:
        yield from _kept_inside(at, cited, row, piece)
    if row.hex is None:
        return
    message = ""
    if at.grid.distance(piece.hex or 0, row.hex) > (row.within or 0):
        if not at.own_rules.may_set_up(at, piece):
            within = f"within {row.within} of" if row.within else "in"
            message = f"{piece.name} sets up {within} {at.grid.label(row.hex)}"
    elif piece.steps_lost != row.steps_lost and not _may_vary(at, row):
        down = "1 step down" if row.steps_lost == 1 else f"{row.steps_lost} steps down"
        message = f"{piece.name} sets up {down if row.steps_lost else 'at full strength'}"
    if message:
        own = cited.under(row.rule)
        yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _markers(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Markers in another hex than their line's, or on their other side."""
    for piece in at.position.pieces:
        rows = at.rows_of(piece)
        if piece.kind != "marker" or piece.hex is None or len(rows) != 1:
            continue
        row, counter = rows[0], piece.counter
        if row.kind != "setup" or row.hex is None or counter is None:
            continue
        own = cited.under(row.rule)
        turned = piece.reduced or (
            counter.reverse and marker_word(counter.reverse) in piece.markers
        )
        if piece.hex != row.hex:
            message = f"{piece.name} sets up in {at.grid.label(row.hex)}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
        elif turned:
            message = f"{piece.name} sets up on its other side"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _chits(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Chits in the cup that no line puts there."""
    cups = {place for box in at.board.boxes if box.kind == "cup" for place in box.places}
    for piece in at.position.pieces:
        rows = at.rows_of(piece)
        if piece.kind != "chit" or piece.place not in cups or not rows:
            continue
        if not any(find_place(at.board, row.place, piece.side) in cups for row in rows):
            own = cited.under(rows[0].rule)
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
            rows = at.rows_of(piece)
            if any(row.choice == choice.id and row.kind not in LATER for row in rows):
                pools.setdefault(piece.formation if choice.each else "", []).append(piece)
        for pool in pools.values():
            out = [piece for piece in pool if at.arrivals.is_out_of_play(piece)]
            if len(out) > choice.take:
                own = cited.under(choice.rule)
                message = f"{names(out)} out of play, of which the set-up takes {choice.take}"
                yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, out)


def _kept_inside(at: Situation, cited: Cited, row: Placement, piece: Piece) -> Iterator[Finding]:
    """A unit outside the area that its line of the set-up keeps it to."""
    area = at.board.areas.get(fold(row.inside))
    if area is None or area.hexes >> (piece.hex or 0) & 1:
        return
    if firm := severity(on(area.basis)):
        own = cited.under(row.rule)
        message = f"{piece.name} sets up outside {area.name}"
        yield at.find(own, Topic.PLACEMENT, firm, message, [piece], basis=[area.basis])


def _aircraft(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Air units elsewhere than in the box that the set-up puts them in."""
    for piece in at.position.pieces:
        rows = at.rows_of(piece)
        if len(rows) != 1 or rows[0].kind != "air" or not rows[0].place:
            continue  # identical air units of which some come later cannot be told apart
        if piece.kind != "air" or not (piece.place or piece.hex is not None):
            continue
        place = find_place(at.board, rows[0].place, piece.side)
        if piece.place != place:
            own = cited.under(rows[0].rule)
            message = f"{piece.name} sets up in {place}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
