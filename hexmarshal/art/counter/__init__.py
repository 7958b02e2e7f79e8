"""The contents of both sides of a counter, from the game's data and look.

A `Card` is immutable, and equal cards look the same. `faces` turns a card into drawings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hexmarshal.art.counter.look import (
    CounterLookForm,
    CounterPalette,
    Sign,
    band,
    look_of,
    palette,
    short,
    sign,
)
from hexmarshal.game.basis import Value
from hexmarshal.game.counters import Counter, PrintedSide
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import fold

Layout = Literal["unit", "hq", "air", "naval", "pictogram", "chit", "marker"]

LAYOUTS: Mapping[str, Layout] = {
    "combat": "unit",
    "hq": "hq",
    "air": "air",
    "naval": "naval",
    "chit": "chit",
    "marker": "marker",
}
"""The layout of each kind of counter; other kinds get a pictogram."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part of the values at a counter's foot, in a small hexagon if `hexed`."""

    text: str
    hexed: bool = False


@dataclass(frozen=True, slots=True)
class CounterFace:
    """Everything on one side of a counter."""

    layout: Layout
    palette: CounterPalette
    name: str
    type: str = ""
    echelon: str = ""
    formation: str = ""
    """The short name beside the box."""
    band: str = ""
    """Colour of the formation's stripe, "" for none."""
    corner: str = ""
    """The corner text: set-up hex, or turn and entry area."""
    values: tuple[Token, ...] = ()
    label: str = ""
    """A few words instead of the top line, as on the back of an HQ."""
    pips: int = 0
    """Number of steps, if more than the two sides of a counter can represent."""
    dot: bool = False
    """The red dot of a combat unit without ZOC."""
    stripe: bool = False
    """The white stripe of a reduced or turned counter."""
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One counter with both sides; `size` is its edge in points."""

    counter: str
    size: float
    front: CounterFace
    back: CounterFace | None = None
    reverse: str = ""
    """The meaning of the back, unless it is the same unit reduced."""


def cards(game: Game) -> dict[str, Card]:
    """The card of every counter of a game, by counter id.

    Identical pieces that arrive in different turns share a card without a corner text.
    """
    look = look_of(game)
    corners = _corners(game)
    found = {}
    for counter in game.counters.values():
        told = corners.get(counter.id, [])
        common = told[0] if told and len(set(told)) == 1 else ""
        found[counter.id] = card(game, look, counter, common)
    return found


def copies(game: Game) -> list[Card]:
    """Every single counter of a game, identical ones repeated, each with its own corner text."""
    look = look_of(game)
    corners = _corners(game)
    return [
        card(game, look, counter, told[copy] if copy < len(told) else "")
        for counter in game.counters.values()
        for told in (corners.get(counter.id, []),)
        for copy in range(counter.count)
    ]


def card(game: Game, look: CounterLookForm, counter: Counter, corner: str = "") -> Card:
    """The card of one counter."""
    front = _front(game, look, counter, corner if look.corner else "")
    back = _back(game, look, counter, front)
    return Card(counter.id, look.size, front, back, counter.reverse)


# -- sides ------------------------------------------------------------------------------------


def _front(game: Game, look: CounterLookForm, counter: Counter, corner: str) -> CounterFace:
    layout = LAYOUTS.get(counter.kind, "pictogram")
    return CounterFace(
        layout=layout,
        palette=palette(look, game, counter),
        name=counter.look.get("name", counter.name),
        type=counter.look.get("symbol", counter.type),
        echelon=counter.echelon,
        formation=short(look, counter),
        band=band(look, game, counter),
        corner=corner,
        values=_values(look, counter, reduced=False),
        pips=_pips(counter),
        dot=_without_zoc(game, counter, reduced=False),
        signs=_signs(game, look, counter) if layout == "chit" else (),
    )


def _back(
    game: Game, look: CounterLookForm, counter: Counter, front: CounterFace
) -> CounterFace | None:
    match front.layout:
        case "marker" | "chit":
            return _turned(front, counter) if counter.reverse else None
        case "hq" if counter.reverse:
            return replace(front, label=counter.reverse, stripe=True, corner="")
    if not counter.back and not counter.reverse:
        return None
    unknown = (Token("?"),) if front.values else ()
    return replace(
        front,
        values=_values(look, counter, reduced=True) if counter.back else unknown,
        pips=front.pips if counter.reverse else 0,
        corner=counter.reverse.partition(" ")[0].upper() or front.corner,
        dot=_without_zoc(game, counter, reduced=True),
        stripe=True,
    )


def _pips(counter: Counter) -> int:
    steps = counter.steps.number
    return steps if isinstance(steps, int) and 2 < steps <= 9 and counter.is_unit else 0


def _turned(front: CounterFace, counter: Counter) -> CounterFace:
    """The other side of a marker, with the front's colours swapped."""
    colours = replace(front.palette, base=front.palette.ink, ink=front.palette.base)
    return replace(front, palette=colours, name=counter.reverse, type=fold(counter.reverse))


