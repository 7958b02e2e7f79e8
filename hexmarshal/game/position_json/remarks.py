"""What reading a position comes to, and what of it was not understood."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexmarshal.game.basis import Scalar
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
class PositionReading:
    """A position as it was read, with what was not understood."""

    position: Position
    remarks: tuple[Remark, ...] = ()


_WHOLE = re.compile(r"\s*-?\d{1,9}\s*")


def is_whole(said: object) -> bool:
    """Whether something is a whole number, also when it is written as a text."""
    if isinstance(said, str):
        return _WHOLE.fullmatch(said) is not None
    return isinstance(said, int) and not isinstance(said, bool)


def number_in(said: Scalar | None) -> Scalar | None:
    """A value, also when a number is written as a text."""
    if isinstance(said, str) and _WHOLE.fullmatch(said):
        return int(said)
    return said
