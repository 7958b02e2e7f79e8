"""The entries of the key: only what this map has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexmarshal.art.map.style import AreaForm, MapStyle
from hexmarshal.game.board import Area, Board
from hexmarshal.game.hexfield import Edges

KEY_ROW, KEY_COLUMN = 25.0, 130.0
"""Height and least width of one entry, in points."""

PATH_KINDS = (
    "rollbahn", "road", "track", "trail", "winter trail", "multi track", "railway",
    "minor railway", "narrow gauge",
)  # fmt: skip
"""Kinds of paths, most important first; a game's own kinds follow."""

SIDE_KINDS = ("ferry", "canal", "crossing", "impassable", "lake", "sea")
"""Hexside words with their own drawings, besides rivers and bridges."""


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """One line of the key: the symbol of a word, and its title.

    `kind` is `terrain`, `river`, `side`, `path`, `bridge`, `area`, `entry`, `source` or `points`.
    """

    kind: str
    word: str
    title: str
    detail: str = ""


def river_words(board: Board) -> tuple[str, ...]:
    """The kinds of river on a map: `major river`, `frozen` or open, and `minor river`."""
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
    """Whether some reaches of the major rivers are frozen, and whether some are ice-free.

    A map lists either its frozen or its ice-free hexsides; without either, rivers have one kind.
    """
    kinds = board.hexsides.kinds
    rivers = kinds["major river"]
    frozen, free = kinds.get("frozen"), kinds.get("ice free")
    if frozen is not None and _any(frozen):
        return True, any(r & ~f for r, f in zip(rivers, frozen, strict=True))
    if free is not None and _any(free):
        return any(r & ~f for r, f in zip(rivers, free, strict=True)), True
    return False, True


TITLES = {
    "frozen river": "Major river, freezes",
    "rollbahn": "Highway (Rollbahn)",
    "multi track": "Multi-track railway",
    "narrow gauge": "Narrow-gauge railway",
    "impassable": "Impassable hexside",
    "lake": "Lake hexside",
    "sea": "Sea hexside",
    "vp": "Victory points",
    "pop": "Population points",
}
"""Titles in the key for words of hexsides, paths and points that need explanation."""


def key_entries(board: Board, style: MapStyle) -> list[KeyEntry]:
    """The entries of the key, in reading order."""
    return [*_terrain(board, style), *_along_and_across(board, style), *_signs(board, style)]


def _terrain(board: Board, style: MapStyle) -> Iterator[KeyEntry]:
    default = board.terrain.default
    words = [word for word in style.terrain if board.terrain.hexes.get(word) and word != default]
    for word in (default, *words):
        yield _entry("terrain", word, style.title(word), style)


def _along_and_across(board: Board, style: MapStyle) -> Iterator[KeyEntry]:
    kinds = board.hexsides.kinds
    used = {run.kind for run in board.paths.runs}
    paths = [*PATH_KINDS, *sorted(used - set(PATH_KINDS))]
    words = [
        *(("river", word) for word in river_words(board)),
        *(("side", word) for word in SIDE_KINDS if _any(kinds.get(word))),
        *(("side", word) for word, form in style.hexsides.items() if form.draw != "none"),
        *(("path", word) for word in paths if word in used),
        *(("bridge", word) for word in ("bridge",) if _any(kinds.get(word))),
    ]
    named = {word: form.title for word, form in style.hexsides.items() if form.title}
    for kind, word in words:
        title = named.get(word) or TITLES.get(word, word.capitalize())
        yield _entry(kind, word, title, style)


def _signs(board: Board, style: MapStyle) -> Iterator[KeyEntry]:
    yield from dict.fromkeys(_areas(board, style))
    for side in dict.fromkeys(source.side for source in board.sources):
        yield _entry("source", side, f"Supply source, {side.capitalize()}", style)
    for side in dict.fromkeys(entry.side for entry in board.entries.values()):
        yield _entry("entry", side, f"Entry area, {side.capitalize() or 'both sides'}", style)
    for kind in dict.fromkeys(kind for place in board.places for kind in place.points):
        yield _entry("points", kind, TITLES.get(kind, kind.capitalize()), style)


def _areas(board: Board, style: MapStyle) -> Iterator[KeyEntry]:
    """An entry for each part of each drawn area; parts with one title share an entry."""
    for name, form in style.areas.items():
        area = board.areas.get(name)
        if area is not None and form.draw != "none":
            for part in area.parts or ("",):
                title = area_title(area, form, part)
                yield KeyEntry("area", title, title, form.detail)


def _entry(kind: str, word: str, title: str, style: MapStyle) -> KeyEntry:
    """An entry, with the title and remark from `look` if given."""
    return KeyEntry(kind, word, style.look.titles.get(word, title), style.look.key.get(word, ""))


def area_title(area: Area, form: AreaForm, part: str) -> str:
    """The title of an area's part in the key."""
    title = form.title or area.name.capitalize()
    return f"{title}, {part.capitalize()}" if part and form.draw != "anchor" else title


def _any(edges: Edges | None) -> bool:
    return edges is not None and any(edges)
