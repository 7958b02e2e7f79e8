"""Reading saves of other people's modules through a binding file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.inputs import CheckError
from checker.read.binding_form import BindingForm, ClockForm, HexesForm, PieceForm, PlaceForm
from checker.read.interfaces import GamePiece, GamePlace, GameTime, MapPoint, SavedPiece
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import Point, cell_at
from hexmarshal.game.model import Game
from hexmarshal.game.names import Wanted, find_side
from hexmarshal.game.places import find_place
from hexmarshal.game.position_json import find_scenario
from hexmarshal.game.text import fold
from hexmarshal.game.timing import find_date, find_phase, whose
from hexmarshal.game.words import marker_word
from hexmarshal.vassal.module import Module
from hexmarshal.vassal.save import Save
from hexmarshal.vassal.traits import UsePrototype
from hexmarshal.vassal.turns import CounterLevel, Level

Row = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class GridFit:
    """Maps pixels to the plane of the hexes: `x` and `y` are each a + b * px + c * py."""

    grid: HexField
    x: Row
    y: Row

    @classmethod
    def of(cls, grid: HexField, anchors: Mapping[int, tuple[int, int]]) -> GridFit:
        """The best fit through the pixel centres of some hexes.

        Raises ValueError for fewer than three, for centres on one line, and when they
        contradict each other by more than a third of a hex.
        """
        if len(anchors) < 3:
            raise ValueError("fewer than three hexes; give at least three, not all in one line")
        pixels = list(anchors.values())
        centres = [grid.centre(hex_) for hex_ in anchors]
        fit = cls(
            grid,
            _least_squares(pixels, [c.x for c in centres]),
            _least_squares(pixels, [c.y for c in centres]),
        )
        for hex_, (px, py) in anchors.items():
            fitted, true = fit.point(px, py), grid.centre(hex_)
            if abs(fitted.x - true.x) + abs(fitted.y - true.y) > 1 / 3:
                raise ValueError(f"the centre given for {grid.label(hex_)} does not fit the others")
        return fit

    def point(self, px: int, py: int) -> Point:
        """The point of the plane under a pixel."""
        (a, b, c), (d, e, f) = self.x, self.y
        return Point(a + b * px + c * py, d + e * px + f * py)

    def hex_at(self, px: int, py: int) -> int | None:
        """The hex under a pixel; None off the board."""
        return self.grid.at(cell_at(self.point(px, py), self.grid.orientation))


def _least_squares(pixels: list[tuple[int, int]], values: list[float]) -> Row:
    """a, b, c of the plane a + b * x + c * y nearest to the values. Raises ValueError."""
    n = len(pixels)
    mx, my = sum(x for x, _ in pixels) / n, sum(y for _, y in pixels) / n
    mean = sum(values) / n
    sxx = sum((x - mx) ** 2 for x, _ in pixels)
    syy = sum((y - my) ** 2 for _, y in pixels)
    sxy = sum((x - mx) * (y - my) for x, y in pixels)
    sxv = sum((x - mx) * (v - mean) for (x, _), v in zip(pixels, values, strict=True))
    syv = sum((y - my) * (v - mean) for (_, y), v in zip(pixels, values, strict=True))
    determinant = sxx * syy - sxy * sxy
    if determinant <= 1e-9 * max(sxx * syy, 1):
        raise ValueError("the hexes lie on one line; add one that does not")
    b = (sxv * syy - syv * sxy) / determinant
    c = (syv * sxx - sxv * sxy) / determinant
    return mean - b * mx - c * my, b, c


@dataclass(frozen=True)
class FileBinding:
    """A binding file applied to a game; `module` is the module of the saves, if known."""

    form: BindingForm
    game: Game
    module: Module | None = None

    # -- places -------------------------------------------------------------------------------

    def place(self, point: MapPoint) -> GamePlace:
        if not point.map:
            return GamePlace()
        if not point.deck:
            for hexes in self.form.hexes:
                hex_ = self._hex(hexes, point)
                if hex_ is not None:
                    return GamePlace(hex=hex_)
        for form in self.form.places:
            values = _match_point(form, point, ("map", "board", "zone", "location", "deck"))
            if values is not None:
                text = filled(form.place, values)
                return GamePlace(place=find_place(self.game.board, text) or text)
        for name in (point.deck, point.location, point.zone, point.map):
            if place := find_place(self.game.board, name):
                return GamePlace(place=place)
        return GamePlace(why=f"the binding does not say which hex or box {point} is")

    def _hex(self, form: HexesForm, point: MapPoint) -> int | None:
        grid = self.game.board.grid
        if form.anchors:
            if _match_point(form, point, ("map", "board", "zone")) is None:
                return None
            return self._fits[form.model_dump_json(include={"anchors"})].hex_at(point.x, point.y)
        values = _match_point(form, point, ("map", "board", "zone", "location"))
        return None if values is None else grid.find(filled(form.hex, values))

    @cached_property
    def _fits(self) -> Mapping[str, GridFit]:
        """How pixels map to hexes, by the anchors as written in the file."""
        forms = [form for form in self.form.hexes if form.anchors]
        return {
            form.model_dump_json(include={"anchors"}): self._fit(form.anchors) for form in forms
        }

    def _fit(self, anchors: Mapping[str, str]) -> GridFit:
        points = {}
        for label, text in anchors.items():
            hex_ = self.game.board.grid.find(label)
            if hex_ is None:
                raise CheckError(f"the binding's anchor {label!r} is not a hex of {self.game.id}")
            x, _, y = text.partition(",")
            points[hex_] = (int(x), int(y))
        try:
            return GridFit.of(self.game.board.grid, points)
        except ValueError as error:
            raise CheckError(f"the binding's anchors cannot be used: {error}") from None

    # -- pieces -------------------------------------------------------------------------------

    def piece(self, saved: SavedPiece) -> GamePiece | str | None:
        properties = self._properties(saved)
        result = _PieceResult()
        for rule in self.form.pieces:
            values = _match_all(rule.when, properties)
            if values is None:
                continue
            if rule.ignore:
                return None
            result.apply(rule, {**properties, **values})
        return self._game_piece(saved, result)

    def _game_piece(self, saved: SavedPiece, result: _PieceResult) -> GamePiece | str:
        side = result.texts.get("side", "")
        known = find_side(self.game, self.form.sides.get(side, side)) if side else ""
        if side and not known:
            return f"the binding does not say which side {side!r} is"
        lost = result.texts.get("steps_lost", "0")
        if not re.fullmatch(r"\d{1,4}", lost):
            return f"steps_lost in the binding gives {lost!r}; expected a whole number"
        return GamePiece(
            wanted=Wanted(
                name=result.texts.get("name", saved.name),
                side=known,
                formation=result.texts.get("formation", ""),
                kind=fold(result.texts.get("kind", "")),
                type=fold(result.texts.get("type", "")),
                id=result.texts.get("counter", ""),
            ),
            steps_lost=int(lost),
            markers=frozenset(map(marker_word, result.markers)),
            says=marker_word(result.texts.get("says", "")),
            whole_hex=result.whole_hex,
        )

    def _properties(self, saved: SavedPiece) -> dict[str, str]:
        """A piece's properties, with its place on the map and in the palette."""
        point = saved.point
        places = {
            "Map": point.map,
            "Board": point.board,
            "Zone": point.zone,
            "Location": point.location,
            "Deck": point.deck,
        }
        return {
            **places,
            **self._palette.get(saved.properties.get("gpid", ""), {}),
            **saved.properties,
        }

    @cached_property
    def _palette(self) -> Mapping[str, Mapping[str, str]]:
        """By gpid: the slot's name, the names above it, and the prototypes of its piece."""
        if self.module is None:
            return {}
        return {
            slot.gpid: palette_properties(slot.name, slot.path, slot.piece.all(UsePrototype))
            for slot in self.module.slots
        }

    # -- time ---------------------------------------------------------------------------------

    def time(self, save: Save) -> GameTime:
        turn = _clock_text(self.form.turn, save)
        phase = _clock_text(self.form.phase, save)
        when = find_phase(self.game, phase) if phase else None
        date = find_date(self.game, turn) or "" if turn else ""
        return GameTime(
            scenario=find_scenario(self.game, _clock_text(self.form.scenario, save)),
            turn=self._turn(turn, date),
            date=date,
            phase=when.phase if when else "",
            facts=whose(self.game, phase),
        )

    def _turn(self, text: str, date: str) -> int | None:
        """The turn given by a number, a date or a title."""
        if re.fullmatch(r"\d{1,6}", text):
            return int(text)
        if date:
            return self.game.turn_of_date(date)
        return next(
            (t.number for t in self.game.turns if text and fold(t.title) == fold(text)), None
        )


