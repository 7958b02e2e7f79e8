"""The `module:` section of `game.yaml`: what a game's VASSAL module needs beyond the common.

Nothing here is needed: every game gets a whole module without it.
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
    like(r"^[^\W\d_][^\W_]*( [^\W_]+)*$", "write a marker word of letters, digits and spaces"),
]


class DiceForm(Form):
    """A dice button; `count` dice of `sides` sides."""

    name: str = Field(min_length=1)
    count: int = Field(ge=1, le=100)
    sides: int = Field(default=6, ge=2, le=1000)
    total: Truth = True
    hotkey: Hotkey = ""


class ClearForm(Form):
    """What goes away by itself when a phase or segment begins."""

    phase: str = Field(min_length=1, description="id of a phase or segment")
    states: tuple[Word, ...] = ()
    moved: Truth = False
    chits: Truth = Field(default=False, description="drawn chits go back into the cup")
    note: str = Field(default="", description="a line for the chat")


class ChartPageForm(Form):
    """A page of the charts window: an HTML or PNG file beside `game.yaml`."""

    title: str = Field(min_length=1)
    file: Chart


class ModuleForm(Form):
    """All of the section."""

    dice: tuple[DiceForm, ...] = (
        DiceForm(name="1d6", count=1, hotkey="Ctrl+1"),
        DiceForm(name="2d6", count=2, hotkey="Ctrl+2"),
    )
    states: tuple[Word, ...] | None = Field(
        default=None,
        description="marker words that a unit bears itself; by default every marker of the game "
        "whose word the rules know",
    )
    zoc: Expression = Field(
        default="",
        description="when a unit on the map shades its zone of control; by default combat units "
        "with an attack strength",
    )
    clears: tuple[ClearForm, ...] = ()
    charts: tuple[ChartPageForm, ...] = ()
    fog: Truth | None = Field(
        default=None,
        description="whether players may mask their pieces; by default where the rules have fog "
        "of war",
    )


def module_form(game: Game) -> ModuleForm:
    """The game's section, checked. Raises pydantic.ValidationError."""
    return ModuleForm.model_validate(game.module)