def _signs(game: Game, look: CounterLookForm, counter: Counter) -> tuple[Sign, ...]:
    mark = next((mark for mark in look.marks if mark.matches(counter)), None)
    everyone = tuple(side.id for side in game.sides)
    sides = mark.signs if mark else (counter.side,) if counter.side else everyone
    return tuple(found for side in sides if (found := sign(look, game, side)))


def _without_zoc(game: Game, counter: Counter, *, reduced: bool) -> bool:
    """Whether the rules deny a combat unit a ZOC; no where the value that decides is missing."""
    if counter.kind != "combat" or game.rules.zoc is None:
        return False
    return game.rules.exertion(PrintedSide(counter, reduced)).does.number is False


# -- values -----------------------------------------------------------------------------------

_USUAL = {
    "combat": ("attack", "defence", "movement"),
    "hq": ("range", "movement"),
}
_NAME = re.compile(r"\{(\w+)(?::(\+|hex))?\}")


def value_names(look: CounterLookForm, counter: Counter) -> tuple[str, ...]:
    """The names of the values at a counter's foot, in order, from the side with the most."""
    sides = (_NAME.findall(_values_text(look, counter, reduced=back)) for back in (False, True))
    return tuple(name for name, _ in max(sides, key=len))


def _values(look: CounterLookForm, counter: Counter, *, reduced: bool) -> tuple[Token, ...]:
    return _tokens(_values_text(look, counter, reduced=reduced), counter, reduced=reduced)


def _values_text(look: CounterLookForm, counter: Counter, *, reduced: bool) -> str:
    """The format of the values, from the counter's row, the look, or the default."""
    form = next((form for form in look.values if form.matches(counter)), None)
    text = counter.look.get("back" if reduced else "values", "")
    if not text and form is not None:
        text = (form.back if reduced else "") or form.show
    return text or _default_values_text(counter)


def _default_values_text(counter: Counter) -> str:
    if counter.kind == "hq":
        parts = ("{range:hex}" if "range" in counter.front else "", "{movement}")
        return "  ".join(part for part in parts if part)
    if counter.kind == "combat":
        return "-".join(f"{{{name}}}" for name in _USUAL["combat"])
    if "shift" in counter.front:
        return "{shift:+}"
    return "-".join(f"{{{name}}}" for name in counter.front)


def _tokens(pattern: str, counter: Counter, *, reduced: bool) -> tuple[Token, ...]:
    tokens: list[Token] = []
    plain = ""
    at = 0
    for match in _NAME.finditer(pattern):
        plain += pattern[at : match.start()]
        at = match.end()
        text = number(counter.value(match[1], reduced=reduced), signed=match[2] == "+")
        if (
            match[1] == "attack"
            and counter.value("attack_capable", reduced=reduced).number is False
        ):
            text = f"({text})"
        if match[2] == "hex":
            tokens += [Token(plain.strip())] if plain.strip() else []
            tokens.append(Token(text, hexed=True))
            plain = ""
        else:
            plain += text
    plain += pattern[at:]
    return (*tokens, Token(plain.strip())) if plain.strip() else tuple(tokens)


def number(value: Value, *, signed: bool = False) -> str:
    """A value as printed: `4`, `½`, `+2`, or `?` if unknown."""
    given = value.number
    if given is None:
        return "?"
    if isinstance(given, float):
        whole, half = divmod(abs(given), 1)
        if half in (0, 0.5):
            text = (str(int(whole)) if whole or not half else "") + ("½" if half else "")
            return ("-" if given < 0 else "+" if signed else "") + text
        return f"{given:+g}" if signed else f"{given:g}"
    if isinstance(given, int) and signed:
        return f"{given:+d}"
    return str(given)


# -- corners ----------------------------------------------------------------------------------


def _corners(game: Game) -> dict[str, list[str]]:
    """The corner texts of each counter's pieces, from the first scenario that places it."""
    found: dict[str, list[str]] = {}
    for scenario in game.scenarios:
        here: dict[str, list[str]] = {}
        for placement in scenario.placements:
            if placement.kind != "withdrawal" and placement.counter not in found:
                texts = here.setdefault(placement.counter, [])
                texts += [corner(game, placement)] * placement.count
        found.update(here)
    return found


def corner(game: Game, placement: Placement) -> str:
    """The corner text: where and when a piece comes into play.

    `~17.38` means within some hexes of 17.38.
    """
    grid = game.board.grid
    if placement.hex is not None and placement.turn is None and not placement.date:
        about = "~" if placement.within else ""
        return about + grid.label(placement.hex)
    turn = placement.turn
    if turn is None and placement.date:
        turn = game.turn_of_date(placement.date)
    if turn is None:
        return ""
    return f"{turn}{placement.entry}"
