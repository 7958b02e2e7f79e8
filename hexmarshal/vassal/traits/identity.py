"""Traits with a piece's name, fixed properties and prototypes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from hexmarshal.vassal.sequence import decode, decode_list, encode
from hexmarshal.vassal.traits.base import LIST, TEXT, RawTrait, Trait, int_or, registered, wire


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class BasicPiece(Trait):
    """The innermost trait: picture, name and place.

    `map` is the map's name (or `Map0`, `Map1`, ...), None when on no map; (x, y) is the map pixel
    of the piece's centre; `gpid` is the id of its slot; `persistent` has pairs of name and value
    that the engine keeps with the piece (including `UniqueID` since 3.7).
    """

    prefix: ClassVar[str] = "piece;"
    clone_key: str = wire(TEXT, "")
    delete_key: str = wire(TEXT, "")
    image: str = wire(TEXT, "")
    name: str = wire(TEXT, "")
    map: str | None = None
    x: int = 0
    y: int = 0
    gpid: str = ""
    persistent: tuple[tuple[str, str], ...] = ()
    short: bool = False
    """Whether the state ends with the gpid, as in engines up to 3.3."""

    @property
    def state_text(self) -> str:
        tokens: list[object] = ["null" if self.map is None else self.map, self.x, self.y, self.gpid]
        if not self.short:
            tokens.append(len(self.persistent))
            tokens.extend(token for pair in self.persistent for token in pair)
        return encode(tokens, ";")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        map_name, x, y, gpid, count, *rest = [*decode(text, ";"), *[""] * 5]
        pairs = rest[: 2 * max(0, int_or(count, 0))]
        return {
            "map": None if map_name == "null" else map_name,
            "x": int_or(x, 0),
            "y": int_or(y, 0),
            "gpid": gpid,
            "persistent": tuple(zip(pairs[::2], pairs[1::2], strict=False)),
            "short": count == "",
        }

    def properties(self) -> dict[str, str]:
        return {
            **dict(self.persistent),
            "BasicName": self.name,
            "PieceName": self.name,
            "CurrentMap": self.map or "",
            "CurrentX": str(self.x),
            "CurrentY": str(self.y),
        }


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(Trait):
    """Properties with fixed values."""

    prefix: ClassVar[str] = "mark;"
    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    @property
    def type_text(self) -> str:
        return self.prefix + encode(self.names, ",")

    @property
    def state_text(self) -> str:
        return encode(self.values, ",")

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        names = decode_list(raw.type[len(cls.prefix) :])
        values = tuple(decode(raw.state, ",")) if names else decode_list(raw.state)
        return cls(names=names, values=values)

    def properties(self) -> dict[str, str]:
        values = [*self.values, *[""] * len(self.names)]
        return dict(reversed([*zip(self.names, values, strict=False)]))

    @classmethod
    def of(cls, **properties: str) -> Self:
        """`Marker.of(Side="German", Kind="combat")`."""
        return cls(names=tuple(properties), values=tuple(properties.values()))


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class UsePrototype(Trait):
    """Inserts the traits of prototype `name`; `parameters` are `key=value` texts."""

    prefix: ClassVar[str] = "prototype;"
    name: str = wire(TEXT, "")
    parameters: tuple[str, ...] = wire(LIST, ())

    @property
    def type_text(self) -> str:
        tokens = [self.name]
        if self.parameters or self.more:
            tokens += [encode(self.parameters, ","), *self.more]
        return self.prefix + encode(tokens, ";")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class BasicName(Trait):
    """Replaces the basic name."""

    prefix: ClassVar[str] = "basicName;"
    name: str = wire(TEXT, "")

    def properties(self) -> dict[str, str]:
        return {"BasicName": self.name}


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Comment(Trait):
    """A note by the module's author; pieces in play have none."""

    prefix: ClassVar[str] = "cmt;"
    text: str = wire(TEXT, "")
