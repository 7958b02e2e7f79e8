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
    """A unit as the question of its ZOC sees it: as printed, or as it stands in a position."""

    @property
    def markers(self) -> frozenset[str]:
        """The marker words that it carries."""


class Exertion(NamedTuple):
    """Whether a unit exerts a ZOC, its place in the stack left out."""

    does: Value
    """True, False, or None where the value that decides is missing; with its basis."""
    rule: str
    """The rule that decides."""


class ZocRules(Resting):
    """Who exerts a zone of control, and what stops it."""

    least_attack: int = 1
    flag: str = ""
    """The yes-or-no value of a counter that decides in place of its attack."""
    none: tuple[Exempt, ...] = ()
    silencing_markers: MarkerWords = ()
    """Markers that take a unit's ZOC."""
    silenced_from_top: Cited | None = None
    """A unit without ZOC on top of a stack takes the ZOC of the whole stack."""
    barrier: Barrier | None = None
    side_barriers: dict[Side, Barrier] = Field(default_factory=dict)
    """What besides stops one side's."""
    closed: tuple[Closed, ...] = ()
    """Hexes that no ZOC reaches, besides those its unit may not enter (`prohibited`)."""

    def exempting(self, unit: Described) -> Exempt | None:
        """The first exemption that applies to a unit."""
        return next((exempt for exempt in self.none if exempt.who.matches(unit)), None)

    def strength(self, unit: Valued) -> Value:
        """The value that decides whether a unit exerts a ZOC."""
        return unit.value(self.flag or "attack")

    def exerts(self, unit: ZocUnit) -> Exertion:
        """Whether a unit exerts a ZOC: by what it is, by its markers, and by its strength."""
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
