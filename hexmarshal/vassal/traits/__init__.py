"""The traits of pieces as dataclasses, with their fields in VASSAL's order.

A trait has a *type* (fixed by the module) and a *state* (which changes during a game). `RawTrait`
is the pair of texts; `read_trait` turns it into one of the classes here, and `Trait.raw()` turns it
back. A trait of any other class (a module's own, or of a later engine) becomes an `UnknownTrait`
and stays unchanged. Fields that a later engine adds at the end are kept in `more`. Defaults are
those of a new trait in VASSAL 3.7.26.

Texts: key strokes as in `keys`; colours `r,g,b` or ""; `$property$` formats and `{expressions}` as
VASSAL writes them. Booleans and numbers are Python's.
"""

from __future__ import annotations

from hexmarshal.vassal.traits.actions import (
    ActionButton,
    Attachment,
    Clone,
    Delete,
    Deselect,
    GlobalHotkey,
    GlobalKeyCommand,
    MenuSeparator,
    MultiLocationCommand,
    PlaceMarker,
    PlaySound,
    Replace,
    ReportAction,
    SubMenu,
    TriggerAction,
)
from hexmarshal.vassal.traits.appearance import (
    AreaOfEffect,
    BorderOutline,
    Layer,
    NonRectangular,
    OldLayer,
    TextLabel,
    level_named,
)
from hexmarshal.vassal.traits.base import (
    BY_PREFIX,
    RawTrait,
    Trait,
    UnknownTrait,
    gives_properties,
    read_trait,
)
from hexmarshal.vassal.traits.identity import BasicName, BasicPiece, Comment, Marker, UsePrototype
from hexmarshal.vassal.traits.movement import (
    CanPivot,
    CanRotate,
    DoesNotStack,
    MarkMoved,
    Mat,
    MatCargo,
    MoveFixedDistance,
    MovementTrail,
    ReturnToDeck,
    SendToLocation,
)
from hexmarshal.vassal.traits.properties import (
    CalculatedProperty,
    DynamicProperty,
    PropertySheet,
    SetGlobalProperty,
    SetPieceProperty,
    Spreadsheet,
    TranslatableMessage,
)
from hexmarshal.vassal.traits.visibility import Invisible, Mask, RestrictCommands, RestrictedAccess

__all__ = [
    "BY_PREFIX",
    "ActionButton",
    "AreaOfEffect",
    "Attachment",
    "BasicName",
    "BasicPiece",
    "BorderOutline",
    "CalculatedProperty",
    "CanPivot",
    "CanRotate",
    "Clone",
    "Comment",
    "Delete",
    "Deselect",
    "DoesNotStack",
    "DynamicProperty",
    "GlobalHotkey",
    "GlobalKeyCommand",
    "Invisible",
    "Layer",
    "MarkMoved",
    "Marker",
    "Mask",
    "Mat",
    "MatCargo",
    "MenuSeparator",
    "MoveFixedDistance",
    "MovementTrail",
    "MultiLocationCommand",
    "NonRectangular",
    "OldLayer",
    "PlaceMarker",
    "PlaySound",
    "PropertySheet",
    "RawTrait",
    "Replace",
    "ReportAction",
    "RestrictCommands",
    "RestrictedAccess",
    "ReturnToDeck",
    "SendToLocation",
    "SetGlobalProperty",
    "SetPieceProperty",
    "Spreadsheet",
    "SubMenu",
    "TextLabel",
    "Trait",
    "TranslatableMessage",
    "TriggerAction",
    "UnknownTrait",
    "UsePrototype",
    "gives_properties",
    "level_named",
    "read_trait",
]
