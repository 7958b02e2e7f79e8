"""Every trait of a piece as a value, its fields in the order in which VASSAL writes them.

A trait is a *type* (what it is, fixed by the module) and a *state* (how it stands in this game).
`RawTrait` is the pair of texts; `read_trait` turns it into one of the classes below, and
`Trait.raw()` turns it back. A trait this table does not know (a module's own class, a later engine)
becomes an `UnknownTrait` and survives untouched; fields a later engine adds behind the known ones
are kept in `more`. Defaults are those of a new trait in VASSAL 3.7.26.

Texts: key strokes as in `keys`; colours `r,g,b` or ""; `$property$` formats and `{expressions}` as
VASSAL writes them. Booleans and numbers are Python's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from hexwright.vassal.java import java_double
from hexwright.vassal.keys import KeyCommand, Target
from hexwright.vassal.sequence import decode, decode_list, encode
from hexwright.vassal.wire import (
    BOOL,
    COMMANDS,
    FLOAT,
    INT,
    KEYS,
    LIST,
    TEXT,
    WIRE,
    Wire,
    float_or,
    int_or,
    state,
    wire,
)


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
        tokens = [wired.kind.write(getattr(self, name)) for name, wired in _WIRES[type(self)][0]]
        return self.prefix + encode([*tokens, *self.more], ";")

    @property
    def state_text(self) -> str:
        wires = _WIRES[type(self)][1]
        tokens = [wired.kind.write(getattr(self, name)) for name, wired in wires]
        return encode(tokens, ";") if len(tokens) > 1 else "".join(tokens)

    def raw(self) -> RawTrait:
        return RawTrait(self.type_text, self.state_text)

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        wires = _WIRES[cls][0]
        tokens = decode(raw.type[len(cls.prefix) :], ";")
        values = _values(wires, tokens) | cls._read_state(raw.state)
        return cls(more=tuple(tokens[len(wires) :]), **values)

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        wires = _WIRES[cls][1]
        return _values(wires, decode(text, ";") if len(wires) > 1 else [text])

    def properties(self) -> dict[str, str]:
        """The properties this trait gives its piece, by name; expressions are not evaluated."""
        return {}


Wires = tuple[tuple[str, Wire], ...]

_READERS: dict[str, type[Trait]] = {}
_WIRES: dict[type[Trait], tuple[Wires, Wires]] = {}
"""Of each class the names and wires of its type's and of its state's fields, in wire order."""

T = TypeVar("T", bound=Trait)


def _registered(cls: type[T]) -> type[T]:
    wired = [(f.name, f.metadata[WIRE]) for f in fields(cls) if WIRE in f.metadata]
    _READERS[cls.prefix] = cls
    _WIRES[cls] = (
        tuple((name, wire) for name, wire in wired if not wire.in_state),
        tuple((name, wire) for name, wire in wired if wire.in_state),
    )
    return cls


def _values(wires: Wires, tokens: list[str]) -> dict[str, Any]:
    padded: list[str | None] = [*tokens, *[None] * (len(wires) - len(tokens))]
    return {name: wire.read(token) for (name, wire), token in zip(wires, padded, strict=False)}


def gives_properties(prefix: str) -> bool:
    """Whether traits with this prefix can give their piece properties."""
    cls = _READERS.get(prefix)
    return cls is not None and cls.properties is not Trait.properties


COMMON = 2000
"""Traits of so many characters at most are remembered: the pieces of a module share many."""


def read_trait(raw: RawTrait) -> Trait:
    """The trait as a value; `UnknownTrait` where this table has no class for it."""
    if len(raw.type) + len(raw.state) > COMMON:
        return _read(raw)
    return _remembered(raw)


def _read(raw: RawTrait) -> Trait:
    cls = _READERS.get(raw.prefix)
    return cls.read(raw) if cls else UnknownTrait(type=raw.type, state=raw.state)


_remembered = lru_cache(maxsize=4096)(_read)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownTrait(Trait):
    """A trait of a class this room does not know: kept as it stands."""

    type: str
    state: str

    def raw(self) -> RawTrait:
        return RawTrait(self.type, self.state)


# --- what the piece is ------------------------------------------------------------------------


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class BasicPiece(Trait):
    """The innermost trait: picture, name, and where the piece stands.

    `map` is the map's name (or `Map0`, `Map1`, ...), None when on no map; `x`, `y` are map pixels
    of the piece's centre; `gpid` the id of the slot it came from; `persistent` pairs of property
    and value that the engine keeps with the piece (`UniqueID` among them since 3.7).
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
    """The state ends with the gpid, as engines up to 3.3 wrote it."""

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


