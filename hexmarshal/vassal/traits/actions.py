"""Traits with a piece's commands and actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hexmarshal.vassal.keys import Target
from hexmarshal.vassal.sequence import decode, encode
from hexmarshal.vassal.traits.base import (
    BOOL,
    INT,
    KEYS,
    LIST,
    TEXT,
    Trait,
    registered,
    state,
    wire,
)


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Clone(Trait):
    """Makes a copy of the piece."""

    prefix: ClassVar[str] = "clone;"
    menu: str = wire(TEXT, "Clone")
    key: str = wire(TEXT, "67,130")
    description: str = wire(TEXT, "")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Delete(Trait):
    """Removes the piece from the game."""

    prefix: ClassVar[str] = "delete;"
    menu: str = wire(TEXT, "Delete")
    key: str = wire(TEXT, "68,130")
    description: str = wire(TEXT, "")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Deselect(Trait):
    """Deselects pieces. `what`: `D` this piece, `A` all, `S` select only this one."""

    prefix: ClassVar[str] = "deselect;"
    menu: str = wire(TEXT, "Deselect")
    key: str = wire(TEXT, "75,0")
    description: str = wire(TEXT, "")
    unstack: bool = wire(BOOL, False)
    what: str = wire(TEXT, "D")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceMarker(Trait):
    """Places a new piece. `marker`: its full definition `+/null/...`, a slot's path, or None.

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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(PlaceMarker):
    """Replaces the piece with a new one; fields as in `PlaceMarker`."""

    prefix: ClassVar[str] = "replace;"
    menu: str = wire(TEXT, "Replace")
    key: str = wire(TEXT, "82,130")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerAction(Trait):
    """Sends the piece `actions` on its own key or any of `watched`, if `filter` is true."""

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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAction(Trait):
    """Writes a line to the chat when one of `keys` is executed.

    Must be outside (before) the trait it reports. `cycle` is the state, -1 with a single format.
    """

    prefix: ClassVar[str] = "report;"
    keys: tuple[str, ...] = wire(KEYS, ())
    format: str = wire(TEXT, "$location$: $newPieceName$ *")
    cycle_down_keys: tuple[str, ...] = wire(KEYS, ())
    cycle_formats: tuple[str, ...] = wire(LIST, ())
    description: str = wire(TEXT, "")
    never_suppress: bool = wire(BOOL, False)
    cycle: int = state(INT, -1)


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalKeyCommand(Trait):
    """Sends `sent` to the pieces of `target` that match `filter`."""

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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalHotkey(Trait):
    """Triggers `hotkey` as if the player had pressed it."""

    prefix: ClassVar[str] = "globalhotkey;"
    menu: str = wire(TEXT, "")
    key: str = wire(TEXT, "")
    hotkey: str = wire(TEXT, "72,130")
    description: str = wire(TEXT, "")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class ActionButton(Trait):
    """A clickable area of the piece.

    A rectangle, or a polygon of `point_count` corners whose coordinates are in `more`.
    """

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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySound(Trait):
    """Plays `clip`: a file of the module, or an expression that gives one."""

    prefix: ClassVar[str] = "playSound;"
    clip: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Play Sound")
    key: str = wire(TEXT, "80,130")
    send_to_others: bool = wire(BOOL, False)
    description: str = wire(TEXT, "")
    never_suppress: bool = wire(BOOL, False)


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class SubMenu(Trait):
    """Groups these menu entries in a submenu."""

    prefix: ClassVar[str] = "submenu;"
    title: str = wire(TEXT, "Sub-Menu")
    entries: tuple[str, ...] = wire(LIST, ())
    description: str = wire(TEXT, "")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MenuSeparator(Trait):
    """A line in the piece's menu."""

    prefix: ClassVar[str] = "menuSeparator;"
    description: str = wire(TEXT, "")
    key: str = wire(TEXT, "")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class MultiLocationCommand(Trait):
    """One command for each location. `locations`: `locRegions` or `locZones`."""

    prefix: ClassVar[str] = "locCommand;"
    description: str = wire(TEXT, "")
    locations: str = wire(TEXT, "")
    filter: str = wire(TEXT, "")
    menu: str = wire(TEXT, "Do Something At $LocationOfCommand$")
    key: str = wire(TEXT, "")
    current_map_only: bool = wire(BOOL, True)


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment(Trait):
    """Attaches the piece to others; `attached` are their ids."""

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
