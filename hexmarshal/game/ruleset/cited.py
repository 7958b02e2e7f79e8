"""What every form of a rule is made of: its number, whom it means, what its texts refer to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from hexmarshal.game.basis import Basis
from hexmarshal.game.schema import Form, Identity, Names, Words
from hexmarshal.game.text import fold


@dataclass(frozen=True, slots=True)
class Refers:
    """Marks a field whose texts name something of the game's other data: a phase, an area, ..."""

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
    """A rule with its number as printed, and further numbers that bear on it."""

    rule: str = Field(min_length=1)
    also: Names = ()

    def under(self, rule: str) -> Cited:
        """Another rule's number, which this rule bears on."""
        return Cited(rule=rule, also=(self.rule, *self.also))


class Resting(Cited):
    """A rule that may rest on less than the game's own text.

    `basis: series` is for what belongs to the rules of a series and is not printed in the text:
    such a section is a layer that can be replaced as a whole, and what it says is never certain.
    """

    basis: Basis = Basis.RULEBOOK


def _folded(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(fold, names))


FoldedNames = Annotated[Names, AfterValidator(_folded)]
"""Names as those of counters are kept: `anti-tank` and `Anti Tank` are one."""


class CounterFilter(Form):
    """Which counters a rule means: each line that is filled must agree, by any of its words."""

    side: Side = ""
    kind: Names = ()
    type: FoldedNames = ()
    tag: FoldedNames = ()
    mode: FoldedNames = ()
    """What the side of the counter that lies up shows it as (its value `mode`)."""


class Exempt(Cited):
    """Counters that a rule leaves out."""

    who: CounterFilter


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
