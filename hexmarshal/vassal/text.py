"""Java's numbers and VASSAL's `$name$` formats, on which names and trait texts depend exactly."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from decimal import Decimal
from typing import TypeVar

from hexmarshal.vassal.sequence import decode

T = TypeVar("T")


def java_round(value: float) -> int:
    """Java's Math.round: halves round up, exactly."""
    floor = math.floor(value)
    return floor + 1 if value - floor >= 0.5 else floor


def float32(value: float) -> float:
    """The nearest number that Java's `float` can hold."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def java_double(value: float) -> str:
    """A number as Java prints a double: `90.0`, `0.3`, `1.0E-5`."""
    text = repr(float(value))
    if "e" not in text and (value == 0 or 1e-3 <= abs(value) < 1e7):
        return text
    sign, digits, exponent = Decimal(text).normalize().as_tuple()
    first, *rest = map(str, digits)
    power = len(digits) - 1 + int(exponent)
    return f"{'-' * sign}{first}.{''.join(rest) or '0'}E{power}"


def hash_order(points: dict[tuple[int, int], T]) -> dict[tuple[int, int], T]:
    """The entries in the iteration order of a Java HashMap of points."""
    capacity = 16
    while len(points) > capacity * 0.75:
        capacity *= 2

    def bucket(point: tuple[int, int]) -> int:
        bits = _double_bits(point[0]) ^ (_double_bits(point[1]) * 31 & (1 << 64) - 1)
        code = (bits ^ bits >> 32) & 0xFFFFFFFF
        return (code ^ code >> 16) & (capacity - 1)

    return {point: points[point] for point in sorted(points, key=bucket)}


def _double_bits(value: int) -> int:
    return int(struct.unpack(">Q", struct.pack(">d", float(value)))[0])


def formatted(text: str, values: Mapping[str, str], *, bare: bool = True) -> str:
    """`text` with each `$name$` replaced by its value.

    As in the engine, a name without a value loses its dollar signs (or, with `bare` False as in
    localised texts, disappears), a lone `$` disappears, and `\\$` becomes a dollar sign. An
    `{expression}` is not evaluated and stays unchanged.
    """
    stripped = text.strip()
    if "$" not in stripped or (stripped.startswith("{") and stripped.endswith("}")):
        return text
    return "".join(
        values.get(token, token if bare else "") if is_name else token
        for token, is_name in tokens(stripped)
    )


def tokens(text: str) -> list[tuple[str, bool]]:
    """The parts of a `$property$` text, each with whether it is a property's name."""
    parts = decode(text, "$")
    last = len(parts) - 1
    return [(part, index % 2 == 1 and index < last) for index, part in enumerate(parts) if part]
