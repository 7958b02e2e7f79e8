"""Key strokes and key-command lists, as traits and components spell them.

A key stroke is `code,modifiers` (Java's numbers: Ctrl 130, Shift 65, Alt 520) or *named*:
`57344,0,name`; the engine assigns the code of a named stroke afresh at each start and ignores the
written one. "" is no key. Lists of strokes are `,`-sequences.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.sequence import decode, decode_list, encode

CTRL, SHIFT, ALT = 130, 65, 520
_NAMED_CODE = 57344


def named(name: str) -> str:
    """The named key stroke `name`, a word of the module's own: `named("flip")`."""
    if not name or "," in name:
        raise VassalError(f"a named key stroke cannot be called {name!r}: no comma, not empty")
    return f"{_NAMED_CODE},0,{name}"


def stroke(char: str, modifiers: int = 0) -> str:
    """A real key: `stroke("D", CTRL)`. `char` is a letter or digit; others have other codes."""
    if len(char) != 1 or not (char.isascii() and char.isalnum()):
        raise VassalError(f"{char!r} is not a letter or digit key")
    return f"{ord(char.upper())},{modifiers}"


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """One line of a Dynamic Property's or Global Property's key commands.

    `change` says what happens to the value: see `set_to`, `add`, `ask`, `choose`.
    """

    menu: str
    key: str
    change: str


def set_to(value: str) -> str:
    """Change: the property becomes `value` (a text or an expression)."""
    return encode(("P", value), ",")


def add(step: str | int) -> str:
    """Change: `step` is added to the property, within its minimum and maximum."""
    return encode(("I", step), ",")


def ask(prompt: str) -> str:
    """Change: the player types the value."""
    return encode(("R", prompt), ",")


def choose(prompt: str, values: tuple[str, ...]) -> str:
    """Change: the player picks one of `values`."""
    return encode(("E", prompt, encode(values, ",")), ",")


def encode_commands(commands: tuple[KeyCommand, ...]) -> str:
    """Key commands as the `,`-sequence of `:`-sequences that a trait's type holds."""
    return encode([encode((c.menu, c.key, c.change), ":") for c in commands], ",")


def decode_commands(text: str) -> tuple[KeyCommand, ...]:
    """Undo `encode_commands`; a command with fewer than three fields gets empty ones."""
    commands = []
    for item in decode_list(text):
        menu, key, change, *_ = [*decode(item, ":"), "", ""]
        commands.append(KeyCommand(menu, key, change))
    return tuple(commands)


@dataclass(frozen=True, slots=True)
class Target:
    """The fast-match part of a key command: which pieces it looks at before its filter.

    `sender` is `COUNTER`, `MAP`, `MODULE` or `DECK`: what sends the command. `where` is `""` for
    everywhere, else `CURSTACK CURMAP CURZONE CURLOC MAP ZONE LOCATION XY DECK CURMAT CURATTACH`,
    with `map`, `board`, `zone`, `location`, `x`, `y`, `deck` naming the place. With `property`,
    only pieces whose property stands in relation `relation` to `value` are looked at.
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
    """Parameters of a key command: Dynamic Properties set in each target before it acts."""
    return encode([encode(pair, ":") for pair in parameters.items()], ",")
