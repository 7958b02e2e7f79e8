"""Judging a position: every rule of the game, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules import victory
from hexmarshal.rules.findings import Checked, Finding, Judgement, Severity, State
from hexmarshal.rules.plugins import asked
from hexmarshal.rules.sections import SECTIONS, listing
from hexmarshal.rules.situation import Situation

_ORDER = {severity: i for i, severity in enumerate(Severity)}


def judge(game: Game, position: Position) -> Judgement:
    """What the rules of the game say of this position."""
    at = Situation(game, position)
    said = [one for rules in SECTIONS.values() for rule in rules for one in rule(at)]
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
