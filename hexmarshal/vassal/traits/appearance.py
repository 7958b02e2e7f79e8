"""Traits with a piece's appearance: layers, labels, outlines, areas around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from hexmarshal.vassal.sequence import decode, encode
from hexmarshal.vassal.text import java_double
from hexmarshal.vassal.traits.base import (
    BOOL,
    FLOAT,
    INT,
    LIST,
    TEXT,
    WIRES,
    RawTrait,
    Trait,
    float_or,
    int_or,
    registered,
    state,
    wire,
)


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Layer(Trait):
    """Pictures above (or below) the piece, of which one level is drawn at a time.

    `level` counts from 1; negative means off. `images` and `level_names` have one entry per level;
    an empty picture draws nothing; a level name is `name` (replaces the piece's name), `+ suffix`
    or `prefix +`. With `follow`, `follow_expression` (a property or `{expression}`) gives the
    level, where `first_level_value` means level 1.
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
        tokens = [wired.kind.write(getattr(self, name)) for name, wired in WIRES[type(self)][0]]
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
        """The level, limited to the number of pictures; negative means off."""
        count = max(len(self.images), 1)
        return min(max(self.level, -count), count)

    def level_name(self) -> str:
        """The name entry of the current level, "" when off or unnamed."""
        value = self.value
        return self.level_names[value - 1] if 0 < value <= len(self.level_names) else ""

    def following(self, value: int) -> Layer:
        """The same layer when the property it follows has this value."""
        level = min(max(value - self.first_level_value + 1, 1), max(len(self.images), 1))
        level = level if self.active else -level
        return self if level == self.level else replace(self, level=level)

    @property
    def current_image(self) -> str:
        """The current picture, "" if the layer is off or the level has none."""
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
    """A piece's name with a layer's level name: `new name`, `+ suffix` or `prefix +`."""
    if not level_name:
        return piece_name
    first, *rest = decode(level_name, "+")
    if not rest:
        return first
    return piece_name + rest[0] if first == "" else first + piece_name


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class OldLayer(Trait):
    """The oldest format of a layer: its pictures are read, its text stays unchanged.

    `images` and `level_names` have one entry per level; `level` as in `Layer`.
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class TextLabel(Trait):
    """A text drawn on the piece; `text` is its state and may contain `$property$`."""

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


@registered
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class BorderOutline(Trait):
    """Draws a line around the piece while `property` is true."""

    prefix: ClassVar[str] = "border;"
    property: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    thickness: int = wire(INT, 2)
    color: str = wire(TEXT, "255,0,0")
    second_property: str = wire(TEXT, "")
    logic: str = wire(TEXT, "AND")


@registered
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
