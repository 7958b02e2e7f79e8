"""The rules that are judged for a game, as `hexcheck rules` lists them.

A game may say in words what each of its rules decides (`texts`). One that does not is listed by
what its sections cite: every rule number that stands in its data, under the name of the section.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from hexmarshal.game.ruleset import Cited, RuleSet, RuleText

SECTIONS: Mapping[str, tuple[str, str]] = {
    "seasons": ("Seasons", "which paths exist in the turn"),
    "stacking": ("Stacking", "how many units of a class a hex may hold"),
    "stack_weight": ("Stacking", "what the units of a stack may add up to"),
    "one_side": ("Hexes of both sides", "whether units of different sides stand in one hex"),
    "set_up": ("Set-up", "whether units stand where the scenario's list puts them"),
    "water": ("Water", "whether ground units stand in water"),
    "restrictions": ("Areas", "whether units stand in areas that only others may enter"),
    "prohibited": ("Closed hexes", "whether units stand where they may never be"),
    "pontoons": ("Bridges", "whether bridges lie where they may be built"),
    "boxes": ("Boxes", "whether counters lie in boxes that are not theirs"),
    "closed_boxes": ("Boxes", "whether counters lie in boxes that the scenario does without"),
    "homes": ("Boxes", "whether counters lie outside the box they belong in"),
    "play_areas": ("Map", "whether units stand outside of what the scenario uses"),
    "zoc": ("Zones of control", "which hexes a unit controls"),
    "supply": ("Supply", "which units can trace a line, and whether their markers agree"),
    "arrivals": ("Arrivals", "whether units are there before their time, and where they come on"),
    "rebuilding": ("Rebuilding", "whether steps and units were brought back where they may be"),
    "succession": ("Losses", "who left the game and who came back since the position before"),
    "retired": ("Chits", "whether counters are there that have left the game"),
    "pins": ("Markers", "whether a marker lies after the segment that removes it"),
    "bearers": ("Markers", "whether a marker lies on a unit that may bear it, and when it may"),
    "steps": ("Steps", "whether units are reduced or dead that cannot be"),
    "apart": ("Headquarters", "whether units stand within each other's range"),
    "counter_mix": ("Counters", "whether a counter is there more often than it is printed"),
    "pools": ("Counters", "whether more of a kind are in play than may be"),
    "air": ("Air units", "where air units lie, and how many"),
    "victory": ("Victory", "who controls what, and the points for it"),
}
"""By section of `rules.yaml` that a position is held against: its name, and what is decided."""


def listing(rules: RuleSet) -> tuple[RuleText, ...]:
    """The rules in the order of the book's own listing, or of the sections that cite them."""
    if rules.texts:
        return rules.texts
    found: dict[str, RuleText] = {}
    for section, (title, decides) in SECTIONS.items():
        for number in _cited(getattr(rules, section)):
            found.setdefault(number, RuleText(number=number, title=title, decides=decides))
    if rules.movement:  # what stands below it is judged move by move, not in a position
        number, decides = rules.movement.rule, "what a move costs, from a log or two positions"
        found.setdefault(number, RuleText(number=number, title="Movement", decides=decides))
    return tuple(found.values())


def _cited(part: object) -> Iterator[str]:
    """Every rule number that a part of the rules cites, its own first."""
    if isinstance(part, Cited):
        yield part.rule
    if isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from _cited(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from _cited(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from _cited(item)
