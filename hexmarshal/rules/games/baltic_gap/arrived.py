"""What has just arrived: in the Reinforcement Phase, before anything has moved."""

from __future__ import annotations

from collections import Counter

from hexmarshal.game.position import Piece
from hexmarshal.rules.games.baltic_gap.events import REINFORCEMENT
from hexmarshal.rules.situation import Situation


def just_arrived(at: Situation) -> list[Piece]:
    """The counters on the map that have just arrived in a Reinforcement Phase: as told, or
    against a position before of the same turn, for nothing has moved yet."""
    if at.position.moment != "during" or at.position.phase != REINFORCEMENT:
        return []
    on_map = [piece for piece in at.position.pieces if piece.hex is not None]
    before = at.earlier
    if before is None or before.position.turn not in (None, at.position.turn):
        return [piece for piece in on_map if piece.arrived]
    old = Counter((p.counter.id if p.counter else p.ref, p.hex) for p in before.position.pieces)
    found = []
    for piece in on_map:
        key = (piece.counter.id if piece.counter else piece.ref, piece.hex)
        old[key] -= 1
        if piece.arrived or (old[key] < 0 and _was_away(before, piece)):
            found.append(piece)
    return found


def _was_away(before: Situation, piece: Piece) -> bool:
    """Whether a piece was not on the map before; copies of one counter are told by their hexes."""
    old = before.position.same(piece)
    return old is None or old.hex is None
