"""The panels around the hexes: title, compass and scale, boxes and tracks, credit line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from hexmarshal.art.drawing import XY, Group, Paint, Polygon, Polylines, Rect, Shape, Text
from hexmarshal.art.fonts import BOLD, ITALIC, MEDIUM, REGULAR, SEMIBOLD, cap_height, fit, width
from hexmarshal.art.map.arrange import BAR
from hexmarshal.art.map.layout import Extent
from hexmarshal.art.map.scene import Scene
from hexmarshal.art.map.style import map_credit, mix
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Turn

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def panel(scene: Scene, extent: Extent, title: str, colour: str) -> list[Shape]:
    """A light panel with a title bar."""
    palette = scene.palette
    size = fit(title, SEMIBOLD, 9.0, extent.width - 10)
    bar = Extent(extent.x, extent.y, extent.width, BAR)
    return [
        rect(extent.moved(1.5, 2.0), Paint("#000000", opacity=0.16), 3.0),
        rect(extent, Paint(palette.panel), 3.0),
        Polygon(_tab(bar), Paint(colour)),
        rect(extent, Paint(None, colour, width=1.1), 3.0),
        Text(
            bar.centre[0], bar.centre[1] + cap_height(SEMIBOLD, size.size) / 2, title, SEMIBOLD,
            size.size, "#ffffff", stretch=size.stretch,
        ),
    ]  # fmt: skip


def rect(extent: Extent, paint: Paint, radius: float = 0.0) -> Rect:
    """An extent as a rectangle shape."""
    return Rect(extent.x, extent.y, extent.width, extent.height, paint, radius)


def _tab(bar: Extent) -> tuple[XY, ...]:
    """A title bar whose upper corners match the panel's rounded corners."""
    cut = 2.2
    return (
        (bar.x + cut, bar.y),
        (bar.right - cut, bar.y),
        (bar.right, bar.y + cut),
        (bar.right, bar.bottom),
        (bar.x, bar.bottom),
        (bar.x, bar.y + cut),
    )


def boxes(scene: Scene, game: Game) -> list[Shape]:
    """All boxes and tracks."""
    shapes: list[Shape] = []
    for box in scene.board.boxes:
        colour = scene.style.side(box.side) if box.side else scene.palette.panel_edge
        items = panel(scene, scene.layout.panels[box.id], box.title, colour)
        for name in box.spaces:
            extent = scene.layout.spaces[box.id, name]
            fill = mix(scene.palette.panel, colour, 0.09)
            edge = mix(colour, scene.palette.panel, 0.35)
            items.append(rect(extent, Paint(fill, edge, width=0.7), 2.0))
            if box.kind == "cup":
                items += _cup(extent, colour)
            elif box.kind == "turn-track":
                items += _turn(scene, game, name, extent, mix(fill, colour, 0.45))
            elif len(box.spaces) > 1:
                items += _name(name, extent, colour, mix(fill, colour, 0.34))
        shapes.append(Group(tuple(items), name=box.id))
    return shapes


def _cup(extent: Extent, colour: str) -> list[Shape]:
    """The two halves of a cup's space: chits in the cup, and chits drawn."""
    x = extent.centre[0]
    halves = (("Cup", extent.x + extent.width / 4), ("Drawn", extent.right - extent.width / 4))
    middle = ((x, extent.y + 6), (x, extent.bottom - 6))
    return [
        *(Text(at, extent.y + 10, word, SEMIBOLD, 8.5, colour) for word, at in halves),
        Polylines((middle,), Paint(None, colour, width=0.6, dash=(2.0, 2.5))),
    ]


def _name(name: str, extent: Extent, colour: str, faint: str) -> list[Shape]:
    """A space's name: a number is large and faint, words are small along the top."""
    x, y = extent.centre
    if len(name) <= 3:
        size = min(extent.height, extent.width) * 0.5
        return [Text(x, y + cap_height(BOLD, size) / 2, name, BOLD, size, faint)]
    fitted = fit(name, SEMIBOLD, 8.5, extent.width - 8)
    return [Text(x, extent.y + 10, name, SEMIBOLD, fitted.size, colour, stretch=fitted.stretch)]


def _turn_of(game: Game, name: str) -> Turn | None:
    """The turn of a space on the turn track, by its number or title."""
    if name.isdigit():
        return game.turn(int(name))
    return next((turn for turn in game.turns if turn.title == name), None)


def _turn(scene: Scene, game: Game, name: str, extent: Extent, faint: str) -> Iterator[Shape]:
    """A space of the turn track.

    The number is at the bottom; date, weather and similar facts, and notes are above.
    """
    turn = _turn_of(game, name)
    number = str(turn.number) if turn else name if len(name) <= 3 else ""
    high = extent.height * 0.3
    yield Text(extent.right - 5, extent.bottom - 5, number, BOLD, high, faint, "end")
    lines = [(_heading(name, turn), SEMIBOLD)]
    if turn:
        lines += [(fact, REGULAR) for fact in facts(game, turn)]
        lines += [(note, ITALIC) for note in turn.notes]
    room = Extent(extent.x + 3.5, extent.y + 3.5, extent.width - 7, extent.height - high - 7)
    yield from _small_print(scene, [line for line in lines if line[0]], room)


def _heading(name: str, turn: Turn | None) -> str:
    """The heading of a turn's space: its date or title, unless the number is enough."""
    if turn and turn.date and name.isdigit():
        day = date.fromisoformat(turn.date)
        return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
    if not name.isdigit():
        return name if turn or len(name) > 3 else ""
    return turn.title if turn and turn.title != f"Turn {turn.number}" else ""


