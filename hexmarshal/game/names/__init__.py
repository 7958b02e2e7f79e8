"""Finding the counter that somebody means by a name.

People write the same unit in many ways: "1074", "10-3-3 Gd Inf Div (71)", "gd inf div 71", "61 HQ",
"HQ" of "61" or of the "61st Division". Names are compared in tiers, from as written to as loose as
is still safe, and at last by what their words say; side and formation must agree.
"""

from __future__ import annotations

from hexmarshal.game.names.book import CounterBook, Wanted, find_side
from hexmarshal.game.names.description import kind_said
from hexmarshal.game.names.formations import agreement

__all__ = [
    "CounterBook",
    "Wanted",
    "agreement",
    "find_side",
    "kind_said",
]