@_registered
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


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class UsePrototype(Trait):
    """Stands for the traits of the prototype `name`; `parameters` are `key=value` texts."""

    prefix: ClassVar[str] = "prototype;"
    name: str = wire(TEXT, "")
    parameters: tuple[str, ...] = wire(LIST, ())

    @property
    def type_text(self) -> str:
        tokens = [self.name]
        if self.parameters or self.more:
            tokens += [encode(self.parameters, ","), *self.more]
        return self.prefix + encode(tokens, ";")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class BasicName(Trait):
    """Replaces the basic name."""

    prefix: ClassVar[str] = "basicName;"
    name: str = wire(TEXT, "")

    def properties(self) -> dict[str, str]:
        return {"BasicName": self.name}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Comment(Trait):
    prefix: ClassVar[str] = "cmt;"
    text: str = wire(TEXT, "")


# --- how it looks -----------------------------------------------------------------------------


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Trait):
    """Pictures, one at a time, over (or under) the piece.

    `level` counts from 1; negative: the layer is off. `images` and `level_names` have one entry a
    level; an empty picture draws nothing; a level name is `name` (replaces the piece's name),
    `+ suffix` or `prefix +`. With `follow`, `follow_expression` (a property or `{expression}`)
    gives the level, `first_level_value` standing for level 1.
    """

    prefix: ClassVar[str] = "emb2;"
    activate_menu: str = wire(TEXT, "")
    activate_modifiers: str = wire(TEXT, "128")
    activate_old_key: str = wire(TEXT, "A")
    increase_menu: str = wire(TEXT, "")
    increase_modifiers: str = wire(TEXT, "128")
    increase_old_key: str = wire(TEXT, "")
    decrease_menu: str = wire(TEXT, "")
    decrease_modifiers: str = wire(TEXT, "128")
    decrease_old_key: str = wire(TEXT, "")
    reset_menu: str = wire(TEXT, "")
    reset_key: str = wire(TEXT, "")
    reset_level: str = wire(TEXT, "1")
    under_when_selected: bool = wire(BOOL, False)
    x: int = wire(INT, 0)
    y: int = wire(INT, 0)
    images: tuple[str, ...] = wire(LIST, ())
    level_names: tuple[str, ...] = wire(LIST, ())
    loop: bool = wire(BOOL, True)
    name: str = wire(TEXT, "")
    random_key: str = wire(TEXT, "")
    random_menu: str = wire(TEXT, "")
    follow: bool = wire(BOOL, False)
    follow_expression: str = wire(TEXT, "")
    first_level_value: int = wire(INT, 1)
    version: int = wire(INT, 1, absent=0)
    always_active: bool = wire(BOOL, False, absent=True)
    activate_key: str = wire(TEXT, "")
    increase_key: str = wire(TEXT, "")
    decrease_key: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    scale: float = wire(FLOAT, 1.0)
    only_if_property: str = wire(TEXT, "")
    only_if_value: str = wire(TEXT, "true")
    level: int = 1
    active_keys: str = ""
    """Version 0 only: which activation keys are pressed."""

    @property
    def state_text(self) -> str:
        return encode((self.level, self.active_keys), ";") if self.version == 0 else str(self.level)

    @property
    def type_text(self) -> str:
        tokens = [wired.kind.write(getattr(self, name)) for name, wired in _WIRES[type(self)][0]]
        known = tokens[:24] if self.version == 0 else tokens
        return self.prefix + encode([*known, *self.more], ";")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        level, active_keys, *_ = [*decode(text, ";"), ""]
        return {"level": int_or(level, -1), "active_keys": active_keys}

    @property
    def active(self) -> bool:
        return self.value > 0

    @property
    def value(self) -> int:
        """The level kept within the pictures there are; negative: off."""
        count = max(len(self.images), 1)
        return min(max(self.level, -count), count)

    def level_name(self) -> str:
        """The name entry of the current level, "" when off or unnamed."""
        value = self.value
        return self.level_names[value - 1] if 0 < value <= len(self.level_names) else ""

    def following(self, value: int) -> Layer:
        """The same layer as it stands once the property that it follows has come to `value`."""
        level = min(max(value - self.first_level_value + 1, 1), max(len(self.images), 1))
        level = level if self.active else -level
        return self if level == self.level else replace(self, level=level)

    @property
    def current_image(self) -> str:
        """The picture drawn now, "" when the layer is off or the level has none."""
        value = self.value
        return self.images[value - 1] if 0 < value <= len(self.images) else ""

    def properties(self) -> dict[str, str]:
        name = self.level_name()
        return {
            f"{self.name}_Level": str(self.value),
            f"{self.name}_Active": str(self.active).lower(),
            f"{self.name}_Image": self.current_image,
            f"{self.name}_Name": name[1:] if name.startswith("+") else name.removesuffix("+"),
        }


