"""The module's keyboard shortcuts: one table for pieces, buttons and the help."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from hexmarshal.vassal.keys import ALT, CTRL, SHIFT, named, stroke

_MODIFIERS = {"Ctrl": CTRL, "Shift": SHIFT, "Alt": ALT}
_CODES = {"Del": 127, "Enter": 10, "PgDn": 34, "PgUp": 33} | {
    f"F{n}": 111 + n for n in range(1, 13)
}


@dataclass(frozen=True, slots=True)
class Key:
    """A shortcut such as `Ctrl+Shift+L`, its menu text, and what it does."""

    text: str
    menu: str
    does: str

    @property
    def stroke(self) -> str:
        """The shortcut as VASSAL writes it."""
        return key_stroke(self.text)


def key_stroke(text: str) -> str:
    """A shortcut such as `Ctrl+D` or `Del` as VASSAL writes it; "" if there is none."""
    *modifiers, key = text.split("+")
    mask = sum(_MODIFIERS[name] for name in modifiers)
    if key in _CODES:
        return f"{_CODES[key]},{mask}"
    return stroke(key, mask) if key else ""


def clear_key(word: str) -> str:
    """The named key that clears a state of a unit."""
    return named(f"clear {word}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Every shortcut of the module that works on pieces."""

    step: Key = Key("Ctrl+L", "Step loss", "takes a step from the unit")
    rebuild: Key = Key("Ctrl+Shift+L", "Rebuild a step", "gives the unit a step back")
    flip: Key = Key("Ctrl+F", "Turn over", "turns the piece over to its other side")
    eliminate: Key = Key("Ctrl+E", "Eliminate", "sends the piece to its side's dead pile")
    back: Key = Key("Ctrl+B", "Return to the map", "brings an eliminated piece back to its hex")
    supply: Key = Key("Ctrl+U", "Next supply state", "in supply, then out of supply, then isolated")
    pinned: Key = Key("Ctrl+P", "Pinned", "marks the unit pinned, or clears the mark")
    deselect: Key = Key("Ctrl+D", "Deselect", "deselects the piece")
    range: Key = Key("Ctrl+R", "Command range", "shows you the hexes within the HQ's range")
    take_over: Key = Key(
        "Ctrl+X", "Take over", "takes the hex and the state of the unit it replaces"
    )
    moved: Key = Key("Ctrl+M", "Moved", "marks the piece moved, or clears the mark")
    trail: Key = Key("Ctrl+T", "Movement trail", "shows the path of the piece")
    clone: Key = Key("Ctrl+C", "Clone", "adds another marker of this kind")
    remove: Key = Key("Del", "Remove", "removes the marker")
    mask: Key = Key("Ctrl+W", "Mask", "hides the unit's face from the other side, or reveals it")
    cup: Key = Key("Ctrl+K", "Return to the cup", "returns a drawn chit to the cup")

    def __iter__(self) -> Iterator[Key]:
        return (getattr(self, field.name) for field in fields(self))


KEYS = Keys()
