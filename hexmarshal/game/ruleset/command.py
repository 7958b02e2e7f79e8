"""HQs and units that must keep together."""

from __future__ import annotations

from hexmarshal.game.ruleset.cited import Cited, Who
from hexmarshal.game.schema import Form, Names


class CommandRules(Form):
    """Which units an HQ commands, besides those of its own formation."""

    tags: Names = ()
    """Those that share one of these tags with it."""
    independent: str = ""
    """The tag of units that any HQ of their side serves."""
    in_range: bool = False
    """Only those in its command range, where it fails them."""


class ApartRules(Cited):
    """Units that may not stand within each other's range."""

    who: Who
    value: str = "range"
    mutual: bool = False
    """Each must stand within the other's range, not only one."""
