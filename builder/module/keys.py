"""The module's keys: one table for pieces, buttons and the help."""

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
    """A key as a person presses it (`Ctrl+Shift+L`), what its menu says, and what it does."""

    shown: str
    menu: str
    does: str

    @property
    def stroke(self) -> str:
        """The key as VASSAL writes it."""
        return key_stroke(self.shown)


def key_stroke(shown: str) -> str:
    """A key such as `Ctrl+D` or `Del` as VASSAL writes it; "" for no key."""
    *modifiers, key = shown.split("+")
    mask = sum(_MODIFIERS[name] for name in modifiers)
    if key in _CODES:
        return f"{_CODES[key]},{mask}"
    return stroke(key, mask) if key else ""


def clear_key(word: str) -> str:
    """What takes a marker word off a unit."""
    return named(f"clear {word}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Every key of the module that works on pieces."""

    step: Key = Key("Ctrl+L", "Step loss", "the unit loses a step")
    rebuild: Key = Key("Ctrl+Shift+L", "Rebuild a step", "the unit gets a step back")
    flip: Key = Key("Ctrl+F", "Turn over", "shows the other side")
    eliminate: Key = Key("Ctrl+E", "Eliminate", "sends the piece to its side's dead pile")
    back: Key = Key("Ctrl+B", "Return to the map", "brings an eliminated piece back to its hex")
    supply: Key = Key("Ctrl+U", "Next supply state", "in supply, out of supply, isolated")
    pinned: Key = Key("Ctrl+P", "Pinned", "puts the pinned sign on the unit or takes it off")
    deselect: Key = Key("Ctrl+D", "Deselect", "lets go of the piece")
    range: Key = Key("Ctrl+R", "Command range", "shows the hexes in an HQ's range, for you only")
    take_over: Key = Key(
        "Ctrl+X", "Take over", "takes the place and the state of the unit that it replaces"
    )
    moved: Key = Key("Ctrl+M", "Moved", "puts the moved sign on or takes it off")
    trail: Key = Key("Ctrl+T", "Movement trail", "shows where the piece has gone")
    clone: Key = Key("Ctrl+C", "Clone", "makes another such marker")
    remove: Key = Key("Del", "Remove", "takes a marker off")
    mask: Key = Key("Ctrl+W", "Mask", "hides what the unit is from the other side, or shows it")
    cup: Key = Key("Ctrl+K", "Back into the cup", "puts a drawn chit back")

    def __iter__(self) -> Iterator[Key]:
        return (getattr(self, field.name) for field in fields(self))


KEYS = Keys()