def level_named(level_name: str, piece_name: str) -> str:
    """A piece's name under a layer level's name: `new name`, `+ suffix` or `prefix +`."""
    if not level_name:
        return piece_name
    first, *rest = decode(level_name, "+")
    if not rest:
        return first
    return piece_name + rest[0] if first == "" else first + piece_name


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class OldLayer(Trait):
    """The oldest spelling of a layer: read for its pictures, kept as it stands.

    `images` and `level_names` have one entry a level; `level` as in `Layer`.
    """

    prefix: ClassVar[str] = "emb;"
    type: str = ""
    state: str = ""
    images: tuple[str, ...] = ()
    level_names: tuple[str, ...] = ()
    level: int = 1

    def level_name(self) -> str:
        """The name entry of the current level, "" when off or unnamed."""
        return self.level_names[self.level - 1] if 0 < self.level <= len(self.level_names) else ""

    def raw(self) -> RawTrait:
        return RawTrait(self.type, self.state)

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        levels = [
            [*decode(token, ","), ""] for token in decode(raw.type[len(cls.prefix) :], ";")[8:]
        ]
        return cls(
            type=raw.type,
            state=raw.state,
            images=tuple(level[0] for level in levels),
            level_names=tuple(level[1] for level in levels),
            level=int_or(decode(raw.state, ";")[0], 1),
        )


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class TextLabel(Trait):
    """A text drawn on the piece; `text` is its state and may hold `$property$`."""

    prefix: ClassVar[str] = "label;"
    key: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Change label")
    font_size: int = wire(INT, 10)
    background: str = wire(TEXT, "")
    foreground: str = wire(TEXT, "0,0,0")
    vertical: str = wire(TEXT, "t")
    vertical_offset: int = wire(INT, 0)
    horizontal: str = wire(TEXT, "c")
    horizontal_offset: int = wire(INT, 0)
    vertical_justification: str = wire(TEXT, "b")
    horizontal_justification: str = wire(TEXT, "c")
    name_format: str = wire(TEXT, "$pieceName$ ($label$)")
    font: str = wire(TEXT, "Dialog")
    font_style: int = wire(INT, 0)
    rotation: int = wire(INT, 0)
    property: str = wire(TEXT, "TextLabel")
    description: str = wire(TEXT, "")
    always_use_format: bool = wire(BOOL, False)
    text: str = state(TEXT, "")

    def properties(self) -> dict[str, str]:
        return {self.property: self.text}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class NonRectangular(Trait):
    """The piece's clickable shape: `path` is a drawing path, `M x y L x y ... Z`."""

    prefix: ClassVar[str] = "nonRect2;"
    scale: float = 1.0
    path: str = ""

    @property
    def type_text(self) -> str:
        return f"{self.prefix}{java_double(self.scale)};{self.path}"

    @property
    def state_text(self) -> str:
        return ""

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        scale, _, path = raw.type[len(cls.prefix) :].partition(";")
        return cls(scale=float_or(scale, 1.0), path=path)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class BorderOutline(Trait):
    prefix: ClassVar[str] = "border;"
    property: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    thickness: int = wire(INT, 2)
    color: str = wire(TEXT, "255,0,0")
    second_property: str = wire(TEXT, "")
    logic: str = wire(TEXT, "AND")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class AreaOfEffect(Trait):
    """Shades the hexes within `radius`; `shown` is the state when not `always_active`."""

    prefix: ClassVar[str] = "AreaOfEffect;"
    color: str = wire(TEXT, "128,128,128")
    opacity: int = wire(INT, 30)
    radius: int = wire(INT, 1)
    always_active: bool = wire(BOOL, True)
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "")
    map_shader: str = wire(TEXT, "")
    fixed_radius: bool = wire(BOOL, True)
    radius_property: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    name: str = wire(TEXT, "")
    on_menu: str = wire(TEXT, "")
    on_key: str = wire(TEXT, "")
    off_menu: str = wire(TEXT, "")
    off_key: str = wire(TEXT, "")
    globally_visible: bool = wire(BOOL, True)
    shown: bool = state(BOOL, False)

    def properties(self) -> dict[str, str]:
        return {f"{self.name}_Active": str(self.shown or self.always_active).lower()}