def facts(game: Game, turn: Turn) -> list[str]:
    """The facts of a turn on the turn track; values per side share one line."""
    told: dict[str, list[str]] = {}
    for key, value in turn.facts.items():
        words = key.replace("_", " ").replace("-", " ")
        side = next((side for side in game.sides if words.endswith(f" {side.id}")), None)
        name = words.removesuffix(f" {side.id}") if side else words
        told.setdefault(name, []).append(f"{side.adjective} {value}" if side else value)
    return [_fact(name, ", ".join(values)) for name, values in told.items()]


def _fact(name: str, value: str) -> str:
    capital = value[:1].upper() + value[1:]
    return capital if name == "weather" else f"{name[:1].upper()}{name[1:]}: {value}"


def _small_print(scene: Scene, lines: list[tuple[str, str]], room: Extent) -> Iterator[Shape]:
    """Lines of text from the top of an extent, wrapped and as large as will fit.

    Lines that do not fit in the smallest size are left out.
    """
    for size in (6.2, 5.6, 5.1, 4.7):
        broken = [
            (line, face) for text, face in lines for line in wrap(text, face, size, room.width)
        ]
        if len(broken) * size * 1.1 <= room.height:
            break
    for i, (line, face) in enumerate(broken[: max(1, int(room.height / (size * 1.1)))]):
        y = room.y + size * (1.1 * i + 0.85)
        yield Text(room.x, y, line, face, size, scene.palette.label, "start")


def wrap(text: str, face: str, size: float, room: float) -> list[str]:
    """A text broken into lines no wider than `room`, except for long single words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# -- title, compass, credit -------------------------------------------------------------------


def title(scene: Scene, game: Game) -> list[Shape]:
    """The game's title with its subtitle under a rule."""
    extent = scene.layout.panels["title"]
    subtitle = str(game.about.get("subtitle") or game.about.get("map_title") or "")
    name = game.title.upper()
    size = fit(name, BOLD, extent.height * 0.66, extent.width, 0.9)
    base = extent.y + cap_height(BOLD, size.size)
    small = fit(subtitle, ITALIC, size.size * 0.42, extent.width)
    ink = scene.palette.label
    return [
        Text(extent.x, base, name, BOLD, size.size, ink, "start", stretch=size.stretch),
        Text(extent.x, base + small.size * 1.25, subtitle, ITALIC, small.size, ink, "start",
             stretch=small.stretch),
    ]  # fmt: skip


_SCALE = re.compile(r"(\d+(?:\.\d+)?)\s*(km|kilomet\w+|mi\b|miles?)", re.IGNORECASE)


def compass(scene: Scene, game: Game) -> list[Shape]:
    """A north arrow, and a scale bar if the map gives the width of a hex."""
    extent = scene.layout.panels["compass"]
    ink, r = scene.palette.label, extent.height / 2
    x, y = extent.right - r * 0.55, extent.centre[1] + r * 0.12
    tip, notch = (x, y - r * 0.72), (x, y + r * 0.32)
    shapes: list[Shape] = [
        Polygon((tip, (x + r * 0.3, y + r * 0.6), notch), Paint(ink, ink, width=0.7)),
        Polygon(
            (tip, (x - r * 0.3, y + r * 0.6), notch), Paint(scene.palette.panel, ink, width=0.7)
        ),
        Text(x, y - r * 0.78, "N", BOLD, r * 0.42, ink),
    ]
    match = _SCALE.search(str(game.about.get("scale", "")))
    if match:
        unit = "km" if match[2].lower().startswith("k") else "miles"
        shapes += _scale_bar(scene, float(match[1]), unit, extent, x - r * 0.75)
    return shapes


def _scale_bar(
    scene: Scene, per_hex: float, unit: str, extent: Extent, right: float
) -> list[Shape]:
    """A bar in four parts, as long as a round number of kilometres or miles."""
    ink, p = scene.palette.label, scene.pitch
    room = right - extent.x - 14
    length = next(
        (n for n in (200, 100, 80, 40, 20, 8, 4, 2, 1, 0.4) if n / per_hex * p <= room), 0.4
    )
    part = length / per_hex * p / 4
    left, y, high = right - 10 - 4 * part, extent.centre[1] + 2, 3.6
    bars: list[Shape] = [
        Rect(
            left + i * part,
            y,
            part,
            high,
            Paint(ink if i % 2 == 0 else scene.palette.panel, ink, width=0.6),
        )
        for i in range(4)
    ]
    ticks: list[Shape] = [
        Text(left + i * part, y - 3, f"{length * i / 4:g}", MEDIUM, 6.5, ink) for i in (0, 2)
    ]
    ticks.append(Text(left + 4 * part, y - 3, f"{length:g} {unit}", MEDIUM, 6.5, ink))
    about = Text(left + 2 * part, y + high + 8, f"1 hex = {per_hex:g} {unit}", ITALIC, 6.5, ink)
    return [*bars, *ticks, about]


def credit(scene: Scene) -> list[Shape]:
    """One small line about the sources of the map."""
    extent = scene.layout.panels["credit"]
    text = map_credit(scene.board, scene.style)
    if not text:
        return []
    size = fit(text, REGULAR, 7.0, extent.width)
    return [
        Text(extent.x, extent.y + 8, text, REGULAR, size.size, scene.palette.number, "start",
             stretch=size.stretch)
    ]  # fmt: skip
