"""The result of reading a position, with remarks on what was not understood."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexmarshal.game.basis import Scalar
from hexmarshal.game.position import Position


class PositionError(ValueError):
    """A text is not a position; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something in a position that was not understood and was ignored."""

    message: str
    counters: tuple[str, ...] = ()
    """Refs of the counters it is about."""


@dataclass(frozen=True, slots=True)
class PositionReading:
    """A position as read, with remarks on what was not understood."""

    position: Position
    remarks: tuple[Remark, ...] = ()


_WHOLE = re.compile(r"\s*-?\d{1,9}\s*")


def is_whole(said: object) -> bool:
    """Whether something is a whole number, perhaps written as text."""
    if isinstance(said, str):
        return _WHOLE.fullmatch(said) is not None
    return isinstance(said, int) and not isinstance(said, bool)


def number_in(said: Scalar | None) -> Scalar | None:
    """A value, converted to a number if it is one written as text."""
    if isinstance(said, str) and _WHOLE.fullmatch(said):
        return int(said)
    return said
