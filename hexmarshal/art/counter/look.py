"""The style of counters: the form of `counters/ID/look.yaml`, and its values for one counter.

Every entry has a default, so the file is optional.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from hexmarshal.art.colours import WHITE, ink_on, side_colours
from hexmarshal.art.drawing import PT_PER_INCH
from hexmarshal.art.lengths import Colour, Length, between
from hexmarshal.game.counters import KINDS, Counter
from hexmarshal.game.faults import DataError, Fault, Mark
from hexmarshal.game.load.records import faults_of
from hexmarshal.game.load.tables import read_table
from hexmarshal.game.load.yamldoc import Document, Path_, read_yaml
from hexmarshal.game.model import Game
from hexmarshal.game.schema import Form
from hexmarshal.game.text import fold
from hexmarshal.game.words import VALUES


class WhichForm(Form):
    """Selects counters: each field that is filled in must match one of its words."""

    counters: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    echelons: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def matches(self, counter: Counter) -> bool:
        """Whether a counter is selected."""
        asked: tuple[tuple[tuple[str, ...], Iterable[str]], ...] = (
            (self.counters, (counter.id,)),
            (self.sides, (counter.side,)),
            (self.kinds, (counter.kind,)),
            (self.types, (counter.type,)),
            (self.formations, (counter.formation,)),
            (self.echelons, (counter.echelon,)),
            (self.tags, counter.tags),
        )
        return all(
            not wanted or {fold(word) for word in wanted} & {fold(word) for word in given}
            for wanted, given in asked
        )


class PaletteForm(Form):
    """The colours of a group of counters, each a name in `colours` or `#rrggbb`."""

    base: str = Field(description="the counter's background")
    ink: str = Field(
        default="",
        description="text colour; by default black or white, whichever is clearer",
    )
    box: str = Field(default="", description="the inside of the symbol's box; by default white")
    edge: str = Field(default="", description="a frame around the counter; by default none")


class GroupForm(WhichForm):
    """A palette for selected counters; the first group that matches a counter applies."""

    palette: str


class ValuesForm(WhichForm):
    """The values at the foot of a counter: a text with names of values in braces.

    `{attack}-{defence}-{movement}` prints 4-4-4; `{shift:+}` prints a sign; `{range:hex}` puts the
    value in a small hexagon; `?` is printed for an unknown value. `back` is the other side.
    """

    show: str
    back: str = ""


class BandForm(Form):
    """The stripe of a formation, and its short name beside the box."""

    colour: str = ""
    short: str = ""


class SignForm(Form):
    """The national sign of a side."""

    sign: Literal["star", "cross", "disc", "none"] = "disc"
    fill: str = "#444444"
    edge: str = WHITE


class MarkForm(WhichForm):
    """The signs on a chit, if not just that of its own side."""

    signs: tuple[str, ...]


class CounterLookForm(Form):
    """`look.yaml`."""

    size: Annotated[Length, between("0.3in", "2in")] = Field(
        default=0.5 * PT_PER_INCH, description="a counter's edge"
    )
    colours: dict[str, Colour] = Field(default_factory=dict)
    palettes: dict[str, PaletteForm] = Field(default_factory=dict)
    groups: tuple[GroupForm, ...] = ()
    bands: dict[str, BandForm | str] = Field(
        default_factory=dict, description="a colour, or colour and short name, by formation"
    )
    values: tuple[ValuesForm, ...] = ()
    signs: dict[str, SignForm] = Field(default_factory=dict, description="by side")
    marks: tuple[MarkForm, ...] = ()
    corner: bool = Field(default=True, description="set-up hex or arrival turn in the upper right")


@dataclass(frozen=True, slots=True)
class CounterPalette:
    """The colours of one counter."""

    base: str
    ink: str
    box: str = WHITE
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A national sign: `star`, `cross` or `disc` in two colours."""

    sign: str
    fill: str
    edge: str


SIGNS = (
    Sign("cross", "#15171a", "#ffffff"),
    Sign("star", "#b3261e", "#f1d26a"),
    Sign("disc", "#2b4c6f", "#ffffff"),
    Sign("disc", "#54603a", "#ffffff"),
)
"""Default signs of sides, in order."""
OWN = ("palette", "base", "ink", "band", "short", "name", "symbol", "values", "back")
"""Fields that a counter's own row can override in its `look` column, as `field=value`."""
NEUTRAL = "#efe8d4"
BANDS = (
    *("#b23a2e", "#2f5d8a", "#d9a521", "#4d7c3f", "#6a4a86", "#d57a2c"),
    *("#3d8a8a", "#8b5a33", "#f4f1e6", "#2a2b2e", "#a9466f", "#7d8a3a"),
)
"""Default band colours of formations, in order of the counter table."""


