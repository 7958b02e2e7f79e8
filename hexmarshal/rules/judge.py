"""Judging a position: every rule of the game, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules import victory
from hexmarshal.rules.air import air
from hexmarshal.rules.command import apart
from hexmarshal.rules.counter_mix import copies, pools, steps, succession, undying
from hexmarshal.rules.findings import Checked, Finding, Judgement, Severity, State
from hexmarshal.rules.markers import bearers, pins
from hexmarshal.rules.movement import needs_a_log
from hexmarshal.rules.placement import (
    boxes,
    homes,
    one_side,
    prohibited,
    restricted,
    water,
)
from hexmarshal.rules.placement.bounds import closed_boxes, out_of_play
from hexmarshal.rules.placement.pontoons import pontoons
from hexmarshal.rules.placement.set_up import set_up
from hexmarshal.rules.plugins import Rule, asked
from hexmarshal.rules.reinforcements.places import entry_placement
from hexmarshal.rules.reinforcements.rebuilding import rebuilt, regained
from hexmarshal.rules.reinforcements.replacements import takeovers
from hexmarshal.rules.reinforcements.times import retired, too_early
from hexmarshal.rules.sections import listing
from hexmarshal.rules.situation import Situation
from hexmarshal.rules.stacking import stack_weight, stacking
from hexmarshal.rules.supply.markers import supply_markers

SHARED: tuple[Rule, ...] = (
    one_side,
    water,
    restricted,
    prohibited,
    boxes,
    closed_boxes,
    homes,
    out_of_play,
    set_up,
    stacking,
    stack_weight,
    too_early,
    takeovers,
    entry_placement,
    retired,
    rebuilt,
    regained,
    succession,
    supply_markers,
    pins,
    bearers,
    pontoons,
    steps,
    undying,
    copies,
    pools,
    apart,
    air,
    victory.sudden_death,
    needs_a_log,
)
"""The rules that games share in shape; each is silent in a game whose data leave it out."""

_ORDER = {severity: i for i, severity in enumerate(Severity)}


def judge(game: Game, position: Position) -> Judgement:
    """What the rules of the game say of this position."""
    at = Situation(game, position)
    said = [one for rule in SHARED for one in rule(at)]
    said += [one for rule in at.own_rules.rules for one in asked(rule, at)]
    findings = [one for one in said if isinstance(one, Finding)]
    return Judgement(
        findings=tuple(sorted(findings, key=lambda f: _ORDER[f.severity])),
        checked=tuple(_checked(at, [one for one in said if isinstance(one, Checked)])),
        zoc=_zoc(at),
        supply=at.supply.lines if at.supply else {},
        state=_state(at),
    )


def _checked(at: Situation, said: list[Checked]) -> Iterator[Checked]:
    """Every rule of the game's listing, judged unless a rule said why not."""
    texts = listing(at.rules)
    for text in texts:
        found = [one for one in said if _is_part(one.rule, text.number)]
        if found:
            yield from dict.fromkeys(Checked(text.number, f.state, f.why) for f in found)
        elif not text.decides:
            yield Checked(text.number, State.CANNOT, text.cannot)
        else:
            yield Checked(text.number, State.CHECKED, text.cannot)
    numbers = [text.number for text in texts]
    others = (one for one in said if not any(_is_part(one.rule, number) for number in numbers))
    yield from dict.fromkeys(others)


def _is_part(rule: str, number: str) -> bool:
    """Whether a rule is this number or a lettered part of it."""
    return rule == number or rule.startswith(f"{number} ")


def _zoc(at: Situation) -> Mapping[str, tuple[str, ...]]:
    labels: dict[int, tuple[str, ...]] = {}
    found: dict[str, tuple[str, ...]] = {}
    for piece in at.units:
        hexes = at.zones.of(piece).low
        if hexes not in labels:
            labels[hexes] = tuple(at.grid.labels(hexes))
        found[piece.ref] = labels[hexes]
    return found


def _state(at: Situation) -> Mapping[str, Any]:
    found: dict[str, Any] = dict(victory.state(at))
    if at.supply:
        found["sources"] = at.supply.source_labels()
    for more in at.own_rules.states:
        found |= more(at)
    return found
