"""Command: HQs that must stay out of each other's command range."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import ApartRules
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What, names
from hexmarshal.rules.spans import at_least, severity

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def apart(at: Situation) -> Iterator[Finding]:
    """HQs that stand within command range of each other."""
    rules = at.rules.apart
    if rules is None:
        return
    affected = [piece for piece in at.units if at.matches(rules.who, piece)]
    for a, b in combinations(affected, 2):
        yield from _too_near(at, rules, a, b)


def _too_near(at: Situation, rules: ApartRules, a: Piece, b: Piece) -> Iterator[Finding]:
    distance = at.grid.distance(a.at_hex, b.at_hex)
    ranges = [a.value(rules.value), b.value(rules.value)]
    of_a, of_b = (at_least(value, distance) for value in ranges)
    within = of_a & of_b if rules.mutual else of_a | of_b
    firm = severity(within)
    if firm is None:
        return
    message = f"{names([a, b])} stand {distance} hexes apart; they must stay out of command range"
    needs = []
    if firm is Severity.UNKNOWN:
        unknown = [p for p, r in zip((a, b), ranges, strict=True) if not r.known]
        needs = [Need(What.VALUE, piece.ref) for piece in unknown]
    basis = [r.basis for r in ranges if r.basis.soft]
    yield at.find(rules, Topic.COMMAND, firm, message, [a, b], basis=basis, needs=needs)
