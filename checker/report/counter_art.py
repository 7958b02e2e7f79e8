"""The counters of a report page, drawn as they are in the position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from checker.report import HIDDEN
from hexmarshal.art import svg
from hexmarshal.art.counter import Card, CounterFace, card, cards
from hexmarshal.art.counter.faces import draw
from hexmarshal.art.counter.look import CounterLookForm, look_of, palette
from hexmarshal.art.drawing import Drawing, Shape, shapes
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece
from hexmarshal.game.text import fold


@dataclass(frozen=True)
class CounterArt:
    """Draws the pieces of a position of one game."""

    game: Game
    size: float
    """The edge of a counter in points."""

    @cached_property
    def look(self) -> CounterLookForm:
        return look_of(self.game)

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return cards(self.game)

    def elements(self, piece: Piece) -> str:
        """A piece as SVG elements in a square of `size`."""
        return _elements(self._face(piece), self.size)

    def fonts(self, pieces: Iterable[Piece]) -> str:
        """The CSS with the fonts for the text on these pieces."""
        return svg.font_style(self._shapes(pieces))

    def _shapes(self, pieces: Iterable[Piece]) -> Iterator[Shape]:
        for face in {self._face(piece) for piece in pieces}:
            yield from shapes(_drawn(face, self.size).items)

    def _face(self, piece: Piece) -> CounterFace:
        """The face-up side of a piece's counter."""
        if piece.kind == HIDDEN:
            blank = Counter(piece.ref, "?", piece.side, "replacement")
            return CounterFace("pictogram", palette(self.look, self.game, blank), "?")
        if piece.counter is None:
            return card(self.game, self.look, _as_described(piece)).front
        found = self.cards[piece.counter.id]
        turned = fold(found.reverse) in piece.markers if found.reverse else piece.reduced
        return found.back if turned and found.back else found.front


def _as_described(piece: Piece) -> Counter:
    """A counter for a piece that the game does not list, from the piece's own data."""
    return Counter(
        id=piece.ref,
        name=piece.name,
        side=piece.side,
        kind=piece.kind,
        formation=piece.formation,
        type=piece.type,
        front=piece.given,
    )


@lru_cache(maxsize=4096)
def _drawn(face: CounterFace, size: float) -> Drawing:
    return draw(face, size)


@lru_cache(maxsize=4096)
def _elements(face: CounterFace, size: float) -> str:
    return svg.fragment(_drawn(face, size).items)
