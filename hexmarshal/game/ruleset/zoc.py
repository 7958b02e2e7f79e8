"""Zones of control."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Protocol

from pydantic import AfterValidator, Field

from hexmarshal.game.basis import Basis, Value
from hexmarshal.game.ruleset.cited import Cited, Described, Exempt, Resting, Side, Valued
from hexmarshal.game.ruleset.placement import Barrier, Closed
from hexmarshal.game.schema import Names
from hexmarshal.game.words import marker_word


def _marker_words(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(marker_word, names))


MarkerWords = Annotated[Names, AfterValidator(_marker_words)]


class ZocUnit(Valued, Protocol):
    """A unit that may exert a ZOC: as printed, or as it stands in a position."""

    @property
    def markers(self) -> frozenset[str]:
        """The marker words that it carries."""


class Exertion(NamedTuple):
    """Whether a unit exerts a ZOC, ignoring its place in the stack."""

    does: Value
    """True, False, or None if the deciding value is missing; with its basis."""
    rule: str
    """The deciding rule."""


class ZocRules(Resting):
    """Which units exert a zone of control, and what stops it."""

    least_attack: int = 1
    flag: str = ""
    """A yes-or-no value that decides instead of the attack strength."""
    none: tuple[Exempt, ...] = ()
    silencing_markers: MarkerWords = ()
    """Markers that cancel a unit's ZOC."""
    silenced_from_top: Cited | None = None
    """The rule that a unit without a ZOC on top of a stack cancels the whole stack's ZOC."""
    barrier: Barrier | None = None
    side_barriers: dict[Side, Barrier] = Field(default_factory=dict)
    """Additional barriers to one side's ZOCs."""
    closed: tuple[Closed, ...] = ()
    """Hexes that no ZOC reaches, besides those closed to its unit (`prohibited`)."""

    def exempting(self, unit: Described) -> Exempt | None:
        """The first exemption that applies to a unit."""
        return next((exempt for exempt in self.none if exempt.who.matches(unit)), None)

    def strength(self, unit: Valued) -> Value:
        """The value that decides whether a unit exerts a ZOC."""
        return unit.value(self.flag or "attack")

    def exerts(self, unit: ZocUnit) -> Exertion:
        """Whether a unit exerts a ZOC, by its kind, its markers and its strength."""
        if exempt := self.exempting(unit):
            return Exertion(Value(False, Basis.RULEBOOK), exempt.rule)
        if not unit.markers.isdisjoint(self.silencing_markers):
            return Exertion(Value(False, Basis.RULEBOOK), self.rule)
        strength = self.strength(unit)
        if not strength.known:
            return Exertion(strength, self.rule)
        number = strength.number
        enough = isinstance(number, int | float) and number >= self.least_attack
        return Exertion(Value(enough, strength.basis), self.rule)
