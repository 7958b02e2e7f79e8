"""The rules of a game as `hexcheck rules` lists them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from hexwright.game.model import Game
from hexwright.rules.registry import RuleNote, rules_of


def rules_data(game: Game) -> dict[str, Any]:
    """The list as JSON data."""
    return {"game": game.id, "title": game.title, "rules": [asdict(r) for r in rules_of(game)]}


def rules_text(game: Game) -> RenderableType:
    """The list as a page to read."""
    return Group(Text(game.title, style="bold"), *(_rule(rule) for rule in rules_of(game)))


def _rule(rule: RuleNote) -> RenderableType:
    lines = [Text(rule.decides)]
    if rule.cannot:
        lines.append(Text(f"cannot be told from one position: {rule.cannot}", style="dim"))
    lines += [Text(f"read as: {reading}", style="dim") for reading in rule.readings]
    for switch in rule.switches:
        values = ", ".join(f"{v} (default)" if v == switch.default else v for v in switch.values)
        lines.append(Text(f"--option {switch.name}=...: {values}. {switch.about}", style="cyan"))
    head = Text.assemble((rule.number, "bold"), "  ", rule.title)
    return Padding(Group(head, *(Padding(line, (0, 0, 0, 4)) for line in lines)), (1, 0, 0, 0))