def look_of(game: Game) -> CounterLookForm:
    """The counter style of a game. Raises DataError with the place of each fault."""
    data = {key: value for key, value in game.look.items() if key not in ("map", "print")}
    try:
        look = CounterLookForm.model_validate(data)
    except ValidationError as error:
        raise DataError(faults_of(_marks(game), error, CounterLookForm)) from None
    strange = (*_unknown_names(look, {side.id for side in game.sides}), *_unmatched(look, game))
    own = tuple(_row_faults(look, game))
    if strange or own:
        marks = _marks(game)
        faults = [Fault(marks.mark(at), wrong, remedy) for at, wrong, remedy in strange]
        faults += [Fault(_row_mark(game, id_), wrong, remedy) for id_, wrong, remedy in own]
        raise DataError(faults)
    return look


def _marks(game: Game) -> Document:
    """The game's `look.yaml` with the place of every entry."""
    path = next((path for path in game.files if path.name == "look.yaml"), None)
    return read_yaml(path) if path else Document("look.yaml", {}, {})


def _row_mark(game: Game, counter: str) -> Mark:
    """The `look` cell of a counter's row."""
    path = next((path for path in game.files if path.name == "counters.csv"), None)
    rows = read_table(path) if path else ()
    return next((row.mark("look") for row in rows if row["id"] == counter), Mark("counters.csv"))


def _row_faults(look: CounterLookForm, game: Game) -> Iterator[tuple[str, str, str]]:
    """Faults in counters' own overrides: counter, fault, remedy."""
    for counter in game.counters.values():
        for field, value in counter.look.items():
            if field not in OWN:
                yield counter.id, f"unknown look field {field!r}", f"expected {', '.join(OWN)}"
            elif field == "palette" and value not in look.palettes:
                yield counter.id, f"unknown palette {value!r}", _palette_remedy(look)
            elif field in ("base", "ink", "band") and not _is_colour(look, value):
                known = ", ".join(look.colours) or "none yet"
                yield counter.id, f"unknown colour {value!r}", _COLOUR_REMEDY.format(known)


def _is_colour(look: CounterLookForm, name: str) -> bool:
    return name in look.colours or _HEX.fullmatch(name) is not None


_COLOUR_REMEDY = "write it like #c0392f, or use one of your colours: {}"


def _palette_remedy(look: CounterLookForm) -> str:
    known = ", ".join(look.palettes)
    return f"expected {known}" if known else "add it to palettes"


def _unknown_names(look: CounterLookForm, sides: set[str]) -> Iterator[tuple[Path_, str, str]]:
    """Unknown names in a look: place, fault, remedy."""
    for i, group in enumerate(look.groups):
        if group.palette not in look.palettes:
            wrong = f"unknown palette {group.palette!r}"
            yield ("groups", i, "palette"), wrong, _palette_remedy(look)
    for at, colour in _colours(look):
        if colour and not _is_colour(look, colour):
            known = ", ".join(look.colours) or "none yet"
            yield at, f"unknown colour {colour!r}", _COLOUR_REMEDY.format(known)
    signed: list[tuple[Path_, str]] = [(("signs", side), side) for side in look.signs]
    signed += [(("marks", i), side) for i, mark in enumerate(look.marks) for side in mark.signs]
    for at, side in signed:
        if side not in sides:
            yield at, f"unknown side {side!r}", f"expected {', '.join(sorted(sides))}"


