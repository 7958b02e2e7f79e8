"""How to read a game's counters: one of each kind explained, and its symbols by name."""

from __future__ import annotations

from collections.abc import Iterator

from builder.print.paper import INK
from hexmarshal.art.counter import Card, CounterFace, Layout, symbols, value_names
from hexmarshal.art.counter.faces import draw
from hexmarshal.art.counter.look import CounterLookForm, look_of
from hexmarshal.art.drawing import PT_PER_MM, Shape, Text
from hexmarshal.art.fonts import BOLD, REGULAR, SEMIBOLD
from hexmarshal.art.textblock import TextBox, block, paragraph
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game

MARGIN = 18 * PT_PER_MM
"""Kept free along the edges of the cover and of this page."""

LAYOUTS: tuple[Layout, ...] = ("unit", "hq", "air", "naval", "pictogram", "chit", "marker")
"""Kinds of faces in the order in which they are shown."""

_LARGE, _SMALL = 80.0, 46.0
"""How large an explained counter is shown at most and at least, in points."""
_COLUMNS, _ROW = 5, 24.0
"""Columns of the table of symbols, and the height of its rows."""


def counter_key(game: Game, pieces: list[Card], page: tuple[float, float]) -> Iterator[Shape]:
    """How to read a counter: one of each kind large and explained, then every symbol by name."""
    width = page[0] - 2 * MARGIN
    y = MARGIN
    yield Text(MARGIN, y + 16, "How to read the counters", BOLD, 20, INK, "start")
    y += 34
    look = look_of(game)
    types = _types(game)
    table = -(-len(types) // _COLUMNS) * _ROW + 62
    room = page[1] - MARGIN - table - y
    examples = _examples(pieces)[: max(1, int((room - 32) // (_SMALL + 12)))]
    large = min(_LARGE, max(_SMALL, room / max(len(examples), 1) - 12))
    for card, face in examples:
        yield draw(face, large).at(MARGIN, y)
        line = y + 2
        for title, told in _explained(look, game.counters[card.counter], face, pieces):
            left = MARGIN + large + 18
            yield Text(left, line + 9.5, title, SEMIBOLD, 9.5, INK, "start")
            texts, line = paragraph(told, left + 84, line, width - large - 102, REGULAR, 9.5, INK)
            yield from texts
            line += 2.5
        y = max(y + large, line) + 12
    yield Text(MARGIN, y + 13, "Symbols", BOLD, 13, INK, "start")
    yield from _symbols(game, types, y + 22, width)


def _examples(pieces: list[Card]) -> list[tuple[Card, CounterFace]]:
    """The first unit with two sides, both of them, then the first of each other layout."""
    first: dict[Layout, Card] = {}
    for card in pieces:
        known = first.get(card.front.layout)
        if known is None or _richness(card) > _richness(known):
            first[card.front.layout] = card
    found = [(first[layout], first[layout].front) for layout in LAYOUTS if layout in first]
    if "unit" in first and first["unit"].back:
        found.insert(1, (first["unit"], first["unit"].back))
    return found[:6]


def _richness(card: Card) -> int:
    """How much there is to explain."""
    face = card.front
    known = face.values and not any("?" in token.text for token in face.values)
    told = (card.back, face.band, face.corner, face.formation, face.signs, known)
    return sum(1 for thing in told if thing)


def _explained(
    look: CounterLookForm, counter: Counter, face: CounterFace, pieces: list[Card]
) -> Iterator[tuple[str, str]]:
    """Part by part, what a side shows, and what others of its kind may show there."""
    alike = [card.front for card in pieces if card.front.layout == face.layout]
    named = ", ".join(dict.fromkeys(name for name in (counter.name, counter.formation) if name))
    values = ", ".join(name.replace("_", " ") for name in value_names(look, counter))
    if face.layout == "unit" and face.stripe:
        turned = counter.reverse or "the same unit reduced, with the values it then has"
        yield "White stripe", turned
        return
    match face.layout:
        case "unit":
            yield "Unit", f"{named}: {counter.type}"
            dot = "; a red dot, upper left: no zone of control" if any(f.dot for f in alike) else ""
            pips = "; small dots beside it: steps" if any(f.pips for f in alike) else ""
            yield "Above the box", f"the size of the unit{dot}{pips}"
            if face.corner:
                yield "Corner", "the hex in which it sets up, or turn and entry of its arrival"
            if any(f.band for f in alike):
                yield "Stripe", "colour and name of the formation"
            yield "Right of the box", "the unit's own name"
        case "hq":
            yield "Headquarters", f"{named}; its name on the flag, its size above"
        case "air" | "naval" | "pictogram":
            yield counter.kind.capitalize(), f"{named}: {counter.type}"
        case "chit":
            yield "Chit", f"{named}; the sign shows the side, the corner the turn in which it comes"
        case "marker":
            turned = f"; on the other side: {counter.reverse}" if counter.reverse else ""
            yield "Marker", f"{named}{turned}"
    if values and face.values:
        hexed = " (in the hexagon: in hexes)" if any(t.hexed for t in face.values) else ""
        texts = "".join(token.text for other in alike for token in other.values)
        brackets = "; in brackets: it cannot attack" if "(" in texts else ""
        unknown = "; ?: not known" if "?" in texts else ""
        yield "Below", f"{values}{hexed}{brackets}{unknown}"


def _types(game: Game) -> list[str]:
    """The arms of a game's combat units as they are drawn, in order of the counter table."""
    units = (counter for counter in game.counters.values() if counter.kind == "combat")
    drawn = (counter.look.get("symbol", counter.type) for counter in units)
    return list(dict.fromkeys(type_ for type_ in drawn if type_))


def _symbols(game: Game, types: list[str], top: float, width: float) -> Iterator[Shape]:
    each = width / _COLUMNS
    for i, type_ in enumerate(types):
        row, column = divmod(i, _COLUMNS)
        x, y = MARGIN + column * each, top + row * _ROW
        yield from symbols.symbol(type_, symbols.SymbolBox(x, y, 24, 16), symbols.Style())
        room = TextBox(x + 29, y, each - 34, 16)
        yield from block(type_, room, REGULAR, 9.5, INK, lines=2, anchor="start")
    y = top + -(-len(types) // _COLUMNS) * _ROW + 10
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
