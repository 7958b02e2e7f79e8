"""Traits that store, compute or change properties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hexmarshal.vassal.keys import KeyCommand, Target
from hexmarshal.vassal.sequence import decode, decode_list, encode
from hexmarshal.vassal.traits.base import (
    BOOL,
    COMMANDS,
    INT,
    LIST,
    TEXT,
    Trait,
    registered,
    state,
    wire,
)

_CONSTRAINTS = ("false", "0", "100", "false")


@registered
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class CalculatedProperty(Trait):
    """A property computed from an `{expression}` each time it is read."""

    prefix: ClassVar[str] = "calcProp;"
    name: str = wire(TEXT, "")
    expression: str = wire(TEXT, "")
    description: str = wire(TEXT, "")


@registered
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


@registered
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class TranslatableMessage(Trait):
    """A property with a fixed text, which a module's translations replace."""

    prefix: ClassVar[str] = "locmsg;"
    property: str = wire(TEXT, "")
    description: str = wire(TEXT, "")
    text: str = wire(TEXT, "")

    def properties(self) -> dict[str, str]:
        return {self.property: self.text}


@registered
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Spreadsheet(Trait):
    """A table of texts, row by row; None until first opened."""

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
