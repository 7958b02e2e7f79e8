"""Battles off the map, what they release, and variants that move them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexmarshal.game.ruleset.cited import AreaName, BoxId, Cited, EntryName, Refers, Side
from hexmarshal.game.schema import Form, Names
from hexmarshal.game.schema.fields import Date

EventId = Annotated[str, Refers("event")]
EventIds = Annotated[Names, Refers("event")]
VariantId = Annotated[str, Refers("variant")]


class Dates(Form):
    """The first and the last date on which something may happen."""

    first: Date
    last: Date


class Event(Cited):
    """A battle off the map. Units wait for it in a box and arrive some turns after it."""

    box: BoxId
    dates: Dates
    entries: dict[Side, EntryName]
    """By side: the entry at which its units appear."""
    delay: dict[Side, int]
    """By side: the most turns its units take to arrive."""


class Variant(Cited):
    """A variant that players may choose; `rule` is the list it belongs to."""

    number: int
    side: Side
    words: Names
    """Words that all occur in its name."""
    unless: VariantId = ""
    """The variant that cancels this one."""
    moves: dict[EventId, Dates] = Field(default_factory=dict)
    """Events that it moves to other dates."""
    joins: dict[EventId, EventId] = Field(default_factory=dict)
    """Events that happen together with another one."""
    at_once: EventIds = ()
    """Events after which the side's units arrive without delay."""
    worth: dict[AreaName, int] = Field(default_factory=dict)
    """By country: what the points of its places are multiplied by ..."""
    worth_after: EventId = ""
    """... once this event has happened."""


class EntryOwner(Form):
    """The side that an entry supplies: always, or from a date or an event on."""

    side: Side
    date: Date = ""
    event: EventId = ""
    """The event whose arrivals of this side hand the entry over."""
