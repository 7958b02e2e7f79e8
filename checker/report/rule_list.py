"""The rules of a game as `hexcheck rules` lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from hexmarshal.game.model import Game
from hexmarshal.game.ruleset import RuleText, Switch
from hexmarshal.rules.sections import listing


def rules_data(game: Game) -> dict[str, Any]:
    """The list as JSON data."""
    return {
        "game": game.id,
        "title": game.title,
        "rules": [rule.model_dump() for rule in listing(game.rules)],
        "switches": [switch.model_dump() for switch in game.rules.switches],
    }


def rules_text(game: Game) -> RenderableType:
    """The list as a page to read."""
    switches = {switch.name: switch for switch in game.rules.switches}
    listed = {name for rule in listing(game.rules) for name in rule.switches}
    parts: list[RenderableType] = [Text(game.title, style="bold")]
    parts += [_rule(rule, switches) for rule in listing(game.rules)]
    others = [_switch(switch) for name, switch in switches.items() if name not in listed]
    if others:
        parts += [Padding(Text("Further switches", style="bold"), (1, 0, 0, 0)), *others]
    return Group(*parts)


def unknown_options(game: Game, options: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with the options of a position, each in a sentence."""
    switches = {switch.name: switch for switch in game.rules.switches}
    for name, value in options.items():
        if name not in switches:
            known = ", ".join(switches) or "none"
            yield f"{name!r} is no switch of {game.id}; known: {known}"
        elif value not in switches[name].values:
            values = ", ".join(switches[name].values)
            yield f"{value!r} is no value of the switch {name}; known: {values}"


def _rule(rule: RuleText, switches: Mapping[str, Switch]) -> RenderableType:
    lines = [Text(rule.decides)] if rule.decides else []
    if rule.cannot:
        lines.append(Text(f"not from one position: {rule.cannot}", style="dim"))
    lines += [Text(f"read as: {reading}", style="dim") for reading in rule.readings]
    lines += [_switch(switches[name]) for name in rule.switches if name in switches]
    head = Text.assemble((rule.number, "bold"), "  ", rule.title)
    return Padding(Group(head, *(Padding(line, (0, 0, 0, 4)) for line in lines)), (1, 0, 0, 0))


def _switch(switch: Switch) -> Text:
    values = ", ".join(f"{v} (default)" if v == switch.default else v for v in switch.values)
    about = f"--option {switch.name}=...  {values}. {switch.about} ({switch.rule})"
    return Text(about, style="cyan")
