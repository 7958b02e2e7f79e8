"""The cover of the counter sheets: what this is, how it is printed and read, what is house.

Two pages, so that they fill a sheet of paper of their own.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from builder.paper import ACCENT, GREY, INK
from hexwright.art import symbols
from hexwright.art.counter_art import UNIT, draw
from hexwright.art.counters import Card, Face, Layout, copies, value_names
from hexwright.art.drawing import PT_PER_MM, Drawing, Paint, Polygon, Shape, Text
from hexwright.art.fonts import BOLD, MEDIUM, REGULAR, SEMIBOLD
from hexwright.art.look import LookForm, look_of
from hexwright.art.textblock import Room, block, paragraph
from hexwright.game.basis import Basis
from hexwright.game.counters import KINDS, Counter
from hexwright.game.model import Game

MARGIN = 18 * PT_PER_MM

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
        Drawing(*page, tuple(_key(game, pieces, page)), title=f"{game.title}: key"),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _front(game: Game, pieces: list[Card], page: tuple[float, float]) -> Iterator[Shape]:
    width = page[0] - 2 * MARGIN
    y = MARGIN
    yield from block(game.title, Room(MARGIN, y, width, 44), BOLD, 40, INK, anchor="start")
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
        "A kit of facts and of our own drawings; the rules are the publisher's. Made by Hexwright."
    )
    yield Text(MARGIN, page[1] - MARGIN, words, REGULAR, 8.5, GREY, "start")


def _various(pieces: list[Card]) -> list[Card]:
    """Counters that look as different as can be: one of each kind, colour and stripe."""
    found: dict[tuple[object, ...], Card] = {}
    for card in pieces:
        face = card.front
        found.setdefault((face.layout, face.palette.base), card)
    return sorted(found.values(), key=lambda card: _ORDER.index(card.front.layout))


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
_ORDER: tuple[Layout, ...] = ("unit", "hq", "air", "naval", "thing", "chit", "marker")

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


# -- the key ----------------------------------------------------------------------------------

_LARGE, _SMALL = 80.0, 46.0
"""How large an explained counter is shown at most and at least, in points."""
_COLUMNS, _ROW = 5, 24.0
"""Columns of the table of symbols, and the height of its rows."""


def _key(game: Game, pieces: list[Card], page: tuple[float, float]) -> Iterator[Shape]:
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


def _examples(pieces: list[Card]) -> list[tuple[Card, Face]]:
    """The first unit with two sides, both of them, then the first of each other layout."""
    first: dict[Layout, Card] = {}
    for card in pieces:
        known = first.get(card.front.layout)
        if known is None or _richness(card) > _richness(known):
            first[card.front.layout] = card
    found = [(first[layout], first[layout].front) for layout in _ORDER if layout in first]
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
    look: LookForm, counter: Counter, face: Face, pieces: list[Card]
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
        case "air" | "naval" | "thing":
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
        yield from symbols.symbol(type_, symbols.Box(x, y, 24, 16), symbols.Style())
        room = Room(x + 29, y, each - 34, 16)
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


def _line(x: float, y: float, width: float) -> Shape:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=ACCENT, width=1.2), closed=False)
