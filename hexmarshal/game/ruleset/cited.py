"""The parts common to all rule forms: numbers, counter filters, references to other data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from pydantic import AfterValidator, Field

from hexmarshal.game.basis import Basis, Value
from hexmarshal.game.schema import Form, Identity, Names, Words
from hexmarshal.game.text import fold


@dataclass(frozen=True, slots=True)
class Refers:
    """Marks a field whose texts name something in the game's other data: a phase, an area, ..."""

    to: str


Side = Annotated[str, Refers("side")]
PhaseId = Annotated[str, Refers("phase")]
PhaseIds = Annotated[Names, Refers("phase")]
ScenarioId = Annotated[str, Refers("scenario")]
BoxId = Annotated[str, Refers("box")]
BoxIds = Annotated[Names, Refers("box")]
CounterId = Annotated[str, Refers("counter")]
CounterIds = Annotated[Names, Refers("counter")]
AreaName = Annotated[str, Refers("area")]
EntryName = Annotated[str, Refers("entry")]
Hexes = Annotated[Words, Refers("hex")]
Terrains = Annotated[Names, Refers("terrain")]
PathKinds = Annotated[Names, Refers("path")]
HexsideKinds = Annotated[Names, Refers("hexside")]


class Cited(Form):
    """A rule with its number as printed, and further relevant rule numbers."""

    rule: str = Field(min_length=1)
    also: Names = ()

    def under(self, rule: str) -> Cited:
        """A citation of another rule number, with this rule's numbers as further ones."""
        return Cited(rule=rule, also=(self.rule, *self.also))


class Resting(Cited):
    """A rule whose basis may be weaker than the game's own text.

    `basis: series` marks a rule of the game's series that the game does not print. Such a section
    can be replaced as a whole, and no finding by it is certain.
    """

    basis: Basis = Basis.RULEBOOK


def _folded(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(fold, names))


FoldedNames = Annotated[Names, AfterValidator(_folded)]
"""Names in folded form, as counters store them: `anti-tank` equals `Anti Tank`."""


class Described(Protocol):
    """A printed counter side, or a piece in a position, as a filter sees it."""

    @property
    def side(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def mode(self) -> str:
        """The folded value `mode` of the side that is face up; "" if it has none."""

    def has(self, tag: str) -> bool | None:
        """Whether it has a tag; None if unknown."""


class Valued(Described, Protocol):
    """A counter side or piece that also has values."""

    def value(self, name: str) -> Value:
        """A value of the side that is face up."""


class CounterFilter(Form):
    """The counters to which a rule applies: every given field must match, by any of its words."""

    side: Side = ""
    kind: Names = ()
    type: FoldedNames = ()
    tag: FoldedNames = ()
    mode: FoldedNames = ()
    """The value `mode` of the side that is face up."""

    def matches(self, one: Described) -> bool:
        """Whether the filter matches a counter or piece; an unknown tag counts as absent."""
        return (
            self.side in ("", one.side)
            and (not self.kind or one.kind in self.kind)
            and (not self.type or one.type in self.type)
            and (not self.tag or any(one.has(tag) for tag in self.tag))
            and (not self.mode or one.mode in self.mode)
        )


class Exempt(Cited):
    """Counters that are exempt from a rule."""

    who: CounterFilter


class Switch(Form):
    """A rule that players read in more than one way.

    Each value except the default amends the rules: `amend` has the replacements for each value.
    """

    name: Identity
    values: Names = Field(min_length=2)
    default: str
    rule: str
    about: str
    amend: dict[str, dict[str, Any]] = Field(default_factory=dict)


class RuleText(Form):
    """One rule as listed: what a single position can decide and what it cannot."""

    number: str
    title: str
    decides: str
    cannot: str = ""
    readings: tuple[str, ...] = ()
    switches: Annotated[Names, Refers("switch")] = ()