# --- how it stacks, moves and turns -----------------------------------------------------------


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class DoesNotStack(Trait):
    """`selection`: letters `i` shift-click, `t` ctrl, `c` alt, `n` never, `g` ignore grid, band
    `Z` never, `A` alt, `B` alt+shift. `movement`: `N` normal, `I` if selected, `V` never.
    `stacking`: `R` never, `L` normally."""

    prefix: ClassVar[str] = "immob;"
    selection: str = wire(TEXT, "")
    movement: str = wire(TEXT, "N")
    stacking: str = wire(TEXT, "R")
    description: str = wire(TEXT, "")


_FREE_ROTATION = ("clockwise_key", "clockwise_menu")
_FACINGS = ("clockwise_key", "counterclockwise_key", "clockwise_menu", "counterclockwise_menu")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class CanRotate(Trait):
    """`facings` 1: free rotation, `angle` in degrees is the state; else `facing`, from 0, is."""

    prefix: ClassVar[str] = "rotate;"
    facings: int = 6
    clockwise_key: str = "93,130"
    """With free rotation: the key that sets the angle."""
    counterclockwise_key: str = "91,130"
    clockwise_menu: str = "Rotate CW"
    """With free rotation: the menu text that goes with the key."""
    counterclockwise_menu: str = "Rotate CCW"
    random_key: str = wire(TEXT, "")
    random_menu: str = wire(TEXT, "")
    name: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    direct_key: str = wire(TEXT, "")
    direct_menu: str = wire(TEXT, "")
    direct_expression: str = wire(TEXT, "")
    direct_is_facing: bool = wire(BOOL, True)
    facing: int = 0
    angle: float = 0.0

    @property
    def type_text(self) -> str:
        names = _FREE_ROTATION if self.facings == 1 else _FACINGS
        own = (self.facings, *(getattr(self, name) for name in names))
        rest = [wired.kind.write(getattr(self, name)) for name, wired in _WIRES[type(self)][0]]
        return self.prefix + encode([*own, *rest, *self.more], ";")

    @property
    def state_text(self) -> str:
        return java_double(self.angle) if self.facings == 1 else str(self.facing)

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        wires = _WIRES[cls][0]
        first, *rest = decode(raw.type[len(cls.prefix) :], ";")
        facings = int_or(first, 6)
        names = _FREE_ROTATION if facings == 1 else _FACINGS
        common = rest[len(names) :]
        values: dict[str, Any] = dict(zip(names, rest, strict=False))
        values |= _values(wires, common)
        if facings == 1:
            values["angle"] = float_or(raw.state, 0.0)
        else:
            values["facing"] = int_or(raw.state, 0)
        return cls(facings=facings, more=tuple(common[len(wires) :]), **values)

    def properties(self) -> dict[str, str]:
        free = self.facings <= 1
        angle = self.angle if free else self.facing * (360.0 / self.facings)
        return {
            f"{self.name}_Facing": str(1 if free else self.facing + 1),
            f"{self.name}_Degrees": str(math.floor(abs(angle) + 0.5) % 360),
        }


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class CanPivot(Trait):
    prefix: ClassVar[str] = "pivot;"
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "")
    x: int = wire(INT, 0)
    y: int = wire(INT, 0)
    fixed_angle: bool = wire(BOOL, True)
    angle: float = wire(FLOAT, 90.0)
    description: str = wire(TEXT, "")
    second_menu: str = wire(TEXT, "")
    second_key: str = wire(TEXT, "")
    second_angle: float = wire(FLOAT, 270.0)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MarkMoved(Trait):
    """Shows `image` at (x, y) once the piece has moved."""

    prefix: ClassVar[str] = "markmoved;"
    image: str = wire(TEXT, "moved.gif")
    x: int = wire(INT, 0)
    y: int = wire(INT, 0)
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "77,130")
    description: str = wire(TEXT, "")
    ignore_same_location: bool = wire(BOOL, False)
    set_menu: str = wire(TEXT, "")
    set_key: str = wire(TEXT, "")
    clear_menu: str = wire(TEXT, "")
    clear_key: str = wire(TEXT, "")
    moved: bool = state(BOOL, False)

    def properties(self) -> dict[str, str]:
        return {"Moved": str(self.moved).lower()}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MovementTrail(Trait):
    """The way a piece has gone: `points` are map pixels on the map with the id `start_map`."""

    prefix: ClassVar[str] = "footprint;"
    key: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Movement Trail")
    initially_visible: bool = wire(BOOL, False)
    globally_visible: bool = wire(BOOL, False)
    circle_radius: int = wire(INT, 10)
    fill: str = wire(TEXT, "255,255,255")
    line: str = wire(TEXT, "0,0,0")
    selected_opacity: int = wire(INT, 100)
    unselected_opacity: int = wire(INT, 50)
    edge_point_buffer: int = wire(INT, 20)
    edge_display_buffer: int = wire(INT, 30)
    line_width: float = wire(FLOAT, 1.0)
    on_key: str = wire(TEXT, "")
    off_key: str = wire(TEXT, "")
    clear_key: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    visible: bool = False
    start_map: str = ""
    points: tuple[tuple[int, int], ...] = ()
    initialised: bool = False

    @property
    def state_text(self) -> str:
        points = [f"{x},{y}" for x, y in self.points]
        fields = (self.visible, self.start_map, len(points), *points, self.initialised)
        return encode(fields, ";")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        visible, start_map, count, *rest = [*decode(text, ";"), "", ""]
        number = max(0, int_or(count, 0))
        pairs = [[*token.split(","), ""][:2] for token in rest[:number] if token]
        return {
            "visible": visible == "true",
            "start_map": start_map,
            "points": tuple((int_or(x, 0), int_or(y, 0)) for x, y in pairs),
            "initialised": rest[number : number + 1] == ["true"],
        }


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class SendToLocation(Trait):
    """`destination`: `L` x, y on a map, `G` grid location, `Z` zone, `R` region, `A` another
    counter, `C` each of several in turn, `N` the nearest. The state is where the piece came from.
    """

    prefix: ClassVar[str] = "sendto;"
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "")
    map: str = wire(TEXT, "")
    board: str = wire(TEXT, "")
    x: str = wire(TEXT, "0")
    y: str = wire(TEXT, "0")
    back_menu: str = wire(TEXT, "")
    back_key: str = wire(TEXT, "")
    x_index: str = wire(TEXT, "0")
    y_index: str = wire(TEXT, "0")
    x_offset: str = wire(TEXT, "0")
    y_offset: str = wire(TEXT, "0")
    description: str = wire(TEXT, "")
    destination: str = wire(TEXT, "L")
    zone: str = wire(TEXT, "")
    region: str = wire(TEXT, "")
    filter: str = wire(TEXT, "")
    grid_location: str = wire(TEXT, "")
    back_map: str = state(TEXT, "")
    back_x: str = state(TEXT, "")
    back_y: str = state(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFixedDistance(Trait):
    """Moves the piece by (x, y) pixels, y upwards."""

    prefix: ClassVar[str] = "translate;"
    menu: str = wire(TEXT, "Move Forward")
    key: str = wire(TEXT, "77,130")
    x: str = wire(TEXT, "0")
    y: str = wire(TEXT, "60")
    move_stack: bool = wire(BOOL, False)
    x_index: str = wire(TEXT, "0")
    y_index: str = wire(TEXT, "0")
    x_offset: str = wire(TEXT, "0")
    y_offset: str = wire(TEXT, "0")
    description: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToDeck(Trait):
    """Sends the piece to the deck named by `deck_expression`; `deck` is the name before 3.6."""

    prefix: ClassVar[str] = "return;"
    menu: str = wire(TEXT, "Return to Deck")
    key: str = wire(TEXT, "82,130")
    deck: str = wire(TEXT, "")
    prompt: str = wire(TEXT, "Select destination")
    description: str = wire(TEXT, "")
    version: str = wire(TEXT, "2", absent="")
    ask_player: bool = wire(BOOL, False)
    deck_expression: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Mat(Trait):
    """A piece that carries others; `cargo` are the ids of the pieces on it."""

    prefix: ClassVar[str] = "mat;"
    name: str = wire(TEXT, "Mat")
    description: str = wire(TEXT, "")
    cargo: tuple[str, ...] = ()

    @property
    def state_text(self) -> str:
        return encode((len(self.cargo), *self.cargo), ";")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"cargo": tuple(decode(text, ";")[1:])}

    def properties(self) -> dict[str, str]:
        return {"MatName": self.name}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MatCargo(Trait):
    """A piece that can lie on a mat; the state is the mat's piece id or `noMat`."""

    prefix: ClassVar[str] = "matPiece;"
    description: str = wire(TEXT, "")
    keep_facing: bool = wire(BOOL, True)
    detection_x: int = wire(INT, 0)
    detection_y: int = wire(INT, 0)
    find_key: str = wire(TEXT, "")
    detach_key: str = wire(TEXT, "")
    mat: str = state(TEXT, "noMat")


