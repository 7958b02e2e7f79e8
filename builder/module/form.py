"""The `module:` section of `game.yaml`: options for a game's VASSAL module.

Every option has a default; a game without the section gets a complete module.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hexmarshal.game.model import Game
from hexmarshal.game.schema import Form, Truth, like

Hotkey = Annotated[
    str,
    like(
        r"^((Ctrl|Shift|Alt)\+)*([A-Z0-9]|F[1-9]|F1[0-2])$|^$",
        "write it like Ctrl+D, Ctrl+Shift+1 or F5",
    ),
]
Expression = Annotated[str, like(r"^(\{.*\})?$", "write a BeanShell expression in braces, {...}")]
Chart = Annotated[
    str,
    like(
        r"^\w[\w-]*(\.[\w-]+)*\.(html|png)$",
        "name an HTML or PNG file beside game.yaml, such as combat.html",
    ),
]


Word = Annotated[
    str,
    like(
        r"^[^\W\d_][^\W_]*( [^\W_]+)*$",
        "use only letters, digits and spaces",
    ),
]


class DiceForm(Form):
    """A dice button that rolls `count` dice with `sides` sides."""

    name: str = Field(min_length=1)
    count: int = Field(ge=1, le=100)
    sides: int = Field(default=6, ge=2, le=1000)
    total: Truth = True
    hotkey: Hotkey = ""


class ClearForm(Form):
    """What is cleared automatically at the start of a phase or segment."""

    phase: str = Field(min_length=1, description="id of a phase or segment")
    states: tuple[Word, ...] = ()
    moved: Truth = False
    chits: Truth = Field(default=False, description="return drawn chits to the cup")
    note: str = Field(default="", description="a message for the chat window")


class ChartPageForm(Form):
    """A page of the charts window: an HTML or PNG file beside `game.yaml`."""

    title: str = Field(min_length=1)
    file: Chart


class ModuleForm(Form):
    """The whole section."""

    dice: tuple[DiceForm, ...] = (
        DiceForm(name="1d6", count=1, hotkey="Ctrl+1"),
        DiceForm(name="2d6", count=2, hotkey="Ctrl+2"),
    )
    states: tuple[Word, ...] | None = Field(
        default=None,
        description="marker words that are states of a unit; by default every marker word of the "
        "game that the rules know",
    )
    zoc: Expression = Field(
        default="",
        description="when a unit shades its zone of control; by default as rules.yaml says",
    )
    clears: tuple[ClearForm, ...] = ()
    charts: tuple[ChartPageForm, ...] = ()
    fog: Truth | None = Field(
        default=None,
        description="whether players may mask their units; by default if the rules have fog of war",
    )


def module_form(game: Game) -> ModuleForm:
    """The game's section, validated. Raises pydantic.ValidationError."""
    return ModuleForm.model_validate(game.module)
