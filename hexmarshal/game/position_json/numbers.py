"""Numbers as JSON has them, or as texts."""

from __future__ import annotations

import re

from hexmarshal.game.basis import Scalar

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