# --- who may see and use it -------------------------------------------------------------------


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Mask(Trait):
    """Turns the piece face down. `display`: `B`, `I`, `2`, `P` or `G` with what follows it.

    `owner` is the id of who masked it, None while face up.
    """

    prefix: ClassVar[str] = "obs;"
    key: str = wire(TEXT, "77,130")
    back_image: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Mask")
    display: str = wire(TEXT, "I")
    mask_name: str = wire(TEXT, "?")
    access: str = wire(TEXT, "player:")
    peek_menu: str = wire(TEXT, "Peek")
    description: str = wire(TEXT, "")
    auto_peek: bool = wire(BOOL, True)
    deal_key: str = wire(TEXT, "")
    deal_expression: str = wire(TEXT, "")
    owner: str | None = None
    unmask_options: str = ""

    @property
    def state_text(self) -> str:
        return encode(("null" if self.owner is None else self.owner, self.unmask_options), ";")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        owner, options, *_ = [*decode(text, ";"), ""]
        return {"owner": None if owner == "null" else owner, "unmask_options": options}

    def properties(self) -> dict[str, str]:
        masked = str(self.owner is not None).lower()
        return {"Obscured": masked, "ObscuredToOthers": masked}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Invisible(Trait):
    """Hides the piece from others; `hidden_by` is the id of who did, None while visible."""

    prefix: ClassVar[str] = "hide;"
    key: str = wire(TEXT, "73,130")
    menu: str = wire(TEXT, "Invisible")
    background: str = wire(TEXT, "")
    access: str = wire(TEXT, "player:")
    opacity: float = wire(FLOAT, 0.30000001192092896)
    description: str = wire(TEXT, "")
    no_report: bool = wire(BOOL, False)
    hidden_by: str | None = None

    @property
    def state_text(self) -> str:
        return "null" if self.hidden_by is None else self.hidden_by

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"hidden_by": None if text == "null" else text}

    def properties(self) -> dict[str, str]:
        hidden = str(self.hidden_by is not None).lower()
        return {"Invisible": hidden, "InvisibleToOthers": hidden}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictedAccess(Trait):
    prefix: ClassVar[str] = "restrict;"
    sides: tuple[str, ...] = wire(LIST, ())
    by_player: bool = wire(BOOL, False)
    restrict_movement: bool = wire(BOOL, True)
    description: str = wire(TEXT, "")
    owner: str = state(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictCommands(Trait):
    """Hides or disables the commands of `keys` while `filter` holds."""

    prefix: ClassVar[str] = "hideCmd;"
    name: str = wire(TEXT, "")
    action: str = wire(TEXT, "Hide")
    filter: str = wire(TEXT, "")
    keys: tuple[str, ...] = wire(KEYS, ())


# --- what it can do ---------------------------------------------------------------------------


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Clone(Trait):
    prefix: ClassVar[str] = "clone;"
    menu: str = wire(TEXT, "Clone")
    key: str = wire(TEXT, "67,130")
    description: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Delete(Trait):
    prefix: ClassVar[str] = "delete;"
    menu: str = wire(TEXT, "Delete")
    key: str = wire(TEXT, "68,130")
    description: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Deselect(Trait):
    """`what`: `D` this piece, `A` all, `S` select only this."""

    prefix: ClassVar[str] = "deselect;"
    menu: str = wire(TEXT, "Deselect")
    key: str = wire(TEXT, "75,0")
    description: str = wire(TEXT, "")
    unstack: bool = wire(BOOL, False)
    what: str = wire(TEXT, "D")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceMarker(Trait):
    """Puts a new piece here. `marker`: its whole definition `+/null/...`, a slot's path, or None.

    `placement`: 0 top of the stack, 1 bottom, 2 above, 3 below.
    """

    prefix: ClassVar[str] = "placemark;"
    menu: str = wire(TEXT, "Place Marker")
    key: str = wire(TEXT, "77,130")
    marker: str = wire(TEXT, "null")
    message: str = wire(TEXT, "null")
    x: str = wire(TEXT, "0")
    y: str = wire(TEXT, "0")
    match_rotation: bool = wire(BOOL, False)
    then_key: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    gpid: str = wire(TEXT, "")
    placement: int = wire(INT, 0)
    above: bool = wire(BOOL, False)
    copy_properties: bool = wire(BOOL, False)
    parameters: str = wire(TEXT, "")
    version: str = wire(TEXT, "1", absent="")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(PlaceMarker):
    """Puts a new piece in this one's place; fields as in `PlaceMarker`."""

    prefix: ClassVar[str] = "replace;"
    menu: str = wire(TEXT, "Replace")
    key: str = wire(TEXT, "82,130")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerAction(Trait):
    """On its own key or any of `watched`, while `filter` holds, sends the piece `actions`."""

    prefix: ClassVar[str] = "macro;"
    name: str = wire(TEXT, "")
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "")
    filter: str = wire(TEXT, "")
    watched: tuple[str, ...] = wire(KEYS, ())
    actions: tuple[str, ...] = wire(KEYS, ())
    loop: bool = wire(BOOL, False)
    before_loop_key: str = wire(TEXT, "")
    after_loop_key: str = wire(TEXT, "")
    loop_type: str = wire(TEXT, "counted")
    while_expression: str = wire(TEXT, "")
    until_expression: str = wire(TEXT, "")
    loop_count: str = wire(TEXT, "")
    index: bool = wire(BOOL, False)
    index_property: str = wire(TEXT, "")
    index_start: str = wire(TEXT, "1")
    index_step: str = wire(TEXT, "1")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAction(Trait):
    """Writes a line to the chat when one of `keys` is carried out.

    Stands outside (before) the trait it reports. `cycle` is the state, -1 with one format only.
    """

    prefix: ClassVar[str] = "report;"
    keys: tuple[str, ...] = wire(KEYS, ())
    format: str = wire(TEXT, "$location$: $newPieceName$ *")
    cycle_down_keys: tuple[str, ...] = wire(KEYS, ())
    cycle_formats: tuple[str, ...] = wire(LIST, ())
    description: str = wire(TEXT, "")
    never_suppress: bool = wire(BOOL, False)
    cycle: int = state(INT, -1)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalKeyCommand(Trait):
    """Sends `sent` to other pieces: those of `target` that match `filter`."""

    prefix: ClassVar[str] = "globalkey;"
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "71,130")
    sent: str = wire(TEXT, "75,130")
    filter: str = wire(TEXT, "")
    restrict_range: bool = wire(BOOL, False)
    range: str = wire(TEXT, "1")
    single_reports_off: bool = wire(BOOL, True)
    fixed_range: bool = wire(BOOL, True)
    range_property: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    deck_count: str = wire(TEXT, "-1")
    target: str = wire(TEXT, str(Target()))
    suppress_sounds: bool = wire(BOOL, False)
    parameters: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalHotkey(Trait):
    prefix: ClassVar[str] = "globalhotkey;"
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "")
    hotkey: str = wire(TEXT, "72,130")
    description: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class ActionButton(Trait):
    """A clickable area of the piece; `points` are the corners of a polygon, if any."""

    prefix: ClassVar[str] = "button;"
    key: str = wire(TEXT, "")
    x: int = wire(INT, 0)
    y: int = wire(INT, 0)
    width: int = wire(INT, 0)
    height: int = wire(INT, 0)
    description: str = wire(TEXT, "")
    open_menu: bool = wire(BOOL, False)
    whole_piece: bool = wire(BOOL, True, absent=False)
    version: int = wire(INT, 1, absent=0)
    point_count: int = wire(INT, 0)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySound(Trait):
    prefix: ClassVar[str] = "playSound;"
    clip: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Play Sound")
    key: str = wire(TEXT, "80,130")
    send_to_others: bool = wire(BOOL, False)
    description: str = wire(TEXT, "")
    never_suppress: bool = wire(BOOL, False)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class SubMenu(Trait):
    """Gathers the menu entries of these texts under one."""

    prefix: ClassVar[str] = "submenu;"
    title: str = wire(TEXT, "Sub-Menu")
    entries: tuple[str, ...] = wire(LIST, ())
    description: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MenuSeparator(Trait):
    prefix: ClassVar[str] = "menuSeparator;"
    description: str = wire(TEXT, "")
    key: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MultiLocationCommand(Trait):
    """`locations`: `locRegions` or `locZones`."""

    prefix: ClassVar[str] = "locCommand;"
    description: str = wire(TEXT, "")
    locations: str = wire(TEXT, "")
    filter: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Do Something At $LocationOfCommand$")
    key: str = wire(TEXT, "")
    current_map_only: bool = wire(BOOL, True)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment(Trait):
    """Ties the piece to others; `attached` are their ids."""

    prefix: ClassVar[str] = "attach;"
    name: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Attach to pieces")
    key: str = wire(TEXT, "")
    clear_menu: str = wire(TEXT, "Clear all attachments")
    clear_key: str = wire(TEXT, "")
    filter: str = wire(TEXT, "")
    restrict_range: bool = wire(BOOL, False)
    range: str = wire(TEXT, "1")
    fixed_range: bool = wire(BOOL, True)
    range_property: str = wire(TEXT, "")
    deck_count: str = wire(TEXT, "-1")
    target: str = wire(TEXT, str(Target()))
    clear_matching_menu: str = wire(TEXT, "Clear matching attachments")
    clear_matching_key: str = wire(TEXT, "")
    clear_matching_filter: str = wire(TEXT, "")
    on_attach: str = wire(TEXT, "nothing")
    on_detach: str = wire(TEXT, "nothing")
    before_attach: str = wire(TEXT, "clear")
    allow_self: bool = wire(BOOL, False)
    auto: bool = wire(BOOL, True)
    attached: tuple[str, ...] = ()

    @property
    def state_text(self) -> str:
        return encode((len(self.attached), *self.attached), ";")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"attached": tuple(decode(text, ";")[1:])}


