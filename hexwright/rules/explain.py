"""Why a hex is as it is: its stacking slots, and whose zones of control reach it, and why."""

from __future__ import annotations

from dataclasses import dataclass

from hexwright.game.model import Game
from hexwright.game.position import Piece, Position
from hexwright.rules.completions import Span
from hexwright.rules.findings import SupplyLine
from hexwright.rules.situation import Situation
from hexwright.rules.stacking import slots


@dataclass(frozen=True, slots=True)
class SlotUse:
    """One class of units in a stack: who takes the room there is."""

    side: str
    name: str
    limit: int
    units: tuple[str, ...]
    """Refs, bottom to top."""


@dataclass(frozen=True, slots=True)
class Exertion:
    """Whether a unit exerts a ZOC, and where it reaches."""

    unit: str
    answer: str
    """`yes`, `no`, `likely`, `unlikely` (as soft data stand) or `unknown`."""
    rule: str
    reaches: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    """The hexes next to it that a hexside keeps its ZOC from."""


@dataclass(frozen=True)
class HexPage:
    """All that the rules say of one hex."""

    hex: str
    slots: tuple[SlotUse, ...]
    here: tuple[Exertion, ...]
    """Of the units in the hex."""
    upon: tuple[Exertion, ...]
    """Of the units elsewhere whose ZOC reaches, or may reach, the hex."""
    supply: tuple[tuple[str, SupplyLine], ...]
    """By ref of the units in the hex."""


def explain_hex(game: Game, position: Position, hex_: int) -> HexPage:
    """What the rules say of one hex of a position."""
    at = Situation(game, position)
    stack = at.stacks.get(hex_, ())
    near = [p for p in at.units if p.hex != hex_ and at.zones.of(p).most >> hex_ & 1]
    lines = at.supply.lines if at.supply else {}
    return HexPage(
        hex=at.grid.label(hex_),
        slots=tuple(_slots(at, stack)),
        here=tuple(_exertion(at, piece) for piece in stack),
        upon=tuple(_exertion(at, piece) for piece in near),
        supply=tuple((piece.ref, lines[piece.ref]) for piece in stack if piece.ref in lines),
    )


def _slots(at: Situation, stack: tuple[Piece, ...]) -> list[SlotUse]:
    rules = at.rules.stacking
    if rules is None:
        return []
    return [
        SlotUse(side, slot.name, slot.limit, tuple(piece.ref for piece in pieces))
        for side in dict.fromkeys(piece.side for piece in stack)
        for slot, pieces in slots(at, rules, [p for p in stack if p.side == side])
    ]


def _exertion(at: Situation, piece: Piece) -> Exertion:
    assert piece.hex is not None
    _, rule = at.zones.exertion(piece)
    span = at.zones.exerts[piece.ref]
    reaches = at.zones.of(piece).low
    around = sum(1 << h for h in at.grid.neighbours(piece.hex))
    blocked = around & ~reaches if span.low else 0
    label = at.grid.labels
    return Exertion(piece.ref, answer(span), rule, tuple(label(reaches)), tuple(label(blocked)))


def answer(span: Span[bool]) -> str:
    """A yes or no in one word, with how firm it is."""
    if not span.told:
        return "unknown"
    if span.certain:
        return "yes" if span.low else "no"
    return "likely" if span.low else "unlikely"
