"""What the key of a map explains: only what stands on this map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwright.art.map_style import AreaForm, MapStyle
from hexwright.game.board import Area, Board
from hexwright.game.hexfield import Edges

KEY_ROW = 25.0
"""Height of one entry, in points."""

PATH_KINDS = (
    "rollbahn", "road", "track", "trail", "winter trail", "railway", "minor railway",
    "narrow gauge",
)  # fmt: skip
"""Paths from the most important to the least; those of a game's own come after."""

SIDE_KINDS = ("ferry", "canal", "crossing", "impassable", "lake", "sea")
"""Hexside words that are drawn as symbols or lines of their own."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One line of the key: a symbol of some kind (`terrain`, `river`, `side`, `path`, `bridge`,
    `area`, `entry`, `source`, `points`) for a word, and what it is called."""

    kind: str
    word: str
    title: str
    detail: str = ""


def river_words(board: Board) -> tuple[str, ...]:
    """The kinds of river on a map: `major river`, its `frozen` and open reaches, `minor river`."""
    kinds = board.hexsides.kinds
    words = []
    if _any(kinds.get("major river")):
        has_ice, has_open = river_reaches(board)
        words += ["frozen river"] if has_ice else []
        words += ["major river"] if has_open else []
    if _any(kinds.get("minor river")):
        words.append("minor river")
    return tuple(words)


def river_reaches(board: Board) -> tuple[bool, bool]:
    """Whether some, and whether other reaches of the major rivers freeze.

    A map says either which hexsides are frozen or which stay ice-free; one that says neither
    makes no difference.
    """
    kinds = board.hexsides.kinds
    rivers = kinds["major river"]
    frozen, free = kinds.get("frozen"), kinds.get("ice free")
    if frozen is not None and _any(frozen):
        return True, any(r & ~f for r, f in zip(rivers, frozen, strict=True))
    if free is not None and _any(free):
        return any(r & ~f for r, f in zip(rivers, free, strict=True)), True
    return False, True


def key_entries(board: Board, style: MapStyle) -> list[KeyEntry]:
    """The entries of the key, in the order in which they are read."""
    return [
        KeyEntry(kind, word, _title(kind, word, style), style.look.key.get(word, ""))
        for kind, word in _words(board, style)
    ]


_TITLES = {
    "frozen river": "Major river, freezes",
    "ferry": "Ferry",
    "crossing": "Crossing",
    "impassable": "Impassable hexside",
    "lake": "Lake hexside",
    "sea": "Sea hexside",
    "rollbahn": "Highway (Rollbahn)",
    "narrow gauge": "Narrow-gauge railway",
    "vp": "Victory points",
    "pop": "Population points",
}


def _title(kind: str, word: str, style: MapStyle) -> str:
    given = style.look.titles.get(word)
    if given or kind == "area":
        return given or word
    if kind == "source":
        return f"Supply source, {word.capitalize()}"
    if kind == "entry":
        return f"Entry area, {word.capitalize()}"
    return style.title(word) if kind == "terrain" else _TITLES.get(word, word.capitalize())


def _words(board: Board, style: MapStyle) -> Iterator[tuple[str, str]]:
    kinds = board.hexsides.kinds
    yield "terrain", board.terrain.default
    for word in style.terrain:
        if board.terrain.hexes.get(word) and word != board.terrain.default:
            yield "terrain", word
    for word in river_words(board):
        yield "river", word
    for word in SIDE_KINDS:
        if _any(kinds.get(word)):
            yield "side", word
    used = {run.kind for run in board.paths.runs}
    for word in (*PATH_KINDS, *sorted(used - set(PATH_KINDS))):
        if word in used:
            yield "path", word
    if _any(kinds.get("bridge")):
        yield "bridge", "bridge"
    for name, form in style.areas.items():
        area = board.areas.get(name)
        if area is not None and form.draw != "none":
            for part in area.parts or ("",):
                yield "area", area_title(area, form, part)
    for side in dict.fromkeys(source.side for source in board.sources):
        yield "source", side
    for side in dict.fromkeys(entry.side for entry in board.entries.values()):
        yield "entry", side
    for kind in dict.fromkeys(kind for place in board.places for kind in place.points):
        yield "points", kind


def area_title(area: Area, form: AreaForm, part: str) -> str:
    """What the key calls a part of an area."""
    title = form.title or area.name.capitalize()
    return f"{title}, {part.capitalize()}" if part else title


def _any(edges: Edges | None) -> bool:
    return edges is not None and any(edges)
