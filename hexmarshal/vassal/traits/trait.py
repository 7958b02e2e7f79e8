"""What all traits share: the pair of texts in the file, and the codec between them and a value."""

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


@dataclass(frozen=True, slots=True)
class RawTrait:
    """A trait as it stands in the file: its type and its state."""

    type: str
    state: str = ""

    @property
    def prefix(self) -> str:
        """What tells the trait's kind, up to and with its first semicolon: `mark;`."""
        head, semicolon, _ = self.type.partition(";")
        return head + semicolon


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """What all traits share: fields on the wire, read and written by one codec."""

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
        """The trait as it stands in the file."""
        return RawTrait(self.type_text, self.state_text)

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        """The trait that such texts stand for; they begin with the class's prefix."""
        wires = WIRES[cls][0]
        tokens = decode(raw.type[len(cls.prefix) :], ";")
        values = read_values(wires, tokens) | cls._read_state(raw.state)
        return cls(more=tuple(tokens[len(wires) :]), **values)

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        wires = WIRES[cls][1]
        return read_values(wires, decode(text, ";") if len(wires) > 1 else [text])

    def properties(self) -> dict[str, str]:
        """The properties this trait gives its piece, by name; expressions are not evaluated."""
        return {}


Wires = tuple[tuple[str, Wire], ...]
"""Names of fields and how each is written, in wire order."""

BY_PREFIX: dict[str, type[Trait]] = {}
"""The class of each kind of trait that this room knows."""

WIRES: dict[type[Trait], tuple[Wires, Wires]] = {}
"""Of each class the wires of its type's and of its state's fields."""

T = TypeVar("T", bound=Trait)


def registered(cls: type[T]) -> type[T]:
    """Makes a class known to `read_trait`, by its prefix and its fields."""
    wired = [(f.name, f.metadata[WIRE]) for f in fields(cls) if WIRE in f.metadata]
    BY_PREFIX[cls.prefix] = cls
    WIRES[cls] = (
        tuple((name, wire) for name, wire in wired if not wire.in_state),
        tuple((name, wire) for name, wire in wired if wire.in_state),
    )
    return cls


def read_values(wires: Wires, tokens: list[str]) -> dict[str, Any]:
    """The values of fields by name; a field without a token has its value for an absent one."""
    padded: list[str | None] = [*tokens, *[None] * (len(wires) - len(tokens))]
    return {name: wire.read(token) for (name, wire), token in zip(wires, padded, strict=False)}


def gives_properties(prefix: str) -> bool:
    """Whether traits with this prefix can give their piece properties."""
    cls = BY_PREFIX.get(prefix)
    return cls is not None and cls.properties is not Trait.properties


COMMON = 2000
"""Traits of so many characters at most are remembered: the pieces of a module share many."""


def read_trait(raw: RawTrait) -> Trait:
    """The trait as a value; `UnknownTrait` where this table has no class for it."""
    if len(raw.type) + len(raw.state) > COMMON:
        return _read(raw)
    return _remembered(raw)


def _read(raw: RawTrait) -> Trait:
    cls = BY_PREFIX.get(raw.prefix)
    return cls.read(raw) if cls else UnknownTrait(type=raw.type, state=raw.state)


_remembered = lru_cache(maxsize=4096)(_read)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTrait(Trait):
    """A trait of a class this room does not know: kept as it stands."""

    type: str
    state: str

    def raw(self) -> RawTrait:
        return RawTrait(self.type, self.state)
