"""What a listing of the rules shows: each rule in words, and the readings one may choose."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from hexmarshal.game.ruleset.cited import Refers
from hexmarshal.game.schema import Form, Identity, Names


class Switch(Form):
    """A reading that people play in more than one way.

    Each value but the default amends the rules: `amend` has, by value, what it puts in their place.
    """

    name: Identity
    values: Names = Field(min_length=2)
    default: str
    rule: str
    about: str
    amend: dict[str, dict[str, Any]] = Field(default_factory=dict)


class RuleText(Form):
    """One rule as the listing shows it: what one position decides and what it cannot."""

    number: str
    title: str
    decides: str
    cannot: str = ""
    readings: tuple[str, ...] = ()
    switches: Annotated[Names, Refers("switch")] = ()
