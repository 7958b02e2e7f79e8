"""Lengths and colours in data files: `0.5in`, `15 mm`, `#c0392f`."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from hexmarshal.art.drawing import PT_PER_INCH, PT_PER_MM

_UNITS = {"in": PT_PER_INCH, '"': PT_PER_INCH, "mm": PT_PER_MM, "cm": 10 * PT_PER_MM, "pt": 1.0}
_LENGTH = re.compile(r'(-?\d+(?:\.\d+)?)\s*(in|mm|cm|pt|")')


def points(text: str) -> float:
    """A length in points. Raises ValueError."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError("write a length like 0.65in, 16mm or 40pt")
    return float(match[1]) * _UNITS[match[2]]


Length = Annotated[float, BeforeValidator(lambda v: points(v) if isinstance(v, str) else v)]


def between(least: str, most: str) -> AfterValidator:
    """A validator for a length between two limits, both included."""

    def check(value: float) -> float:
        if not points(least) <= value <= points(most):
            raise ValueError(f"write a length from {least} to {most}")
        return value

    return AfterValidator(check)


def _colour(text: str) -> str:
    if not _COLOUR.fullmatch(text):
        raise ValueError("write a colour like #c0392f")
    return text


_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
Colour = Annotated[str, AfterValidator(_colour)]
