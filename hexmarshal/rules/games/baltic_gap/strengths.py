"""Artillery divisions that have lost steps: defence by RE, barrage in proportion (1.7b)."""

from __future__ import annotations

from collections.abc import Mapping

from hexmarshal.game.position import Piece
from hexmarshal.rules.situation import Situation

TYPES = frozenset({"artillery", "katyusha", "mortar", "rocket artillery"})


def reduced_artillery(at: Situation) -> Mapping[str, Mapping[str, float]]:
    """By ref of the reduced Soviet artillery divisions: the defence and barrage they have left."""
    found = {}
    for piece in at.position.pieces:
        if piece.side == "soviet" and piece.reduced and at.type_of(piece) in TYPES:
            left = _left(piece)
            if left:
                found[piece.ref] = left
    return found


def _left(piece: Piece) -> Mapping[str, float]:
    steps, barrage = piece.value("steps").number, piece.value("barrage").number
    if not isinstance(steps, int) or not isinstance(barrage, int | float) or steps < 2:
        return {}
    left = max(0, steps - piece.steps_lost)
    return {"defence": left, "barrage": barrage * left / steps}
