"""Traits for stacking, moving and rotating a piece."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from hexmarshal.vassal.sequence import decode, encode
from hexmarshal.vassal.text import java_double
from hexmarshal.vassal.traits.base import (
    BOOL,
    FLOAT,
    INT,
    TEXT,
    WIRES,
    RawTrait,
    Trait,
    float_or,
    int_or,
    read_values,
    registered,
    state,
    wire,
)


@registered
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
"""The fields after the number of facings, without and with facings."""


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class CanRotate(Trait):
    """Rotation. The state is `angle` in degrees if `facings` is 1, else `facing` from 0."""

    prefix: ClassVar[str] = "rotate;"
    facings: int = 6
    clockwise_key: str = "93,130"
    """Free rotation only: the key that sets the angle."""
    counterclockwise_key: str = "91,130"
    clockwise_menu: str = "Rotate CW"
    """Free rotation only: the menu text of that key."""
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
        rest = [wired.kind.write(getattr(self, name)) for name, wired in WIRES[type(self)][0]]
        return self.prefix + encode([*own, *rest, *self.more], ";")

    @property
    def state_text(self) -> str:
        return java_double(self.angle) if self.facings == 1 else str(self.facing)

    @classmethod
    def read(cls, raw: RawTrait) -> Self:
        wires = WIRES[cls][0]
        first, *rest = decode(raw.type[len(cls.prefix) :], ";")
        facings = int_or(first, 6)
        names = _FREE_ROTATION if facings == 1 else _FACINGS
        common = rest[len(names) :]
        values: dict[str, Any] = dict(zip(names, rest, strict=False))
        values |= read_values(wires, common)
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class CanPivot(Trait):
    """Turns the piece about the point (x, y), by `angle` degrees if `fixed_angle`."""

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


@registered
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MovementTrail(Trait):
    """The path a piece has taken: `points` are map pixels on the map with id `start_map`."""

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


@registered
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


@registered
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


@registered
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


@registered
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


@registered
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
