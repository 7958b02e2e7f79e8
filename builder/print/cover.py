"""The cover of the counter sheets: what this is, how it is printed and read, what is house.

Two pages, so that they fill a sheet of paper of their own.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from builder.print.counter_key import LAYOUTS, MARGIN, counter_key
from builder.print.paper import ACCENT, GREY, INK
from hexmarshal.art.counter import Card, copies
from hexmarshal.art.counter.faces import UNIT, draw
from hexmarshal.art.drawing import Drawing, Paint, Polygon, Shape, Text
from hexmarshal.art.fonts import BOLD, MEDIUM, REGULAR
from hexmarshal.art.textblock import TextBox, block, paragraph
from hexmarshal.game.basis import Basis
from hexmarshal.game.counters import KINDS, Counter
from hexmarshal.game.model import Game

_HOW = (
    "Print every page at 100 % (“actual size”, no fitting to the page) on both sides, turned along "
    "the long edge. The ruler at the foot must measure 100 mm.",
    "Hold a printed sheet against the light: fronts and backs must cover each other. If they are "
    "off by more than a millimetre, print fronts and backs apart and glue them back to back.",
    "Mount on card of 1 to 2 mm. Cut along the marks in the margin, all columns first, then each "
    "strip into counters. The colour of each counter runs on past its edges, so a cut "
    "beside the mark shows no paper.",
)


def cover_pages(game: Game, page: tuple[float, float]) -> tuple[Drawing, Drawing]:
    """The cover and its back, of a page's size in points."""
    pieces = copies(game)
    return (
        Drawing(*page, tuple(_front(game, pieces, page)), title=game.title),
        Drawing(*page, tuple(counter_key(game, pieces, page)), title=f"{game.title}: key"),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _front(game: Game, pieces: list[Card], page: tuple[float, float]) -> Iterator[Shape]:
    width = page[0] - 2 * MARGIN
    y = MARGIN
    yield from block(game.title, TextBox(MARGIN, y, width, 44), BOLD, 40, INK, anchor="start")
    y += 50
    subtitle = _text(game.about.get("subtitle"))
    if subtitle:
        shapes, y = paragraph(subtitle, MARGIN, y, width, MEDIUM, 15, ACCENT)
        yield from shapes
    yield _line(MARGIN, y + 8, width)
    y += 22
    size = min((card.size for card in pieces), default=UNIT)
    across = max(1, int((width + 8) // (size + 8)))
    for i, card in enumerate(_various(pieces)[:across]):
        yield draw(card.front, card.size).at(MARGIN + i * (size + 8), y)
    y += size + 18
    for title, texts in (
        ("Counters", (_stock(game),)),
        ("Credits", (_text(game.about.get("credits")), _text(game.about.get("statement")))),
        ("What the values rest on", tuple(_bases(game))),
        ("To print and cut", _HOW),
    ):
        told = [text for text in texts if text]
        if told:
            yield Text(MARGIN, y + 13, title, BOLD, 13, INK, "start")
            y += 18
            for text in told:
                shapes, y = paragraph(text, MARGIN, y, width, REGULAR, 10.5, INK)
                yield from shapes
                y += 5
            y += 9
    words = (
        "A kit of facts and of our own drawings; the rules are the publisher's. Made by Hexmarshal."
    )
    yield Text(MARGIN, page[1] - MARGIN, words, REGULAR, 8.5, GREY, "start")


def _various(pieces: list[Card]) -> list[Card]:
    """Counters that look as different as can be: one of each kind, colour and stripe."""
    found: dict[tuple[object, ...], Card] = {}
    for card in pieces:
        face = card.front
        found.setdefault((face.layout, face.palette.base), card)
    return sorted(found.values(), key=lambda card: LAYOUTS.index(card.front.layout))


def _stock(game: Game) -> str:
    """How many counters of which kind a side has."""
    titles = {side.id: side.title for side in game.sides} | {"": "both sides"}
    parts = []
    for side, title in titles.items():
        kinds: Tally[str] = Tally()
        for counter in game.counters.values():
            if counter.side == side:
                kinds[counter.kind] += counter.count
        if kinds:
            order = [kind for kind in KINDS if kind in kinds]
            told = ", ".join(_counted(kinds[kind], kind) for kind in order)
            parts.append(f"{title}: {told}")
    total = sum(counter.count for counter in game.counters.values())
    return f"{total} counters. " + "; ".join(parts) + "."


def words_for(kind: str) -> tuple[str, str]:
    """What one counter of a kind is called, and several."""
    return _WORDS.get(kind, (kind, f"{kind}s"))


def _counted(count: int, kind: str) -> str:
    one, many = words_for(kind)
    return f"{count} {one if count == 1 else many}"


_WORDS = {
    "combat": ("combat unit", "combat units"),
    "hq": ("headquarters", "headquarters"),
    "air": ("air unit", "air units"),
    "naval": ("naval unit", "naval units"),
    "supply": ("supply counter", "supply counters"),
}
_BASIS: Mapping[Basis, str] = {
    Basis.RULEBOOK: "Printed in the rulebook",
    Basis.CORRECTION: "Printed with a misprint put right",
    Basis.READING: "Read from an ambiguous text",
    Basis.OWNER: "Read off the printed game",
    Basis.RECONSTRUCTED: "Reconstructed",
    Basis.HOUSE: "House values of our own, to play with",
    Basis.SERIES: "From the series rules",
    Basis.MISSING: "Not known, printed as ?",
}


def _bases(game: Game) -> Iterator[str]:
    """One sentence a basis: which values of how many counters rest on it."""
    found: dict[Basis, Tally[str]] = {}
    for counter in game.counters.values():
        for name, value in _values(counter):
            found.setdefault(value, Tally())[name] += counter.count
    for basis, words in _BASIS.items():
        if basis in found:
            counts = found[basis].items()
            told = ", ".join(f"{name.replace('_', ' ')} ({count})" for name, count in counts)
            yield f"{words}: {told}."
    if Basis.HOUSE in found:
        yield (
            "A house value is replaced by a row with the counter's id and basis owner in "
            f"counters/{game.id}/values.csv."
        )


def _values(counter: Counter) -> Iterator[tuple[str, Basis]]:
    """The names of the values that a counter prints, with what each rests on."""
    for name, value in counter.front.items():
        yield name, value.basis


def _line(x: float, y: float, width: float) -> Shape:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=ACCENT, width=1.2), closed=False)
