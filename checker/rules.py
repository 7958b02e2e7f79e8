"""The list of a game's rules and switches that `hexcheck rules` prints."""

from __future__ import annotations

from collections.abc import Mapping
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
    """The list as text."""
    switches = {switch.name: switch for switch in game.rules.switches}
    listed = {name for rule in listing(game.rules) for name in rule.switches}
    parts: list[RenderableType] = [Text(game.title, style="bold")]
    parts += [_rule(rule, switches) for rule in listing(game.rules)]
    others = [_switch(switch) for name, switch in switches.items() if name not in listed]
    if others:
        parts += [Padding(Text("Other switches", style="bold"), (1, 0, 0, 0)), *others]
    return Group(*parts)


def _rule(rule: RuleText, switches: Mapping[str, Switch]) -> RenderableType:
    lines = [Text(rule.decides)] if rule.decides else []
    if rule.cannot:
        lines.append(Text(f"cannot be checked from one position: {rule.cannot}", style="dim"))
    lines += [Text(f"read as: {reading}", style="dim") for reading in rule.readings]
    lines += [_switch(switches[name]) for name in rule.switches if name in switches]
    head = Text.assemble((rule.number, "bold"), "  ", rule.title)
    return Padding(Group(head, *(Padding(line, (0, 0, 0, 4)) for line in lines)), (1, 0, 0, 0))


def _switch(switch: Switch) -> Text:
    values = ", ".join(f"{v} (default)" if v == switch.default else v for v in switch.values)
    about = f"--option {switch.name}=...  {values}. {switch.about} ({switch.rule})"
    return Text(about, style="cyan")
