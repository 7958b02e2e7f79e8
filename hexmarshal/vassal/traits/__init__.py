"""Every trait of a piece as a value, its fields in the order in which VASSAL writes them.

A trait is a *type* (what it is, fixed by the module) and a *state* (how it stands in this game).
`RawTrait` is the pair of texts; `read_trait` turns it into one of the classes here, and
`Trait.raw()` turns it back. A trait that none of them is for (a module's own class, a later engine)
becomes an `UnknownTrait` and survives untouched; fields a later engine adds behind the known ones
are kept in `more`. Defaults are those of a new trait in VASSAL 3.7.26.

Texts: key strokes as in `keys`; colours `r,g,b` or ""; `$property$` formats and `{expressions}` as
VASSAL writes them. Booleans and numbers are Python's.
"""

from __future__ import annotations

from hexmarshal.vassal.traits.doing import (
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
from hexmarshal.vassal.traits.identity import BasicName, BasicPiece, Comment, Marker, UsePrototype
from hexmarshal.vassal.traits.looks import (
    AreaOfEffect,
    BorderOutline,
    Layer,
    NonRectangular,
    OldLayer,
    TextLabel,
    level_named,
)
from hexmarshal.vassal.traits.moving import (
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
from hexmarshal.vassal.traits.remembering import (
    CalculatedProperty,
    DynamicProperty,
    PropertySheet,
    SetGlobalProperty,
    SetPieceProperty,
    Spreadsheet,
    TranslatableMessage,
)
from hexmarshal.vassal.traits.seeing import Invisible, Mask, RestrictCommands, RestrictedAccess
from hexmarshal.vassal.traits.trait import (
    BY_PREFIX,
    RawTrait,
    Trait,
    UnknownTrait,
    gives_properties,
    read_trait,
)

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
