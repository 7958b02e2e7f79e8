"""The rules applied to one hex: its stacking slots, the ZOCs that reach it, and its supply."""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.rules.findings import Need, Supply, SupplyLine
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.spans import Span
from hexmarshal.rules.stacking import slots
from hexmarshal.rules.supply import SupplyOf


@dataclass(frozen=True, slots=True)
class SlotUse:
    """One class of units in a stack, and the units that fill its slots."""

    side: str
    name: str
    limit: int
    units: tuple[str, ...]
    """Refs, bottom to top."""


@dataclass(frozen=True, slots=True)
class UnitZoc:
    """Whether a unit exerts a ZOC, and where that reaches."""

    unit: str
    answer: str
    """`yes`, `no`, `likely` or `unlikely` (as soft data stand), or `unknown`."""
    rule: str
    why: str = ""
    """The reason in words if it exerts none or the answer is unknown."""
    reaches: tuple[str, ...] = ()
    """The hexes in its ZOC, or that would be in it if the answer is unknown."""
    blocked: tuple[str, ...] = ()
    """The adjacent hexes that its ZOC does not reach because of their hexsides or terrain."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A hex that cuts a supply line: the enemy units in it, else those whose ZOC covers it."""

    hex: str
    within: tuple[str, ...] = ()
    covered_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SupplyPage:
    """The supply of one unit in the hex."""

    unit: str
    line: SupplyLine
    title: str = ""
    """The title of the deciding rule, if that is not the rule for supply lines."""
    bars: tuple[Bar, ...] = ()
    needs: tuple[Need, ...] = ()
    """The data that would settle an unknown supply."""


@dataclass(frozen=True)
class HexPage:
    """Everything the rules show about one hex."""

    hex: str
    slots: tuple[SlotUse, ...]
    here: tuple[UnitZoc, ...]
    """The ZOCs of the units in the hex."""
    upon: tuple[UnitZoc, ...]
    """The ZOCs of units elsewhere that reach the hex, or would if the units exert one."""
    supply: tuple[SupplyPage, ...]


def explain_hex(game: Game, position: Position, hex_: int) -> HexPage:
    """The rules applied to one hex of a position."""
    at = Situation(game, position)
    stack = at.stacks.get(hex_, ())
    near = [p for p in at.units if p.hex != hex_ and _reach(at, p) >> hex_ & 1]
    return HexPage(
        hex=at.grid.label(hex_),
        slots=tuple(_slots(at, stack)),
        here=tuple(_exertion(at, piece) for piece in stack),
        upon=tuple(_exertion(at, piece) for piece in near),
        supply=tuple(_supply(at, at.supply, piece) for piece in stack) if at.supply else (),
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


def _exertion(at: Situation, piece: Piece) -> UnitZoc:
    assert piece.hex is not None
    own, rule = at.zones.exertion(piece)
    span = at.zones.exerts[piece.ref]
    firm = answer(span)
    top = at.rules.zoc.silenced_from_top if at.rules.zoc else None
    why = ""
    if top and not span.low and own.low:
        rule, why = top.rule, "a unit without a ZOC lies on top of the stack"
    elif firm in ("no", "unlikely", "unknown"):
        why = _why_none(at, piece)
    reaches = _reach(at, piece)
    around = sum(1 << h for h in at.grid.neighbours(piece.hex))
    blocked = around & ~reaches if reaches else 0
    label = at.grid.labels
    return UnitZoc(piece.ref, firm, rule, why, tuple(label(reaches)), tuple(label(blocked)))


def _reach(at: Situation, piece: Piece) -> HexSet:
    """The ZOC of a unit as the data stand; if unknown, the hexes that it would cover."""
    zone = at.zones.of(piece)
    return zone.low if at.zones.exerts[piece.ref].known else zone.most


def _why_none(at: Situation, piece: Piece) -> str:
    """Why a unit exerts no ZOC of its own, or why that is unknown."""
    rules = at.rules.zoc
    if rules is None or at.as_marker(piece):
        return "it counts as a marker" if rules else ""
    if rules.exempting(at.described(piece)):
        return f"no {'HQ' if piece.kind == 'hq' else piece.type or piece.kind} has a ZOC"
    if marks := piece.markers.intersection(rules.silencing_markers):
        return f"it is marked {min(marks)}"
    strength, name = at.zones.strength(piece), (rules.flag or "attack").replace("_", " ")
    if isinstance(strength.number, bool):
        return f"it is not {name}"
    return f"{name} {strength.number}" if strength.known else f"its {name} is unknown"


def _supply(at: Situation, supply: SupplyOf, piece: Piece) -> SupplyPage:
    line = supply.lines[piece.ref]
    titles = {text.number: text.title for text in at.rules.texts}
    title = "" if line.rule == supply.rules.rule else titles.get(line.rule, "")
    bars = tuple(_bar(at, piece.side, label) for label in line.cut)
    needs = supply.needs(piece) if line.state is Supply.UNKNOWN else ()
    return SupplyPage(piece.ref, line, title, bars, needs)


def _bar(at: Situation, side: str, label: str) -> Bar:
    hex_ = at.grid.parse(label)
    within = [p.ref for p in at.stacks.get(hex_, ()) if p.side != side and not at.as_marker(p)]
    covered = () if within else [p.ref for p in at.zones.exerters(side, hex_)]
    return Bar(label, tuple(within), tuple(covered))


def answer(span: Span[bool]) -> str:
    """A yes-or-no answer in one word that also shows how firm it is."""
    if not span.known:
        return "unknown"
    if span.certain:
        return "yes" if span.low else "no"
    return "likely" if span.low else "unlikely"
