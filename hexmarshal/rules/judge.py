"""Judges a position by every rule of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules import victory
from hexmarshal.rules.findings import Checked, Finding, Judgement, Severity, State
from hexmarshal.rules.plugins import run_rule
from hexmarshal.rules.sections import SECTIONS, listing
from hexmarshal.rules.situation import Situation

_ORDER = {severity: i for i, severity in enumerate(Severity)}


def judge(game: Game, position: Position) -> Judgement:
    """The judgement on a position: findings, rules checked, ZOCs, supply and state."""
    at = Situation(game, position)
    results = [one for rules in SECTIONS.values() for rule in rules for one in rule(at)]
    results += [one for rule in at.own_rules.rules for one in run_rule(rule, at)]
    findings = [one for one in results if isinstance(one, Finding)]
    return Judgement(
        findings=tuple(sorted(findings, key=lambda f: _ORDER[f.severity])),
        checked=tuple(_checked(at, [one for one in results if isinstance(one, Checked)])),
        zoc=_zoc(at),
        supply=at.supply.lines if at.supply else {},
        state=_state(at),
    )


def _checked(at: Situation, reported: list[Checked]) -> Iterator[Checked]:
    """Every listed rule of the game, as checked unless it gave a reason why it could not be."""
    texts = listing(at.rules)
    for text in texts:
        found = [one for one in reported if _is_part(one.rule, text.number)]
        if found:
            yield from dict.fromkeys(Checked(text.number, f.state, f.why) for f in found)
        elif not text.decides:
            yield Checked(text.number, State.CANNOT, text.cannot)
        else:
            yield Checked(text.number, State.CHECKED, text.cannot)
    numbers = [text.number for text in texts]
    others = (one for one in reported if not any(_is_part(one.rule, number) for number in numbers))
    yield from dict.fromkeys(others)


def _is_part(rule: str, number: str) -> bool:
    """Whether a rule has this number or is a lettered part of it."""
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
