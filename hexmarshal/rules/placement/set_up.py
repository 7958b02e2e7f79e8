"""The set-up: counters in another place or state than the scenario lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.places import find_place
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.scenario import LATER, Placement
from hexmarshal.game.text import fold
from hexmarshal.game.timing import SET_UP
from hexmarshal.game.words import marker_word
from hexmarshal.rules.findings import Checked, Finding, Severity, State, Topic, subject
from hexmarshal.rules.spans import as_firm_as, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def set_up(at: Situation) -> Iterator[Finding | Checked]:
    """Counters in another place, or at another strength, than the scenario's set-up lists.

    On a map other than the game's own, only a position marked as the set-up is compared.
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
    """A unit in another hex, or at another strength, than its only line in the list."""
    if row.inside:
        yield from _kept_inside(at, cited, row, piece)
    if row.hex is None:
        return
    message = ""
    if at.grid.distance(piece.at_hex, row.hex) > (row.within or 0):
        if not at.own_rules.may_set_up(at, piece):
            here, there = at.grid.label(piece.at_hex), at.grid.label(row.hex)
            norm = f"its set-up hex is {there}"
            if row.within:
                norm = f"it sets up within {row.within} hexes of {there}"
            message = f"{piece.name} is in {here}; {norm}"
    elif piece.steps_lost != row.steps_lost and not _may_vary(at, row):
        listed = _strength(row.steps_lost)
        message = f"{piece.name} is {_strength(piece.steps_lost)}; it sets up {listed}"
    if message:
        own = cited.under(row.rule)
        yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _strength(steps_lost: int) -> str:
    if not steps_lost:
        return "at full strength"
    return "reduced by 1 step" if steps_lost == 1 else f"reduced by {steps_lost} steps"


def _markers(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Markers in another hex than the list gives, or on their wrong side."""
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
            here, there = at.grid.label(piece.hex), at.grid.label(row.hex)
            message = f"{piece.name} is in {here}; its set-up hex is {there}"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
        elif turned:
            message = f"{piece.name} lies on the wrong side; it sets up on its front"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _chits(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Chits in the cup that the lists do not put there."""
    cups = {place for box in at.board.boxes if box.kind == "cup" for place in box.places}
    for piece in at.position.pieces:
        rows = at.rows_of(piece)
        if piece.kind != "chit" or piece.place not in cups or not rows:
            continue
        if not any(find_place(at.board, row.place, piece.side) in cups for row in rows):
            own = cited.under(rows[0].rule)
            message = f"{piece.name} is in the cup, but does not begin there"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _may_vary(at: Situation, row: Placement) -> bool:
    """Whether the lists leave open how many steps the pieces of a line have lost."""
    choice = at.scenario.choice(row.choice)
    of_steps = choice is not None and not choice.take
    return bool(row.group_steps_lost or row.conditional or of_steps)


def _taken_out(at: Situation, cited: Cited) -> Iterator[Finding]:
    """More units out of play than a draw or a player's choice removes; any of them may go."""
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
                gone = subject(out, "is", "are")
                message = f"{gone} out of play; the set-up removes only {choice.take}"
                yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, out)


def _kept_inside(at: Situation, cited: Cited, row: Placement, piece: Piece) -> Iterator[Finding]:
    """A unit outside the area where the list sets it up."""
    area = at.board.areas.get(fold(row.inside))
    if area is None or area.hexes >> piece.at_hex & 1:
        return
    if firm := severity(as_firm_as(area.basis)):
        own = cited.under(row.rule)
        message = f"{piece.name} is outside {area.name}; it sets up inside"
        yield at.find(own, Topic.PLACEMENT, firm, message, [piece], basis=[area.basis])


def _aircraft(at: Situation, cited: Cited) -> Iterator[Finding]:
    """Air units in another box than the list gives."""
    for piece in at.position.pieces:
        rows = at.rows_of(piece)
        if len(rows) != 1 or rows[0].kind != "air" or not rows[0].place:
            continue  # identical air units, some of which arrive later, cannot be distinguished
        if piece.kind != "air" or not (piece.place or piece.hex is not None):
            continue
        place = find_place(at.board, rows[0].place, piece.side)
        if piece.place != place:
            own = cited.under(rows[0].rule)
            message = f"{piece.name} is not in {place}, where it sets up"
            yield at.find(own, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])
