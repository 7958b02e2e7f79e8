"""The sections of `rules.yaml`, each with the rules that judge a position by it.

`RuleSet` declares each section with its name and what it decides; this module adds its rules. The
judge runs them, and `hexcheck rules` lists them. A game may describe each of its rules in `texts`.
Otherwise the list shows the rule numbers that its sections cite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from hexmarshal.game.ruleset import Cited, RuleSet, RuleText
from hexmarshal.rules import victory
from hexmarshal.rules.air import air
from hexmarshal.rules.command import apart
from hexmarshal.rules.counter_mix import copies, pools, steps, succession, undying
from hexmarshal.rules.markers import bearers, pins
from hexmarshal.rules.movement import needs_a_log
from hexmarshal.rules.placement import boxes, homes, one_side, prohibited, restricted, water
from hexmarshal.rules.placement.bounds import closed_boxes, out_of_play
from hexmarshal.rules.placement.pontoons import pontoons
from hexmarshal.rules.placement.set_up import set_up
from hexmarshal.rules.plugins import Rule
from hexmarshal.rules.reinforcements.places import entry_placement
from hexmarshal.rules.reinforcements.rebuilding import rebuilt, regained
from hexmarshal.rules.reinforcements.replacements import takeovers
from hexmarshal.rules.reinforcements.times import retired, too_early
from hexmarshal.rules.stacking import stack_weight, stacking
from hexmarshal.rules.supply.markers import supply_markers

SECTIONS: Mapping[str, tuple[Rule, ...]] = {
    "one_side": (one_side,),
    "water": (water,),
    "restrictions": (restricted,),
    "prohibited": (prohibited,),
    "boxes": (boxes,),
    "closed_boxes": (closed_boxes,),
    "homes": (homes,),
    "play_areas": (out_of_play,),
    "set_up": (set_up,),
    "stacking": (stacking,),
    "stack_weight": (stack_weight,),
    "arrivals": (too_early, takeovers, entry_placement),
    "retired": (retired,),
    "rebuilding": (rebuilt, regained),
    "succession": (succession,),
    "supply": (supply_markers,),
    "pins": (pins,),
    "bearers": (bearers,),
    "pontoons": (pontoons,),
    "steps": (steps, undying),
    "counter_mix": (copies,),
    "pools": (pools,),
    "apart": (apart,),
    "air": (air,),
    "victory": (victory.sudden_death,),
    "movement": (needs_a_log,),
    "seasons": (),
    "zoc": (),
}
"""The rules of each section, in the order in which they run. A section without rules only informs
others. A rule yields nothing in a game whose data omit its section."""


def listing(rules: RuleSet) -> tuple[RuleText, ...]:
    """The game's rules in the order of its `texts`, or else of the sections that cite them."""
    if rules.texts:
        return rules.texts
    found: dict[str, RuleText] = {}
    for section, info in RuleSet.model_fields.items():
        if section not in SECTIONS:
            continue
        for number in _cited(section, getattr(rules, section)):
            text = RuleText(number=number, title=info.title or "", decides=info.description or "")
            found.setdefault(number, text)
    return tuple(found.values())


def _cited(section: str, part: object) -> Iterator[str]:
    """The rule numbers that a section cites, its own first.

    Movement gives only its own; the rules within it judge moves, not positions.
    """
    if section == "movement":
        yield from [part.rule] if isinstance(part, Cited) else []
    else:
        yield from _numbers(part)


def _numbers(part: object) -> Iterator[str]:
    """Every rule number cited in a part of the rules."""
    if isinstance(part, Cited):
        yield part.rule
    if isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from _numbers(getattr(part, name))
    elif isinstance(part, tuple):
        for item in part:
            yield from _numbers(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from _numbers(item)
