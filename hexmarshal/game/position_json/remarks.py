"""What reading a position comes to, and what of it was not understood."""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.game.position import Position


class PositionError(ValueError):
    """A text that is no position; the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a position that was not understood and was left out of account."""

    message: str
    counters: tuple[str, ...] = ()
    """Refs of the counters it is about."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A position as it was read, with what was not understood."""

    position: Position
    remarks: tuple[Remark, ...] = ()
