"""The cover of the counter sheets: stock, credits, sources, printing, and a key to the counters.

It has two pages, which fill a sheet of paper of their own.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from builder.print.paper import ACCENT, GREY, INK
from hexmarshal.art.counter import Card, CounterFace, Layout, copies, symbols, value_names
from hexmarshal.art.counter.faces import UNIT, draw
from hexmarshal.art.counter.look import CounterLookForm, look_of
from hexmarshal.art.drawing import PT_PER_MM, Drawing, Paint, Polygon, Shape, Text
from hexmarshal.art.fonts import BOLD, MEDIUM, REGULAR, SEMIBOLD
from hexmarshal.art.textblock import TextBox, block, paragraph
from hexmarshal.game.basis import Basis
from hexmarshal.game.counters import KINDS, Counter
from hexmarshal.game.model import Game

MARGIN = 18 * PT_PER_MM
"""Kept free along the edges of both pages."""

LAYOUTS: tuple[Layout, ...] = ("unit", "hq", "air", "naval", "pictogram", "chit", "marker")
"""Layouts of counters in the order shown."""

_PRINTING = (
    "Print every page double-sided at 100 % (“actual size”, not “fit to page”), flipped on the "
    "long edge. The ruler at the foot must measure 100 mm.",
    "Hold a printed sheet up to the light: fronts and backs must line up. If they are more than a "
    "millimetre out, print fronts and backs on separate sheets and glue them back to back.",
    "Mount the sheets on card of 1 to 2 mm. Cut along the marks in the margin: first all columns, "
    "then each strip into counters. Each counter’s colour runs past its edges, so a slightly "
    "misplaced cut shows no white paper.",
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
        ("Where the values come from", tuple(_bases(game))),
        ("Printing and cutting", _PRINTING),
    ):
        filled = [text for text in texts if text]
        if filled:
            yield Text(MARGIN, y + 13, title, BOLD, 13, INK, "start")
            y += 18
            for text in filled:
                shapes, y = paragraph(text, MARGIN, y, width, REGULAR, 10.5, INK)
                yield from shapes
                y += 5
            y += 9
    words = (
        "This kit holds facts and original drawings only; the rules belong to the publisher. "
        "Made with Hexmarshal."
    )
    yield Text(MARGIN, page[1] - MARGIN, words, REGULAR, 8.5, GREY, "start")


def _various(pieces: list[Card]) -> list[Card]:
    """Counters that look different: one of each layout and base colour."""
    found: dict[tuple[object, ...], Card] = {}
    for card in pieces:
        face = card.front
        found.setdefault((face.layout, face.palette.base), card)
    return sorted(found.values(), key=lambda card: LAYOUTS.index(card.front.layout))


def _stock(game: Game) -> str:
    """The number of counters of each kind, by side."""
    titles = {side.id: side.title for side in game.sides} | {"": "both sides"}
    parts = []
    for side, title in titles.items():
        kinds: Tally[str] = Tally()
        for counter in game.counters.values():
            if counter.side == side:
                kinds[counter.kind] += counter.count
        if kinds:
            order = [kind for kind in KINDS if kind in kinds]
            counts = ", ".join(_counted(kinds[kind], kind) for kind in order)
            parts.append(f"{title}: {counts}")
    total = sum(counter.count for counter in game.counters.values())
    return f"{total} counters. " + "; ".join(parts) + "."


def kind_names(kind: str) -> tuple[str, str]:
    """The singular and plural name of a kind of counter."""
    return _KIND_NAMES.get(kind, (kind, f"{kind}s"))


def _counted(count: int, kind: str) -> str:
    one, many = kind_names(kind)
    return f"{count} {one if count == 1 else many}"


_KIND_NAMES = {
    "combat": ("combat unit", "combat units"),
    "hq": ("headquarters", "headquarters"),
    "air": ("air unit", "air units"),
    "naval": ("naval unit", "naval units"),
    "supply": ("supply counter", "supply counters"),
}
_BASIS: Mapping[Basis, str] = {
    Basis.RULEBOOK: "Printed in the rulebook",
    Basis.CORRECTION: "Printed in the rulebook, misprint corrected",
    Basis.READING: "Our reading of an ambiguous text",
    Basis.OWNER: "Taken from the published game",
    Basis.RECONSTRUCTED: "Reconstructed",
    Basis.HOUSE: "Our own estimates (house values)",
    Basis.SERIES: "From the series rules",
    Basis.MISSING: "Unknown, printed as ?",
}


def _bases(game: Game) -> Iterator[str]:
    """For each basis a sentence: which values rest on it, and on how many counters."""
    found: dict[Basis, Tally[str]] = {}
    for counter in game.counters.values():
        for name, value in _values(counter):
            found.setdefault(value, Tally())[name] += counter.count
    for basis, words in _BASIS.items():
        if basis in found:
            counts = found[basis].items()
            names = ", ".join(f"{name.replace('_', ' ')} ({count})" for name, count in counts)
            yield f"{words}: {names}."
    if Basis.HOUSE in found:
        yield (
            "To replace a house value, add a row with the counter's id and basis owner to "
            f"counters/{game.id}/values.csv."
        )


def _values(counter: Counter) -> Iterator[tuple[str, Basis]]:
    """The values printed on a counter: name and basis."""
    for name, value in counter.front.items():
        yield name, value.basis


def _line(x: float, y: float, width: float) -> Shape:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=ACCENT, width=1.2), closed=False)


# -- the key to the counters -----------------------------------------------------------------------

_LARGE, _SMALL = 80.0, 46.0
"""Largest and smallest size of an explained counter, in points."""
_COLUMNS, _ROW = 5, 24.0
"""Columns of the table of symbols, and the height of its rows in points."""


def counter_key(game: Game, pieces: list[Card], page: tuple[float, float]) -> Iterator[Shape]:
    """The key: a large counter of each layout with its parts explained, then every symbol."""
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
        for title, meaning in _explained(look, game.counters[card.counter], face, pieces):
            left = MARGIN + large + 18
            yield Text(left, line + 9.5, title, SEMIBOLD, 9.5, INK, "start")
            texts, line = paragraph(
                meaning, left + 84, line, width - large - 102, REGULAR, 9.5, INK
            )
            yield from texts
            line += 2.5
        y = max(y + large, line) + 12
    yield Text(MARGIN, y + 13, "Symbols", BOLD, 13, INK, "start")
    yield from _symbols(game, types, y + 22, width)


def _examples(pieces: list[Card]) -> list[tuple[Card, CounterFace]]:
    """One counter of each layout, the one with most to explain; of the unit also its back."""
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
    """How many parts of a counter there are to explain."""
    face = card.front
    known = face.values and not any("?" in token.text for token in face.values)
    parts = (card.back, face.band, face.corner, face.formation, face.signs, known)
    return sum(1 for part in parts if part)


def _explained(
    look: CounterLookForm, counter: Counter, face: CounterFace, pieces: list[Card]
) -> Iterator[tuple[str, str]]:
    """The name and meaning of each part of a face, including what others of its layout may show."""
    alike = [card.front for card in pieces if card.front.layout == face.layout]
    named = ", ".join(dict.fromkeys(name for name in (counter.name, counter.formation) if name))
    values = ", ".join(name.replace("_", " ") for name in value_names(look, counter))
    if face.layout == "unit" and face.stripe:
        reverse = counter.reverse or "the same unit reduced, with its reduced values"
        yield "White stripe", reverse
        return
    match face.layout:
        case "unit":
            yield "Unit", f"{named}: {counter.type}"
            dot = "; red dot, upper left: no zone of control" if any(f.dot for f in alike) else ""
            pips = "; small dots beside it: steps" if any(f.pips for f in alike) else ""
            yield "Above the box", f"unit size{dot}{pips}"
            if face.corner:
                yield "Corner", "set-up hex, or turn and entry of arrival"
            if any(f.band for f in alike):
                yield "Stripe", "formation: colour and name"
            yield "Right of the box", "name of the unit"
        case "hq":
            yield "Headquarters", f"{named}; name on the flag, size above it"
        case "air" | "naval" | "pictogram":
            yield counter.kind.capitalize(), f"{named}: {counter.type}"
        case "chit":
            yield "Chit", f"{named}; the emblem shows the side, the corner its turn of arrival"
        case "marker":
            reverse = f"; back: {counter.reverse}" if counter.reverse else ""
            yield "Marker", f"{named}{reverse}"
    if values and face.values:
        hexed = " (value in a hexagon: in hexes)" if any(t.hexed for t in face.values) else ""
        texts = "".join(token.text for other in alike for token in other.values)
        brackets = "; in brackets: may not attack" if "(" in texts else ""
        unknown = "; ?: unknown" if "?" in texts else ""
        yield "Bottom row", f"{values}{hexed}{brackets}{unknown}"


def _types(game: Game) -> list[str]:
    """The unit types of a game that have a symbol, in the order of the counter table."""
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
