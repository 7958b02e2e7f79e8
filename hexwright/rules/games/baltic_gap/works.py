"""Works: the hedgehogs of the Panther Line (1.1f)."""

from __future__ import annotations

from collections.abc import Iterator

from hexwright.game.ruleset import Cited
from hexwright.rules.findings import Finding, Severity, Topic
from hexwright.rules.situation import Situation
from hexwright.rules.wording import names, says

ERASED = Cited(rule="1.1f", also=("1.1g",))
WORDS = (("panther",),)


def panther_line(at: Situation) -> Iterator[Finding]:
    """A Panther hedgehog that stands though a Soviet combat unit is in its hex.

    The line is printed, so that only a position that marks it tells what of it still stands.
    """
    for piece in at.position.pieces:
        if piece.hex is None or piece.is_unit or not says(piece.name, WORDS):
            continue
        takers = [p for p in at.stacks.get(piece.hex, ()) if p.side == "soviet"]
        takers = [taker for taker in takers if taker.kind == "combat"]
        if takers:
            message = f"{piece.name} is erased once {names(takers)} has entered its hex"
            yield at.find(ERASED, Topic.MARKERS, Severity.ILLEGAL, message, [piece, *takers])
