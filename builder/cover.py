"""The cover of the counter sheets: what this is, how it is printed and read, what is house.

Two pages, so that they fill a sheet of paper of their own.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from hexwright.art import symbols
from hexwright.art.counter_art import UNIT, draw
from hexwright.art.counters import LAYOUTS, Card, copies
from hexwright.art.drawing import PT_PER_MM, Drawing, Paint, Polygon, Shape, Text
from hexwright.art.fonts import BOLD, MEDIUM, REGULAR, SEMIBOLD
from hexwright.art.textblock import Room, block, paragraph
from hexwright.game.basis import Basis
from hexwright.game.counters import Counter
from hexwright.game.model import Game

MARGIN = 18 * PT_PER_MM
INK, GREY, ACCENT = "#1c1c1c", "#5f5f5f", "#8c2a1c"

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
        Drawing(*page, tuple(_front(game, page)), title=game.title),
        Drawing(*page, tuple(_key(game, pieces, page)), title=f"{game.title}: key"),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _front(game: Game, page: tuple[float, float]) -> Iterator[Shape]:
    width = page[0] - 2 * MARGIN
    y = MARGIN
    yield from block(game.title, Room(MARGIN, y, width, 44), BOLD, 40, INK, anchor="start")
    y += 50
    subtitle = _text(game.about.get("subtitle"))
    if subtitle:
        shapes, y = paragraph(subtitle, MARGIN, y, width, MEDIUM, 15, ACCENT)
        yield from shapes
    yield _line(MARGIN, y + 8, width)
    y += 18
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
        "A kit of facts and of our own drawings; the rules are the publisher's. Made by Hexwright."
    )
    yield Text(MARGIN, page[1] - MARGIN, words, REGULAR, 8.5, GREY, "start")


def _stock(game: Game) -> str:
    """How many counters of which kind a side has."""
    titles = {side.id: side.title for side in game.sides} | {"": "both sides"}
    parts = []
    for side, title in titles.items():
        kinds: Tally[str] = Tally()
        for counter in game.counters.values():
            if counter.side == side:
                kinds[_KINDS.get(counter.kind, counter.kind)] += counter.count
        if kinds:
            told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
            parts.append(f"{title}: {told}")
    total = sum(counter.count for counter in game.counters.values())
    return f"{total} counters. " + "; ".join(parts) + "."


_KINDS = {
    "combat": "combat units",
    "hq": "headquarters",
    "air": "air units",
    "naval": "naval units",
    "chit": "chits",
    "marker": "markers",
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
            told = ", ".join(f"{name} ({count})" for name, count in found[basis].items())
            yield f"{words}: {told}."
    if Basis.HOUSE in found:
        yield (
            "A house value is replaced by a row with the counter's id and basis `owner` in "
            f"counters/{game.id}/values.csv."
        )


def _values(counter: Counter) -> Iterator[tuple[str, Basis]]:
    """The names of the values that a counter prints, with what each rests on."""
    for name, value in counter.front.items():
        yield name, value.basis


# -- the key ----------------------------------------------------------------------------------


def _key(game: Game, pieces: list[Card], page: tuple[float, float]) -> Iterator[Shape]:
    """How to read a counter: a few of them large and explained, then every symbol by name."""
    width = page[0] - 2 * MARGIN
    y = MARGIN
    yield Text(MARGIN, y + 16, "How to read the counters", BOLD, 20, INK, "start")
    y += 34
    shown = _examples(game, pieces)
    each = width / max(len(shown), 1)
    scale = min(96.0, each - 22) / UNIT
    for i, (card, back) in enumerate(shown):
        x = MARGIN + i * each
        face = card.back if back and card.back else card.front
        yield draw(face, UNIT * scale).at(x, y)
        counter = game.counters[card.counter]
        texts, _ = paragraph(
            _explained(counter, back=back), x, y + UNIT * scale + 6, each - 16, REGULAR, 8.5, INK
        )
        yield from texts
    y += UNIT * scale + 118
    yield Text(MARGIN, y, "Symbols", BOLD, 15, INK, "start")
    yield from _symbols(game, y + 14, width)


def _examples(game: Game, pieces: list[Card]) -> list[tuple[Card, bool]]:
    """The first unit with two sides, its back, an HQ, and one of each other layout."""
    first: dict[str, Card] = {}
    for card in pieces:
        layout = LAYOUTS.get(game.counters[card.counter].kind, "thing")
        if layout not in first or (layout == "unit" and not first[layout].back and card.back):
            first[layout] = card
    shown: list[tuple[Card, bool]] = []
    for layout, card in first.items():
        shown.append((card, False))
        if layout == "unit" and card.back:
            shown.append((card, True))
    order = ["unit", "hq", "air", "naval", "chit", "thing", "marker"]
    shown.sort(key=lambda s: order.index(LAYOUTS.get(game.counters[s[0].counter].kind, "thing")))
    return shown[:5]


def _explained(counter: Counter, *, back: bool) -> str:
    values = ", ".join(name.replace("_", " ") for name in counter.front)
    named = f"{counter.name}" + (f", {counter.formation}" if counter.formation else "")
    match counter.kind:
        case "combat" if back:
            return f"The same unit reduced: values on the white stripe. Values: {values}."
        case "combat":
            return (
                f"{named}: {counter.type}. Above the box its size and, in the corner, its set-up "
                "hex, or turn and entry; left of it the formation, right of it the unit. "
                f"Below: {values}. A red dot, upper left: no zone of control."
            )
        case "hq":
            return f"{named}: headquarters. In the hexagon its command range, then its movement."
        case "air":
            return f"{named}: {counter.type}. Below: {values}."
        case "chit":
            return f"{named}: {counter.type} chit. In the corner the turn in which it comes."
    return f"{named}."


def _symbols(game: Game, top: float, width: float) -> Iterator[Shape]:
    types = list(
        dict.fromkeys(
            counter.type
            for counter in game.counters.values()
            if counter.kind == "combat" and counter.type
        )
    )
    columns = 4
    each = width / columns
    for i, type_ in enumerate(types):
        row, column = divmod(i, columns)
        x, y = MARGIN + column * each, top + row * 26
        yield from symbols.symbol(type_, symbols.Box(x, y, 25, 17), symbols.Style())
        room = Room(x + 31, y, each - 36, 17)
        yield from block(type_, room, REGULAR, 10, INK, lines=2, anchor="start")
    y = top + (len(types) + columns - 1) // columns * 26 + 16
    marks = list(dict.fromkeys(c.echelon for c in game.counters.values() if c.echelon in _ECHELONS))
    each = width / max(len(marks), 1)
    for i, mark in enumerate(sorted(marks, key=list(_ECHELONS).index)):
        x = MARGIN + i * each
        half = symbols.echelon_width(mark, 8) / 2
        yield from symbols.echelon(mark, x + half, y + 8, 8, INK)
        yield Text(x + 2 * half + 5, y + 8, _ECHELONS[mark], SEMIBOLD, 9, INK, "start")


_ECHELONS = {
    "I": "company",
    "II": "battalion",
    "III": "regiment",
    "X": "brigade",
    "XX": "division",
    "XXX": "corps",
    "XXXX": "army",
}


def _line(x: float, y: float, width: float) -> Shape:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=ACCENT, width=1.2), closed=False)
