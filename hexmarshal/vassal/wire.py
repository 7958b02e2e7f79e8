"""How one field of a trait stands in its text: the kinds of field a trait table is made of.

A kind turns the token of a sequence into a Python value and back. Reading never fails: as in the
engine, a token that is missing or cannot be read becomes the field's default.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hexmarshal.vassal.java import java_double
from hexmarshal.vassal.keys import decode_commands, encode_commands
from hexmarshal.vassal.sequence import decode_list, encode

_INT_LIMIT = 1 << 31

WIRE = "wire"
"""Key of a dataclass field's metadata under which its `Wire` stands."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of field: `read` raises ValueError on what it cannot read."""

    read: Callable[[str], object]
    write: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Wire:
    """A field's kind, whether it belongs to the state, and what a reader takes if it is absent."""

    kind: Kind
    in_state: bool
    absent: object

    def read(self, token: str | None) -> object:
        if token is None:
            return self.absent
        try:
            return self.kind.read(token)
        except ValueError:
            return self.absent


def int_or(token: str, default: int) -> int:
    """The whole number `token` spells, `default` if it spells none."""
    try:
        return _read_int(token)
    except ValueError:
        return default


def float_or(token: str, default: float) -> float:
    """The number `token` spells, `default` if it spells none."""
    try:
        return _read_float(token)
    except ValueError:
        return default


def _read_int(token: str) -> int:
    """A whole number as Java reads one: plain digits, 32 bits."""
    if not (token.isascii() and token.removeprefix("-").removeprefix("+").isdecimal()):
        raise ValueError(token)
    value = int(token) if len(token) < 12 else _INT_LIMIT
    if not -_INT_LIMIT <= value < _INT_LIMIT:
        raise ValueError(token)
    return value


def _read_float(token: str) -> float:
    value = float(token)
    if not math.isfinite(value) or "_" in token:
        raise ValueError(token)
    return value


def _read_keys(token: str) -> tuple[str, ...]:
    """A list of key strokes; without any comma each character is one Ctrl+character."""
    return decode_list(token) if "," in token else tuple(token)


def _write_bool(value: bool) -> str:
    return "true" if value else "false"


def _write_list(values: tuple[str, ...]) -> str:
    return encode(values, ",")


TEXT = Kind(str, str)
INT = Kind(_read_int, str)
FLOAT = Kind(_read_float, java_double)
BOOL = Kind("true".__eq__, _write_bool)
LIST = Kind(decode_list, _write_list)
KEYS = Kind(_read_keys, _write_list)
COMMANDS = Kind(decode_commands, encode_commands)

_UNSET = object()


def wire(kind: Kind, default: object, absent: object = _UNSET) -> Any:  # noqa: ANN401
    """A field of a trait's type. `default` is what a new trait has, `absent` what an old text means
    that is too short to hold the field (the default unless told)."""
    reading = default if absent is _UNSET else absent
    return field(default=default, metadata={WIRE: Wire(kind, False, reading)})


def state(kind: Kind, default: object) -> Any:  # noqa: ANN401
    """A field of a trait's state."""
    return field(default=default, metadata={WIRE: Wire(kind, True, default)})
