"""The state of a turn tracker: which turn, which phase."""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.vassal.sequence import decode, decode_list, encode
from hexmarshal.vassal.traits.trait import int_or

MAX_LEVELS = 100


@dataclass(frozen=True, slots=True)
class CounterLevel:
    """A level that counts: `value` is the number shown, `current` which sub-level is on."""

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
    """A level that goes through a list: `index` of the entry shown (from 0), `active` which
    entries are in play, `first` the entry a round starts with."""

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
    """A tracker's state: its levels in the module's order, `current` the one that is on."""

    levels: tuple[Level, ...]
    current: int = 0

    def __str__(self) -> str:
        return encode((self.current, *map(str, self.levels)), "|")

    @classmethod
    def read(cls, text: str) -> TurnState:
        """The state in `text`; as in the engine, what is missing or odd takes its default."""
        current, *levels = decode(text, "|")
        return cls(tuple(_level(level, MAX_LEVELS) for level in levels), int_or(current, 0))


def _level(text: str, depth: int) -> Level:
    """Counters and lists differ in their third field: whether the counter loops, or the first."""
    tokens = decode(text, ";")
    value, current, third, fourth = [*tokens, *[""] * 4][:4]
    below = tuple(_level(token, depth - 1) for token in tokens[4:]) if depth else ()
    if third in ("true", "false", ""):
        return CounterLevel(
            int_or(value, 0), int_or(current, 0), third == "true", int_or(fourth, -1), below
        )
    active = tuple(flag == "true" for flag in decode_list(fourth))
    return ListLevel(int_or(value, 0), active, int_or(current, 0), int_or(third, 0), below)
