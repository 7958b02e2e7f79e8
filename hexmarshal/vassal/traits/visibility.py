"""Traits that restrict who can see or use a piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from hexmarshal.vassal.sequence import decode, encode
from hexmarshal.vassal.traits.base import (
    BOOL,
    FLOAT,
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
class Mask(Trait):
    """Turns the piece face down. `display`: `B`, `I`, `2`, `P` or `G` with its parameters.

    `owner` is the id of the player who masked it, None while face up.
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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class Invisible(Trait):
    """Hides the piece from others; `hidden_by` is the id of that player, None while visible."""

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


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictedAccess(Trait):
    """Lets only `sides` use the piece, or only its `owner` with `by_player`."""

    prefix: ClassVar[str] = "restrict;"
    sides: tuple[str, ...] = wire(LIST, ())
    by_player: bool = wire(BOOL, False)
    restrict_movement: bool = wire(BOOL, True)
    description: str = wire(TEXT, "")
    owner: str = state(TEXT, "")


@registered
@dataclass(frozen=True, slots=True, kw_only=True)
class RestrictCommands(Trait):
    """Hides or disables the commands of `keys` while `filter` is true."""

    prefix: ClassVar[str] = "hideCmd;"
    name: str = wire(TEXT, "")
    action: str = wire(TEXT, "Hide")
    filter: str = wire(TEXT, "")
    keys: tuple[str, ...] = wire(KEYS, ())