def _unmatched(look: CounterLookForm, game: Game) -> Iterator[tuple[Path_, str, str]]:
    """Conditions that match no counter, and values that no counter has."""
    known: dict[str, Iterable[str]] = {
        "counters": game.counters,
        "sides": [side.id for side in game.sides],
        "kinds": KINDS,
    }
    parts: dict[str, tuple[WhichForm, ...]] = {
        "groups": look.groups,
        "values": look.values,
        "marks": look.marks,
    }
    for part, forms in parts.items():
        for i, form in enumerate(forms):
            for field, names in known.items():
                for j, name in enumerate(getattr(form, field)):
                    if fold(name) not in {fold(one) for one in names}:
                        close = difflib.get_close_matches(name, names, n=1)
                        guess = f"did you mean {close[0]!r}?" if close else ""
                        wrong = f"unknown {field.removesuffix('s')} {name!r}"
                        yield (part, i, field, j), wrong, guess or f"expected {_few(names)}"
    values = VALUES | {n for c in game.counters.values() for n in (*c.front, *c.back)}
    for i, shown in enumerate(look.values):
        for field in ("show", "back"):
            text = getattr(shown, field)
            for name in re.findall(r"\{(\w+)(?::(?:\+|hex))?\}", text):
                if name not in values:
                    wrong = f"unknown value {name!r}: no counter has it"
                    yield ("values", i, field), wrong, f"expected {_few(sorted(values))}"
            if re.search(r"[{}]", re.sub(r"\{\w+(:\+|:hex)?\}", "", text)):
                wrong = f"cannot read {text!r}: unbalanced braces or an unknown format"
                yield ("values", i, field), wrong, "write {attack}, {shift:+} or {range:hex}"


def _few(names: Iterable[str]) -> str:
    first = list(names)
    return ", ".join(first[:20]) + (", ..." if len(first) > 20 else "")


def _colours(look: CounterLookForm) -> Iterator[tuple[Path_, str]]:
    for name, palette in look.palettes.items():
        for key in ("base", "ink", "box", "edge"):
            yield ("palettes", name, key), getattr(palette, key)
    for name, band in look.bands.items():
        yield ("bands", name), band if isinstance(band, str) else band.colour
    for name, sign in look.signs.items():
        yield ("signs", name, "fill"), sign.fill
        yield ("signs", name, "edge"), sign.edge


# -- the look of one counter ------------------------------------------------------------------


def colour(look: CounterLookForm, name: str) -> str:
    """A colour by its name in the look; a `#rrggbb` colour stays as it is."""
    return look.colours.get(name, name)


def palette(look: CounterLookForm, game: Game, counter: Counter) -> CounterPalette:
    """The colours of a counter: its own, else its group's, else its side's."""
    named = counter.look.get("palette") or next(
        (group.palette for group in look.groups if group.matches(counter)), ""
    )
    form = look.palettes.get(named) or PaletteForm(base=_ground(game, counter))
    base = colour(look, counter.look.get("base", "") or form.base)
    ink = colour(look, counter.look.get("ink", "") or form.ink) or ink_on(base)
    box = colour(look, form.box) or WHITE
    return CounterPalette(base, ink, box, colour(look, form.edge))


def band(look: CounterLookForm, game: Game, counter: Counter) -> str:
    """The colour of a counter's stripe, empty for none."""
    given = counter.look.get("band", "")
    if given or not counter.formation:
        return colour(look, given)
    if look.bands:
        form = look.bands.get(counter.formation, "")
        return colour(look, form if isinstance(form, str) else form.colour)
    if counter.kind not in ("combat", "hq"):
        return ""
    formations = dict.fromkeys(c.formation for c in game.counters.values() if c.formation)
    return BANDS[list(formations).index(counter.formation) % len(BANDS)]


def short(look: CounterLookForm, counter: Counter) -> str:
    """A formation's short name beside the box: `61st Division` becomes 61."""
    form = look.bands.get(counter.formation, "")
    given = counter.look.get("short", "") or ("" if isinstance(form, str) else form.short)
    return given or shortened(counter.formation)


def shortened(name: str) -> str:
    """A name without generic words such as Division and without ordinal endings."""
    words = [_ORDINAL.sub(r"\1", word) for word in name.split()]
    kept = [word for word in words if fold(word) not in _RANKS]
    return " ".join(kept or words)


def sign(look: CounterLookForm, game: Game, side: str) -> Sign | None:
    """The national sign of a side."""
    if side in look.signs:
        form = look.signs[side]
        if form.sign == "none":
            return None
        return Sign(form.sign, colour(look, form.fill), colour(look, form.edge))
    order = [known.id for known in game.sides]
    return SIGNS[order.index(side) % len(SIGNS)] if side in order else None


def _ground(game: Game, counter: Counter) -> str:
    pairs = side_colours(game.sides)
    dressed = counter.side in pairs and counter.kind != "marker"
    return pairs[counter.side][0] if dressed else NEUTRAL


_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_ORDINAL = re.compile(r"^(\d+)(st|nd|rd|th)$")
_RANKS = frozenset(
    ["division", "div", "corps", "army", "brigade", "bde", "regiment", "rgt", "front", "group"]
)
