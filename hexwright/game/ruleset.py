"""A game's rules as data: numbers, conditions and citations that games share in shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of one game."""

    data: Mapping[str, Any] = field(default_factory=dict)