# --- what it remembers ------------------------------------------------------------------------


_CONSTRAINTS = ("false", "0", "100", "false")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicProperty(Trait):
    """A property whose `value` key commands change. `constraints`: numeric, minimum, maximum, wrap
    as texts."""

    prefix: ClassVar[str] = "PROP;"
    name: str = wire(TEXT, "")
    constraints: tuple[str, ...] = wire(LIST, _CONSTRAINTS)
    commands: tuple[KeyCommand, ...] = wire(COMMANDS, ())
    description: str = wire(TEXT, "")
    value: str = state(TEXT, "")

    def properties(self) -> dict[str, str]:
        return {self.name: self.value}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatedProperty(Trait):
    """A property computed from an `{expression}` whenever it is asked for."""

    prefix: ClassVar[str] = "calcProp;"
    name: str = wire(TEXT, "")
    expression: str = wire(TEXT, "")
    description: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class SetGlobalProperty(Trait):
    """`level`: `Current Zone/Current Map/Module`, `Named Zone`, `Named Map` (`place` its name)."""

    prefix: ClassVar[str] = "setprop;"
    name: str = wire(TEXT, "")
    constraints: tuple[str, ...] = wire(LIST, _CONSTRAINTS)
    commands: tuple[KeyCommand, ...] = wire(COMMANDS, ())
    description: str = wire(TEXT, "")
    level: str = wire(TEXT, "Current Zone/Current Map/Module")
    place: str = wire(TEXT, "")


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class SetPieceProperty(Trait):
    """Changes a Dynamic Property of other pieces."""

    prefix: ClassVar[str] = "setpieceprop;"
    name: str = wire(TEXT, "")
    constraints: tuple[str, ...] = wire(LIST, _CONSTRAINTS)
    commands: tuple[KeyCommand, ...] = wire(COMMANDS, ())
    description: str = wire(TEXT, "")
    target: str = wire(TEXT, str(Target()))
    filter: str = wire(TEXT, "")
    restrict_range: bool = wire(BOOL, False)
    range: str = wire(TEXT, "1")
    fixed_range: bool = wire(BOOL, True)
    range_property: str = wire(TEXT, "")
    deck_count: str = wire(TEXT, "-1")
    override_constraints: bool = wire(BOOL, False)


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatableMessage(Trait):
    prefix: ClassVar[str] = "locmsg;"
    property: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    text: str = wire(TEXT, "")

    def properties(self) -> dict[str, str]:
        return {self.property: self.text}


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class PropertySheet(Trait):
    """A form of fields. `definition`: a `~`-sequence of a type digit (0 text, 1 area, 2 label,
    3 to 6 ticks, 7 spinner) and the field's name; `sheet`: the `~`-sequence of their values."""

    prefix: ClassVar[str] = "propertysheet;"
    definition: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Property Sheet")
    old_key: str = wire(TEXT, "")
    commit: str = wire(TEXT, "0")
    red: str = wire(TEXT, "")
    green: str = wire(TEXT, "")
    blue: str = wire(TEXT, "")
    key: str = wire(TEXT, "80,130")
    description: str = wire(TEXT, "")
    sheet: str = state(TEXT, "null")

    def properties(self) -> dict[str, str]:
        names = [name[1:] for name in decode_list(self.definition, "~")]
        values = [] if self.sheet == "null" else decode(self.sheet, "~")
        return dict(zip(names, values, strict=False))


@_registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Spreadsheet(Trait):
    """A table of texts, row by row; None until it was first opened."""

    prefix: ClassVar[str] = "table;"
    rows: int = wire(INT, 2)
    columns: int = wire(INT, 2)
    menu: str = wire(TEXT, "Show Data")
    key: str = wire(TEXT, "83,130")
    description: str = wire(TEXT, "")
    cells: tuple[str, ...] | None = None

    @property
    def state_text(self) -> str:
        return "null" if self.cells is None else encode(self.cells, ",")

    @classmethod
    def _read_state(cls, text: str) -> dict[str, Any]:
        return {"cells": None if text == "null" else tuple(decode(text, ","))}
