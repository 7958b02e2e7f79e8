"""The base class of traits, and the codec between a trait and its pair of texts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from hexmarshal.vassal.keys import decode_commands, encode_commands
from hexmarshal.vassal.sequence import decode, decode_list, encode
from hexmarshal.vassal.text import java_double

_INT_LIMIT = 1 << 31

WIRE = "wire"
"""Key of a field's `Wire` in the dataclass field's metadata."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of field: `read` raises ValueError for invalid text."""

    read: Callable[[str], object]
    write: Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Wire:
    """A field's kind, whether it belongs to the state, and its value if absent from the text."""

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
    """`token` as a whole number, or `default`."""
    try:
        return _read_int(token)
    except ValueError:
        return default


def float_or(token: str, default: float) -> float:
    """`token` as a number, or `default`."""
    try:
        return _read_float(token)
    except ValueError:
        return default


def _read_int(token: str) -> int:
    """A whole number as Java reads it: plain digits, 32 bits."""
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
    """A list of key strokes; without a comma each character means Ctrl+character."""
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
    """A field of a trait's type.

    `default` is the value in a new trait; `absent` (by default the same) is the value if an old
    text is too short to have the field.
    """
    reading = default if absent is _UNSET else absent
    return field(default=default, metadata={WIRE: Wire(kind, False, reading)})


def state(kind: Kind, default: object) -> Any:  # noqa: ANN401
    """A field of a trait's state."""
    return field(default=default, metadata={WIRE: Wire(kind, True, default)})


@dataclass(frozen=True, slots=True)
class RawTrait:
    """A trait as in the file: the texts of its type and state."""

    type: str
    state: str = ""

    @property
    def prefix(self) -> str:
        """The trait's kind: its type up to and including the first semicolon, such as `mark;`."""
        head, semicolon, _ = self.type.partition(";")
        return head + semicolon


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """Base of all traits: its fields are read and written by one codec."""

    prefix: ClassVar[str] = ""
    more: tuple[str, ...] = ()

    @property
    def type_text(self) -> str:
        tokens = [wired.kind.write(getattr(self, name)) for name, wired in WIRES[type(self)][0]]
        return self.prefix + encode([*tokens, *self.more], ";")

    @property
    def state_text(self) -> str:
        wires = WIRES[type(self)][1]
        tokens = [wired.kind.write(getattr(self, name)) for name, wired in wires]
        return encode(tokens, ";") if len(tokens) > 1 else "".join(tokens)

    def raw(self) -> RawTrait:
        """The trait as in the file."""
        return RawTrait(self.type_text, self.state_text)

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        """The trait from its texts, which must begin with the class's prefix."""
        wires = WIRES[cls][0]
        tokens = decode(raw.type[len(cls.prefix) :], ";")
        values = read_values(wires, tokens) | cls._read_state(raw.state)
        return cls(more=tuple(tokens[len(wires) :]), **values)

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        wires = WIRES[cls][1]
        return read_values(wires, decode(text, ";") if len(wires) > 1 else [text])

    def properties(self) -> dict[str, str]:
        """The properties given to the piece, by name; expressions are not evaluated."""
        return {}


Wires = tuple[tuple[str, Wire], ...]
"""Field names and their wires, in VASSAL's order."""

BY_PREFIX: dict[str, type[Trait]] = {}
"""The class of each known kind of trait, by prefix."""

WIRES: dict[type[Trait], tuple[Wires, Wires]] = {}
"""For each class the wires of the type's fields and of the state's fields."""

T = TypeVar("T", bound=Trait)


def registered(cls: type[T]) -> type[T]:
    """Registers a class with `read_trait`."""
    wired = [(f.name, f.metadata[WIRE]) for f in fields(cls) if WIRE in f.metadata]
    BY_PREFIX[cls.prefix] = cls
    WIRES[cls] = (
        tuple((name, wire) for name, wire in wired if not wire.in_state),
        tuple((name, wire) for name, wire in wired if wire.in_state),
    )
    return cls


def read_values(wires: Wires, tokens: list[str]) -> dict[str, Any]:
    """The values of fields by name; a field without a token gets its `absent` value."""
    padded: list[str | None] = [*tokens, *[None] * (len(wires) - len(tokens))]
    return {name: wire.read(token) for (name, wire), token in zip(wires, padded, strict=False)}


def gives_properties(prefix: str) -> bool:
    """Whether traits with this prefix can give their piece properties."""
    cls = BY_PREFIX.get(prefix)
    return cls is not None and cls.properties is not Trait.properties


MAX_CACHED = 2000
"""Longest trait that is cached, in characters: the pieces of a module share many traits."""


def read_trait(raw: RawTrait) -> Trait:
    """The trait as a dataclass; `UnknownTrait` if its kind is unknown."""
    if len(raw.type) + len(raw.state) > MAX_CACHED:
        return _read(raw)
    return _cached(raw)


def _read(raw: RawTrait) -> Trait:
    cls = BY_PREFIX.get(raw.prefix)
    return cls.read(raw) if cls else UnknownTrait(type=raw.type, state=raw.state)


_cached = lru_cache(maxsize=4096)(_read)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTrait(Trait):
    """A trait of an unknown class, kept unchanged."""

    type: str
    state: str

    def raw(self) -> RawTrait:
        return RawTrait(self.type, self.state)
