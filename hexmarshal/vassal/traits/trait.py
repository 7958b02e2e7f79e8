"""What all traits share: the pair of texts in the file, and the codec between them and a value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from hexmarshal.vassal.sequence import decode, encode
from hexmarshal.vassal.wire import WIRE, Wire


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
