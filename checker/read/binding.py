"""Reading a save of anybody's module through a binding file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from checker.overrides import CheckError
from checker.read.binding_form import BindingForm, ClockForm, HexesForm, PieceForm, PlaceForm
from checker.read.spots import Bound, SavedPiece, Spot, Time, Where
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.hexgrid import Point, cell_at
from hexmarshal.game.model import Game
from hexmarshal.game.names import Wanted, find_side
from hexmarshal.game.places import find_place
from hexmarshal.game.position_json import find_scenario, marker_word
from hexmarshal.game.text import fold
from hexmarshal.game.timing import find_date, find_phase, whose
from hexmarshal.vassal.module import Module
from hexmarshal.vassal.save import Save
from hexmarshal.vassal.traits import UsePrototype
from hexmarshal.vassal.turns import CounterLevel, Level

Row = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class GridFit:
    """Leads from pixels to the plane of the hexes: `x` and `y` are each a + b * px + c * py."""

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
            raise ValueError("three hexes are needed, not all in one row")
        pixels = list(anchors.values())
        centres = [grid.centre(hex_) for hex_ in anchors]
        fit = cls(
            grid,
            _least_squares(pixels, [c.x for c in centres]),
            _least_squares(pixels, [c.y for c in centres]),
        )
        for hex_, (px, py) in anchors.items():
            at, true = fit.point(px, py), grid.centre(hex_)
            if abs(at.x - true.x) + abs(at.y - true.y) > 1 / 3:
                raise ValueError(f"the centre given for {grid.label(hex_)} does not fit the others")
        return fit

    def point(self, px: int, py: int) -> Point:
        """The point of the plane under a pixel."""
        (a, b, c), (d, e, f) = self.x, self.y
        return Point(a + b * px + c * py, d + e * px + f * py)

    def hex_at(self, px: int, py: int) -> int | None:
        """The hex under a pixel, None beside the board."""
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
        raise ValueError("the hexes lie on one line; name one beside it")
    b = (sxv * syy - syv * sxy) / determinant
    c = (syv * sxx - sxv * sxy) / determinant
    return mean - b * mx - c * my, b, c


@dataclass(frozen=True)
class FileBinding:
    """A binding file applied to a game; `module` is the module of the saves, where it is known."""

    form: BindingForm
    game: Game
    module: Module | None = None

    # -- where --------------------------------------------------------------------------------

    def where(self, spot: Spot) -> Where:
        if not spot.map:
            return Where()
        if not spot.deck:
            for hexes in self.form.hexes:
                hex_ = self._hex(hexes, spot)
                if hex_ is not None:
                    return Where(hex=hex_)
        for place in self.form.places:
            values = _fitting(place, spot, ("map", "board", "zone", "location", "deck"))
            if values is not None:
                text = filled(place.place, values)
                return Where(place=find_place(self.game.board, text) or text)
        for name in (spot.deck, spot.location, spot.zone, spot.map):
            if place_name := find_place(self.game.board, name):
                return Where(place=place_name)
        return Where(why=f"the binding does not say which hex or box {spot} is")

    def _hex(self, form: HexesForm, spot: Spot) -> int | None:
        grid = self.game.board.grid
        if form.anchors:
            if _fitting(form, spot, ("map", "board", "zone")) is None:
                return None
            return self._fits[form.model_dump_json(include={"anchors"})].hex_at(spot.x, spot.y)
        values = _fitting(form, spot, ("map", "board", "zone", "location"))
        return None if values is None else grid.find(filled(form.hex, values))

    @cached_property
    def _fits(self) -> Mapping[str, GridFit]:
        """How pixels lie over the hexes, by the anchors as they stand in the file."""
        forms = [form for form in self.form.hexes if form.anchors]
        return {
            form.model_dump_json(include={"anchors"}): self._fit(form.anchors) for form in forms
        }

    def _fit(self, anchors: Mapping[str, str]) -> GridFit:
        points = {}
        for label, text in anchors.items():
            hex_ = self.game.board.grid.find(label)
            if hex_ is None:
                raise CheckError(f"the binding's anchor {label!r} is no hex of {self.game.id}")
            x, _, y = text.partition(",")
            points[hex_] = (int(x), int(y))
        try:
            return GridFit.of(self.game.board.grid, points)
        except ValueError as error:
            raise CheckError(f"the binding's anchors do not do: {error}") from None

    # -- what ---------------------------------------------------------------------------------

    def piece(self, saved: SavedPiece) -> Bound | str | None:
        told = self._properties(saved)
        said = _Said()
        for rule in self.form.pieces:
            values = _matching(rule.when, told)
            if values is None:
                continue
            if rule.ignore:
                return None
            said.take(rule, {**told, **values})
        return self._bound(saved, said)

    def _bound(self, saved: SavedPiece, said: _Said) -> Bound | str:
        side = said.texts.get("side", "")
        known = find_side(self.game, self.form.sides.get(side, side)) if side else ""
        if side and not known:
            return f"the binding does not say which side {side!r} is"
        lost = said.texts.get("steps_lost", "0")
        if not re.fullmatch(r"\d{1,4}", lost):
            return f"the binding makes {lost!r} of its lost steps, which is no number"
        return Bound(
            wanted=Wanted(
                name=said.texts.get("name", saved.name),
                side=known,
                formation=said.texts.get("formation", ""),
                kind=fold(said.texts.get("kind", "")),
                type=fold(said.texts.get("type", "")),
                id=said.texts.get("counter", ""),
            ),
            steps_lost=int(lost),
            markers=frozenset(map(marker_word, said.markers)),
            says=marker_word(said.texts.get("says", "")),
            whole_hex=said.whole_hex,
        )

    def _properties(self, saved: SavedPiece) -> dict[str, str]:
        """A piece's properties, with where it stands and where its palette has it."""
        spot = saved.spot
        places = {
            "Map": spot.map,
            "Board": spot.board,
            "Zone": spot.zone,
            "Location": spot.location,
            "Deck": spot.deck,
        }
        return {
            **places,
            **self._palette.get(saved.properties.get("gpid", ""), {}),
            **saved.properties,
        }

    @cached_property
    def _palette(self) -> Mapping[str, Mapping[str, str]]:
        """By gpid: the slot's name, the names around it, and the prototypes its piece uses."""
        if self.module is None:
            return {}
        return {
            slot.gpid: palette_properties(slot.name, slot.path, slot.piece.all(UsePrototype))
            for slot in self.module.slots
        }

    # -- when ---------------------------------------------------------------------------------

    def time(self, save: Save) -> Time:
        turn = self._told(self.form.turn, save)
        phase = self._told(self.form.phase, save)
        when = find_phase(self.game, phase) if phase else None
        date = find_date(self.game, turn) or "" if turn else ""
        return Time(
            scenario=find_scenario(self.game, self._told(self.form.scenario, save)),
            turn=self._turn(turn, date),
            date=date,
            phase=when.phase if when else "",
            facts=whose(self.game, phase),
        )

    def _turn(self, told: str, date: str) -> int | None:
        """The turn that a number, a date or a title means."""
        if re.fullmatch(r"\d{1,6}", told):
            return int(told)
        if date:
            return self.game.turn_of_date(date)
        return next(
            (t.number for t in self.game.turns if told and fold(t.title) == fold(told)), None
        )

    def _told(self, form: ClockForm, save: Save) -> str:
        """What the save says of the turn, the phase or the scenario."""
        text = form.value
        if form.property:
            text = save.property(form.property) or ""
        elif form.level:
            text = _shown(save, form.tracker, [int(step) for step in form.level.split(".")])
        match = form.pattern.fullmatch(text)
        if match is None:
            return ""
        value = match["value"] if "value" in form.pattern.groupindex else match[0]
        if value in form.words:
            return form.words[value]
        return (
            str(int(value) + form.add) if re.fullmatch(r"-?\d{1,6}", value or "") else value or ""
        )


