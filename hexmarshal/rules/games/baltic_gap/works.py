"""Works: hedgehogs of the Panther Line and captured ones, bridges of the Pontoon Brigade (1.1f,
1.1g, 1.7f)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexmarshal.game.hexgrid import DIRECTIONS
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.text import has_words
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What, names
from hexmarshal.rules.games.baltic_gap.units import level_of
from hexmarshal.rules.situation import Situation

ERASED = Cited(rule="1.1f", also=("1.1g",))
CAPTURED = Cited(rule="1.1g")
WORDS = (("panther",),)
RIVERS = ("minor river", "major river")
MOVING = "move mode"


def panther_line(at: Situation) -> Iterator[Finding]:
    """A Panther hedgehog that stands though a Soviet combat unit is in its hex.

    The line is printed, so that only a position that marks it tells what of it still stands.
    """
    for piece in at.position.pieces:
        if piece.hex is None or piece.is_unit or not has_words(piece.name, WORDS):
            continue
        takers = [p for p in at.stacks.get(piece.hex, ()) if p.side == "soviet"]
        takers = [taker for taker in takers if taker.kind == "combat"]
        if takers:
            message = f"{piece.name} is erased once {names(takers)} has entered its hex"
            yield at.find(ERASED, Topic.MARKERS, Severity.ILLEGAL, message, [piece, *takers])


def captured(at: Situation) -> Iterator[Finding]:
    """With the position before: a hedgehog that has changed hands and kept its level.

    Between two turns the captor may have built it up again.
    """
    before = at.earlier
    if before is None:
        return
    for hex_ in before.position.stacks:
        old = _level(before, hex_)
        now = [piece for piece in at.position.stacks.get(hex_, ()) if _is_hedgehog(piece)]
        takers = [piece for piece in at.stacks.get(hex_, ()) if piece.kind == "combat"]
        holder, taker = _holder(before, hex_), {piece.side for piece in takers}
        if not (old and holder and taker) or holder in taker or _level(at, hex_) < old:
            continue
        message = f"{names(now)} keeps level {old} though {names(takers)} captured it"
        firm = Severity.UNKNOWN if at.turn_has_passed else Severity.ILLEGAL
        needs = [Need(What.PREVIOUS, piece.ref) for piece in now] if at.turn_has_passed else []
        yield at.find(CAPTURED, Topic.MARKERS, firm, message, [*now, *takers], needs=needs)


def _is_hedgehog(piece: Piece) -> bool:
    return piece.kind == "hedgehog" and not has_words(piece.name, WORDS)


def _level(at: Situation, hex_: int) -> int:
    """The level of the hedgehog in a hex, 0 without one."""
    stack = at.position.stacks.get(hex_, ())
    return max((level_of(piece) for piece in stack if _is_hedgehog(piece)), default=0)


def _holder(at: Situation, hex_: int) -> str:
    """The side that has a hex with a hedgehog: by its units, else as the marker tells."""
    units = {piece.side for piece in at.stacks.get(hex_, ())}
    marked = {p.side for p in at.position.stacks[hex_] if _is_hedgehog(p)}
    told = units or marked - {""}
    return next(iter(told)) if len(told) == 1 else ""


# -- bridges --------------------------------------------------------------------------------------


def pontoon_bridges(at: Situation) -> Mapping[str, list[str]]:
    """By hex of a Pontoon Brigade: the hexes to which its bridges lead over rivers.

    In Move Mode it is not Engineer-Capable by the series, and bridges nothing.
    """
    edges, found = at.board.hexsides.of(*RIVERS), {}
    for piece in at.units:
        moving = MOVING in piece.markers or str(piece.value("mode").number).startswith("move")
        if at.type_of(piece) != "pontoon" or piece.hex is None or moving:
            continue
        across = (at.grid.neighbour(piece.hex, d) for d in DIRECTIONS if edges[d] >> piece.hex & 1)
        banks = sorted(at.grid.label(hex_) for hex_ in across if hex_ is not None)
        found[at.grid.label(piece.hex)] = banks
    return found
