"""Borders: Baltic units desert when they leave their home, which a position before shows (1.7d)."""

from __future__ import annotations

from collections.abc import Iterator

from hexmarshal.game.basis import Basis
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What
from hexmarshal.rules.games.baltic_gap.units import GERMAN_POP, HOME_POP, NATIONS, area_of
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span, as_firm_as, combine, severity

DESERTION = Cited(rule="1.7d", also=("1.7",))
HOME_OF = {"latvian": "latvia", "estonian": "estonia", "lithuanian": "lithuania"}
LANDS = (*HOME_OF.values(), "germany", "ussr")


def desertion(at: Situation) -> Iterator[Finding | Checked]:
    """Baltic units of either side that have come into another country and lost no step."""
    before = at.earlier
    if before is None:
        yield Checked(DESERTION.rule, State.CANNOT, "needs the position before")
        return
    for piece in at.units:
        old, home = before.position.same(piece), _home_of(at, piece)
        if old is None or old.hex is None or not home or old.steps_lost < piece.steps_lost:
            continue
        firm = severity(_crossed(at, old.hex, piece.hex or 0, home))
        if firm is None:
            continue
        message = f"{piece.name} has crossed a border out of its home and lost no step"
        needs = []
        if at.turn_has_passed:  # it may have got the step back since
            firm, needs = Severity.UNKNOWN, [Need(What.PREVIOUS, piece.ref)]
        basis = [Basis.HOUSE] if firm is Severity.SUSPECT else []
        yield at.find(DESERTION, Topic.MOVEMENT, firm, message, [piece], basis=basis, needs=needs)


def _home_of(at: Situation, piece: Piece) -> str:
    return next((HOME_OF[nation] for nation in NATIONS if at.tagged(piece, nation)), "")


def _crossed(at: Situation, start: int, end: int, home: str) -> Span[bool]:
    """Whether a way has led over a border into a country that is not home."""
    left, there = _land(at, start), _land(at, end)
    if not (left[0] and there[0]) or there[0] in (left[0], home):
        return Span.sure(False)
    return combine(as_firm_as(left[1]), as_firm_as(there[1]), lambda a, b: a and b)


def _land(at: Situation, hex_: int) -> tuple[str, Basis]:
    """The country of a hex, and what that rests on: of a POP place the list itself."""
    label = at.grid.label(hex_)
    listed = {HOME_OF[nation]: hexes for nation, hexes in HOME_POP.items()}
    for land, hexes in (*listed.items(), ("germany", GERMAN_POP)):
        if label in hexes.split():
            return land, Basis.RULEBOOK
    for land in LANDS:
        area = area_of(at, land)
        if area and area.hexes >> hex_ & 1:
            return land, area.basis
    return "", Basis.MISSING