def _clock_text(form: ClockForm, save: Save) -> str:
    """The turn, phase or scenario that a save gives, as text; "" if it gives none."""
    text = form.value
    if form.property:
        text = save.property(form.property) or ""
    elif form.level:
        text = _level_text(save, form.tracker, [int(step) for step in form.level.split(".")])
    match = form.pattern.fullmatch(text)
    if match is None:
        return ""
    value = match["value"] if "value" in form.pattern.groupindex else match[0]
    if value in form.words:
        return form.words[value]
    return str(int(value) + form.add) if re.fullmatch(r"-?\d{1,6}", value or "") else value or ""


class _PieceResult:
    """What the matching rules say about a piece; the first rule to set a value wins."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.markers: list[str] = []
        self.whole_hex = False

    def apply(self, rule: PieceForm, values: Mapping[str, str]) -> None:
        for key in ("counter", "name", "side", "formation", "kind", "type", "steps_lost", "says"):
            if text := filled(getattr(rule, key), values):
                self.texts.setdefault(key, text)
        self.markers += [filled(marker, values) for marker in rule.markers]
        self.whole_hex = self.whole_hex or rule.hex


def palette_properties(
    name: str, path: Iterable[str], uses: Iterable[UsePrototype]
) -> Mapping[str, str]:
    """The properties a piece has from its module's palette: `Slot`, `Palette`, `Prototypes`."""
    return {
        "Slot": name,
        "Palette": " / ".join(path),
        "Prototypes": " / ".join(use.name for use in uses),
    }


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with each `{name}` replaced by its value; a name without a value becomes empty."""
    return re.sub(r"\{([^{}]+)\}", lambda match: values.get(match[1], ""), text)


def _match_all(
    patterns: Mapping[str, re.Pattern[str]], texts: Mapping[str, str]
) -> dict[str, str] | None:
    """The groups of all patterns, numbered (0: the whole) and named; None unless all match."""
    values: dict[str, str] = {}
    for name, pattern in patterns.items():
        match = pattern.fullmatch(texts.get(name, ""))
        if match is None:
            return None
        values |= _groups(match)
    return values


def _groups(match: re.Match[str]) -> dict[str, str]:
    numbered = {str(n): text or "" for n, text in enumerate((match[0], *match.groups()))}
    return numbered | {name: text or "" for name, text in match.groupdict().items()}


def _match_point(
    form: HexesForm | PlaceForm, point: MapPoint, keys: Iterable[str]
) -> dict[str, str] | None:
    """The groups of a place's patterns; None unless all match the point."""
    patterns = {key: getattr(form, key) for key in keys}
    return _match_all(patterns, {key: getattr(point, key) for key in patterns})


def _level_text(save: Save, tracker: str, path: list[int]) -> str:
    """What a level of a turn tracker shows: a counter's number, a list's index; "" if none."""
    state = save.turn(tracker)
    levels: tuple[Level, ...] = state.levels if state else ()
    found: Level | None = None
    for index in path:
        if index >= len(levels):
            return ""
        found = levels[index]
        levels = found.below
    if found is None:
        return ""
    return str(found.value if isinstance(found, CounterLevel) else found.index)
