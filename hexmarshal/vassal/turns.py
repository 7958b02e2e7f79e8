"""The state of a turn tracker: which turn, which phase."""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.vassal.sequence import decode, decode_list, encode
from hexmarshal.vassal.traits.base import int_or

MAX_LEVELS = 100


@dataclass(frozen=True, slots=True)
class CounterLevel:
    """A counting level: `value` is the number displayed, `current` the active sub-level."""

    value: int
    current: int = 0
    loop: bool = False
    loop_limit: int = -1
    below: tuple[Level, ...] = ()

    def __str__(self) -> str:
        return encode(
            (self.value, self.current, self.loop, self.loop_limit, *map(str, self.below)), ";"
        )


@dataclass(frozen=True, slots=True)
class ListLevel:
    """A level that steps through a list.

    `index` is the entry displayed (from 0), `active` which entries are in use, `first` the entry a
    round starts with.
    """

    index: int
    active: tuple[bool, ...]
    current: int = 0
    first: int = 0
    below: tuple[Level, ...] = ()

    def __str__(self) -> str:
        flags = encode(self.active, ",")
        return encode((self.index, self.current, self.first, flags, *map(str, self.below)), ";")


Level = CounterLevel | ListLevel


@dataclass(frozen=True, slots=True)
class TurnState:
    """A tracker's state: its levels in the module's order, and the active one (`current`)."""

    levels: tuple[Level, ...]
    current: int = 0

    def __str__(self) -> str:
        return encode((self.current, *map(str, self.levels)), "|")

    @classmethod
    def read(cls, text: str) -> TurnState:
        """The state in `text`; as in the engine, missing or invalid values get their default."""
        current, *levels = decode(text, "|")
        return cls(tuple(_level(level, MAX_LEVELS) for level in levels), int_or(current, 0))


def _level(text: str, depth: int) -> Level:
    """The third field tells the two kinds apart: a counter has a flag there, a list a number."""
    tokens = decode(text, ";")
    value, current, third, fourth = [*tokens, *[""] * 4][:4]
    below = tuple(_level(token, depth - 1) for token in tokens[4:]) if depth else ()
    if third in ("true", "false", ""):
        return CounterLevel(
            int_or(value, 0), int_or(current, 0), third == "true", int_or(fourth, -1), below
        )
    active = tuple(flag == "true" for flag in decode_list(fourth))
    return ListLevel(int_or(value, 0), active, int_or(current, 0), int_or(third, 0), below)
