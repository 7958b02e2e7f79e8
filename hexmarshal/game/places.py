"""Finding the box or the space of a track that a name stands for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from hexmarshal.game.board import Board, Box
from hexmarshal.game.text import plain, squash, words_of

_NOISE = frozenset({"box", "track", "the", "space", "display", "side", "of"})
_BESIDE = ("eliminated", "arrivals", "withdrawn", "chits", "off map")


def find_place(board: Board, text: str, side: str = "") -> str | None:
    """The board's own name of a box or space, or None when the board has none of that name.

    A name shared by boxes of several sides stands for `side`'s box, with or without the side in
    the name. The name of a box with several spaces stands for the whole box.
    """
    *indexes, of_sides = _indexes(board.boxes)
    for key, index in zip((squash, _bare), indexes, strict=True):
        found = index.get(key(text), ())
        if found:
            ours = [own for box_side, own in found if box_side in (side, "")]
            return ours[0] if ours else found[0][1]
    if not side or is_beside_the_map(text):
        return None
    own = {own for box_side, own in of_sides.get(_bare(text, side), ()) if box_side == side}
    return own.pop() if len(own) == 1 else None


def is_beside_the_map(text: str) -> bool:
    """Whether a name is that of a zone where modules keep pieces that the map has no box for.

    The zones and their names are in docs/module-contract.md; pieces there are out of play.
    """
    words = plain(text.replace("-", " "))
    return any(words == name or words.startswith(f"{name} ") for name in _BESIDE)


Index = Mapping[str, Sequence[tuple[str, str]]]
"""The side and the own name of every place with a key."""


@lru_cache(maxsize=16)
def _indexes(boxes: tuple[Box, ...]) -> tuple[Index, Index, Index]:
    """All places by their squashed names, their bare names, and their names without the side.

    Cached, since a save looks up every piece.
    """
    squashed: dict[str, list[tuple[str, str]]] = {}
    bare: dict[str, list[tuple[str, str]]] = {}
    of_sides: dict[str, list[tuple[str, str]]] = {}
    for box in boxes:
        for own, other in _names(box):
            keys = squash(other), _bare(other), _bare(other, box.side) if box.side else ""
            for index, key in zip((squashed, bare, of_sides), keys, strict=True):
                if key:
                    index.setdefault(key, []).append((box.side, own))
    return squashed, bare, of_sides


def _names(box: Box) -> Iterator[tuple[str, str]]:
    """Pairs of a place of this box and a name for it."""
    titles = (box.title, box.id, *box.other_names)
    if len(box.spaces) > 1:
        yield from ((box.title, title) for title in titles)
        for place, space in zip(box.places, box.spaces, strict=True):
            yield from ((place, f"{title} {space}") for title in titles)
    for place, space in zip(box.places, box.spaces, strict=True):
        yield place, space
    if box.kind == "cup":
        yield drawn_from(box), drawn_from(box)
    if len(box.spaces) == 1:
        yield from ((box.places[0], title) for title in titles)


def drawn_from(cup: Box) -> str:
    """The place of pieces that have been drawn from a cup and are in no other box."""
    return f"{cup.title} drawn"


def _bare(text: str, side: str = "") -> str:
    """The distinctive words of a place, sorted, without those of a side."""
    return " ".join(sorted(word for word in words_of(text) if word not in _NOISE | {side}))
