"""Key strokes and lists of key commands, as written in traits and components.

A key stroke is `code,modifiers` (Java's numbers: Ctrl 130, Shift 65, Alt 520) or *named*:
`57344,0,name`. The engine assigns the code of a named stroke at each start and ignores the written
one. "" means no key. Lists of strokes are `,`-sequences.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.sequence import decode, decode_list, encode

CTRL, SHIFT, ALT = 130, 65, 520
_NAMED_CODE = 57344


def named(name: str) -> str:
    """The named key stroke `name`, chosen by the module: `named("flip")`."""
    if not name or "," in name:
        raise VassalError(
            f"invalid key stroke name {name!r}; it must not be empty or contain a comma"
        )
    return f"{_NAMED_CODE},0,{name}"


def stroke(char: str, modifiers: int = 0) -> str:
    """A real key: `stroke("D", CTRL)`. `char` is a letter or digit."""
    if len(char) != 1 or not (char.isascii() and char.isalnum()):
        raise VassalError(f"expected a letter or digit, got {char!r}")
    return f"{ord(char.upper())},{modifiers}"


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """One line of a Dynamic Property's or Global Property's key commands.

    `change` is what happens to the value: see `set_to`, `add`, `ask` and `choose`.
    """

    menu: str
    key: str
    change: str


def set_to(value: str) -> str:
    """Change: set the property to `value` (a text or an expression)."""
    return encode(("P", value), ",")


def add(step: str | int) -> str:
    """Change: add `step`, within the property's minimum and maximum."""
    return encode(("I", step), ",")


def ask(prompt: str) -> str:
    """Change: the player types the value."""
    return encode(("R", prompt), ",")


def choose(prompt: str, values: tuple[str, ...]) -> str:
    """Change: the player picks one of `values`."""
    return encode(("E", prompt, encode(values, ",")), ",")


def encode_commands(commands: tuple[KeyCommand, ...]) -> str:
    """Key commands as in a trait's type: a `,`-sequence of `:`-sequences."""
    return encode([encode((c.menu, c.key, c.change), ":") for c in commands], ",")


def decode_commands(text: str) -> tuple[KeyCommand, ...]:
    """Undo `encode_commands`; missing fields of a command become empty."""
    commands = []
    for item in decode_list(text):
        menu, key, change, *_ = [*decode(item, ":"), "", ""]
        commands.append(KeyCommand(menu, key, change))
    return tuple(commands)


@dataclass(frozen=True, slots=True)
class Target:
    """The fast-match part of a key command: the pieces considered before its filter.

    `sender` is what sends the command: `COUNTER`, `MAP`, `MODULE` or `DECK`. `where` is `""` for
    everywhere, or one of `CURSTACK CURMAP CURZONE CURLOC MAP ZONE LOCATION XY DECK CURMAT
    CURATTACH`; `map`, `board`, `zone`, `location`, `x`, `y` and `deck` give the place. With
    `property`, only pieces are considered whose value compares to `value` by `relation`.
    """

    sender: str = "COUNTER"
    where: str = ""
    map: str = ""
    board: str = ""
    zone: str = ""
    location: str = ""
    x: str = "0"
    y: str = "0"
    deck: str = ""
    property: str = ""
    value: str = ""
    relation: str = "EQUALS"
    attachment: str = ""
    attachment_id: str = ""

    def __str__(self) -> str:
        fields = (
            self.sender,
            bool(self.where),
            self.where or "MAP",
            self.map,
            self.board,
            self.zone,
            self.location,
            self.x,
            self.y,
            self.deck,
            bool(self.property),
            self.property,
            self.value,
            self.relation,
            self.attachment,
            self.attachment_id,
        )
        return encode(fields, "|")


def encode_parameters(parameters: dict[str, str]) -> str:
    """Parameters of a key command: Dynamic Properties set in each target before the command."""
    return encode([encode(pair, ":") for pair in parameters.items()], ",")
