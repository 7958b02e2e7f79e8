"""What a side may not look at."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited


class FogRules(Cited):
    """What a side may not look at: in an enemy stack everything below the top."""

    markers_hide: bool = False
    """A marker on top is all that is seen; else the topmost unit is seen as well."""