class _Said:
    """What the rules that fit a piece say of it; the first to say a thing is believed."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.markers: list[str] = []
        self.whole_hex = False

    def take(self, rule: PieceForm, values: Mapping[str, str]) -> None:
        for key in ("counter", "name", "side", "formation", "kind", "type", "steps_lost", "says"):
            if text := filled(getattr(rule, key), values):
                self.texts.setdefault(key, text)
        self.markers += [filled(marker, values) for marker in rule.markers]
        self.whole_hex = self.whole_hex or rule.hex


def palette_properties(
    name: str, path: Iterable[str], uses: Iterable[UsePrototype]
) -> Mapping[str, str]:
    """What a module's palette says of a piece: `Slot`, `Palette`, `Prototypes`."""
    return {
        "Slot": name,
        "Palette": " / ".join(path),
        "Prototypes": " / ".join(use.name for use in uses),
    }


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its `{name}`s replaced; a name that no value bears stands for nothing."""
    return re.sub(r"\{([^{}]+)\}", lambda match: values.get(match[1], ""), text)


def _matching(
    patterns: Mapping[str, re.Pattern[str]], told: Mapping[str, str]
) -> dict[str, str] | None:
    """The groups of all patterns, numbered (0: the whole) and named, when each fits."""
    values: dict[str, str] = {}
    for name, pattern in patterns.items():
        match = pattern.fullmatch(told.get(name, ""))
        if match is None:
            return None
        values |= _groups(match)
    return values


def _groups(match: re.Match[str]) -> dict[str, str]:
    numbered = {str(n): text or "" for n, text in enumerate((match[0], *match.groups()))}
    return numbered | {name: text or "" for name, text in match.groupdict().items()}


def _fitting(form: HexesForm | PlaceForm, spot: Spot, keys: Iterable[str]) -> dict[str, str] | None:
    """The groups of a place's patterns when all of them fit a spot."""
    patterns = {key: getattr(form, key) for key in keys}
    return _matching(patterns, {key: getattr(spot, key) for key in patterns})


def _shown(save: Save, tracker: str, way: list[int]) -> str:
    """What a level of a turn tracker shows: a counter's number, a list's index; "" if none."""
    state = save.turn(tracker)
    levels: tuple[Level, ...] = state.levels if state else ()
    found: Level | None = None
    for index in way:
        if index >= len(levels):
            return ""
        found = levels[index]
        levels = found.below
    if found is None:
        return ""
    return str(found.value if isinstance(found, CounterLevel) else found.index)
