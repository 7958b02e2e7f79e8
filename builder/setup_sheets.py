"""Set-up sheets: a scenario's positions on a small map, and every counter pictured where it goes.

Counters stand side by side, each as it lies on the map (a reduced one with its reduced side up)
over its hex; by side and section of the lists, then arrivals by turn and entry, then what lies in
boxes, then the notes the players need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil

from builder.cover import words_for
from builder.map_sheets import PAPERS
from builder.setup_position import losses, setup_position
from hexwright.art import fonts, pdf
from hexwright.art.colours import BLACK, mix
from hexwright.art.counter_art import UNIT, content, draw, ground
from hexwright.art.counters import Card, Face, cards
from hexwright.art.drawing import PT_PER_MM, XY, Drawing, Group, Paint, Polygon, Rect, Shape, Text
from hexwright.art.fonts import BOLD, ITALIC, MEDIUM, REGULAR, SEMIBOLD
from hexwright.art.map import map_thumbnail, thumbnail_layout
from hexwright.art.textblock import Room, block, paragraph
from hexwright.game.board import fold
from hexwright.game.model import Game
from hexwright.game.scenario import Placement, Scenario

MARGIN = 14 * PT_PER_MM
FOOT = 9 * PT_PER_MM
INK, GREY, ACCENT = "#1c1c1c", "#5f5f5f", "#8c2a1c"

ARRIVING = frozenset({"reinforcement", "replacement"})


def setup_sheet(game: Game, scenario: Scenario, paper: str) -> bytes:
    """The set-up of a scenario as a PDF. `paper` is `a4` or `letter`; KeyError for another."""
    return pdf.write(pages(game, scenario, paper), pdf.About(title=_name(game, scenario)))


def pages(game: Game, scenario: Scenario, paper: str) -> list[Drawing]:
    """The pages of a scenario's set-up."""
    flow = _Flow(PAPERS[paper])
    dressed = cards(game)
    _title(flow, game, scenario)
    _map(flow, game, scenario, dressed)
    for heading, groups in chapters(game, scenario):
        flow.chapter(heading)
        flow.groups(
            [
                Lot(title, rule, tuple(_cell(game, dressed, p) for p in placements))
                for title, rule, placements in groups
            ]
        )
    _losses(flow, game, scenario)
    _notes(flow, game, scenario)
    return list(_numbered(flow.finished(), _name(game, scenario)))


def _name(game: Game, scenario: Scenario) -> str:
    return ": ".join(dict.fromkeys((game.title, scenario.title))) + ", set-up"


# -- what is where ----------------------------------------------------------------------------

Groups = list[tuple[str, str, list[Placement]]]
"""Title, section of the rules, and the lines of a group, in the lists' own order."""


def chapters(game: Game, scenario: Scenario) -> Iterator[tuple[str, Groups]]:
    """The lines of a scenario's lists in the order of the sheet, by heading and group."""
    placements = [p for p in scenario.placements if p.counter in game.counters]
    on_map = [p for p in placements if p.kind == "setup"]
    for side in game.sides:
        own = [p for p in on_map if side_of(game, p) == side.id]
        if own:
            yield f"{side.title}: at start", _by(own, lambda p: (p.rule, _formation(game, p)))
    arriving = [p for p in placements if p.kind in ARRIVING]
    for side in game.sides:
        own = [p for p in arriving if side_of(game, p) == side.id]
        if own:
            own.sort(key=lambda p: (_turn(game, p) or len(game.turns) + 1, p.entry or p.place))
            yield f"{side.title}: arrivals", _by(own, lambda p: (p.rule, _when(game, p)))
    rest = [p for p in placements if p.kind not in {"setup", "withdrawal", *ARRIVING}]
    if rest:
        rest.sort(key=lambda p: _KINDS.index(p.kind) if p.kind in _KINDS else len(_KINDS))
        yield "Air units, chits and boxes", _by(rest, lambda p: (p.rule, _place(game, p)))
    neutral = [p for p in (*on_map, *arriving) if not side_of(game, p)]
    if neutral:
        yield "Both sides", _by(neutral, lambda p: (p.rule, _when(game, p) or _formation(game, p)))
    leaving = [p for p in placements if p.kind == "withdrawal"]
    if leaving:
        yield "Withdrawals", _by(leaving, lambda p: (p.rule, _when(game, p)))


_KINDS = ("air", "airbase", "chit", "box", "available", "dead")


def _by(placements: Iterable[Placement], key: Callable[[Placement], tuple[str, str]]) -> Groups:
    """Lines that follow each other and share a section and title."""
    return [(title, rule, list(own)) for (rule, title), own in groupby(placements, key=key)]


def side_of(game: Game, placement: Placement) -> str:
    """Whose a line is: its list's side, else its counter's."""
    return placement.side or game.counters[placement.counter].side


def _formation(game: Game, placement: Placement) -> str:
    counter = game.counters[placement.counter]
    if counter.formation:
        return counter.formation
    if not counter.is_unit:
        return words_for(counter.kind)[1].capitalize()
    others = (c for c in game.counters.values() if c.side == counter.side and c.is_unit)
    return "Independent" if any(other.formation for other in others) else "Units"


def _turn(game: Game, placement: Placement) -> int | None:
    if placement.date:
        return game.turn_of_date(placement.date)
    return placement.turn


def _when(game: Game, placement: Placement) -> str:
    """When and where a line's unit comes: `Turn 1, entry A`."""
    number = _turn(game, placement)
    turn = game.turn(number) if number is not None else None
    parts = [placement.date or (turn.title if turn else f"Turn {number}" if number else "")]
    if placement.entry:
        parts.append(f"entry {placement.entry}")
    elif placement.place:
        parts.append(placement.place)
    said = ", ".join(part for part in parts if part)
    return said[:1].upper() + said[1:]


def _place(game: Game, placement: Placement) -> str:
    if placement.hex is not None or placement.hexes:
        return _formation(game, placement)
    return placement.place or _when(game, placement)


def where(game: Game, placement: Placement) -> str:
    """Where a counter goes, in the words of the lists: `2626`, `within 3 of 17.38`."""
    label = game.board.grid.label
    hexes = placement.hexes if placement.hex is None else (placement.hex,)
    if not hexes:
        return placement.place or (f"entry {placement.entry}" if placement.entry else "")
    said = " or ".join(label(hex_) for hex_ in hexes)
    if placement.within:
        said = f"within {placement.within} of {said}"
    if placement.inside:
        said += f" in {game.board.areas[fold(placement.inside)].name}"
    return said


# -- cells ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A counter with a line or two under it."""

    face: Face
    label: str
    remark: str
    count: int


@dataclass(frozen=True, slots=True)
class Lot:
    """Counters under one title."""

    title: str
    rule: str
    cells: tuple[Cell, ...]


def _cell(game: Game, dressed: dict[str, Card], placement: Placement) -> Cell:
    counter = game.counters[placement.counter]
    card = dressed[placement.counter]
    face = lying(card, placement.steps_lost)
    remarks = []
    if placement.steps_lost and counter.kind in ("combat", "hq"):
        remarks.append("reduced" if face is card.back else _lost(placement.steps_lost))
    if placement.group_steps_lost:
        remarks.append(f"{_lost(placement.group_steps_lost)} in its group")
    if placement.draw:
        remarks.append(f"drawn at random: {placement.draw}")
    if placement.conditional:
        remarks.append(placement.conditional)
    told = placement.kind == "setup" or placement.hex is not None or placement.hexes
    label = where(game, placement) if told else placement.as_printed or counter.name
    return Cell(face, label, "; ".join(remarks), placement.count)


def _lost(steps: int) -> str:
    return "1 step lost" if steps == 1 else f"{steps} steps lost"


def lying(card: Card, steps_lost: int) -> Face:
    """The side of a counter that lies up: its reduced side if it has one and has lost a step."""
    reduced = steps_lost and card.back and not card.reverse
    return card.back if reduced and card.back else card.front


# -- pages ------------------------------------------------------------------------------------

_SIZE = 34.0
_CELL = (48.0, 53.0)
"""Width and height of a cell without a remark."""


@dataclass
class _Flow:
    """Pages that fill from top to bottom."""

    page: XY
    pages: list[list[Shape]] = field(default_factory=lambda: [[]])
    y: float = MARGIN

    @property
    def width(self) -> float:
        return self.page[0] - 2 * MARGIN

    @property
    def bottom(self) -> float:
        return self.page[1] - MARGIN - FOOT

    def add(self, *shapes: Shape) -> None:
        self.pages[-1] += shapes

    def turn(self) -> None:
        """Begins a new page unless this one is empty."""
        if self.pages[-1]:
            self.pages.append([])
        self.y = MARGIN

    def need(self, height: float) -> None:
        if self.y + height > self.bottom:
            self.turn()

    def chapter(self, title: str) -> None:
        self.need(30 + 24 + _CELL[1])
        if self.y > MARGIN:
            self.y += 8
        self.add(
            Text(MARGIN, self.y + 15, title, BOLD, 16, ACCENT, "start"),
            _rule(MARGIN, self.y + 20, self.width, ACCENT, 1.2),
        )
        self.y += 28

    def paragraph(self, text: str, size: float, face: str = REGULAR, indent: float = 0.0) -> None:
        height = paragraph(text, 0, 0, self.width - indent, face, size, INK)[1]
        self.need(height)
        texts, self.y = paragraph(
            text, MARGIN + indent, self.y, self.width - indent, face, size, INK
        )
        self.add(*texts)

    def groups(self, lots: Sequence[Lot]) -> None:
        """Titled groups of cells, small ones side by side, none parted from its title."""
        columns = max(1, int(self.width // _CELL[0]))
        for shelf in _shelves(lots, columns):
            self.shelf(shelf, columns)

    def shelf(self, lots: Sequence[tuple[int, Lot]], columns: int) -> None:
        """Groups side by side, each from a column on; a long one alone, in several rows."""
        pitch = self.width / columns
        rows = [lots]
        if len(lots[0][1].cells) > columns:
            (_, lot) = lots[0]
            parts = [lot.cells[i : i + columns] for i in range(0, len(lot.cells), columns)]
            rows = [[(0, Lot(lot.title, lot.rule, part))] for part in parts]
        heights = [
            max(_height(cell, pitch) for _, lot in row for cell in lot.cells) for row in rows
        ]
        self.need(18 + heights[0])
        for column, lot in lots:
            x, width = MARGIN + column * pitch, _columns(lot, columns) * pitch - 8
            rule = fonts.width(lot.rule, REGULAR, 8.5)
            title = Room(x, self.y + 1, width - rule - 6, 11)
            self.add(
                *block(lot.title, title, SEMIBOLD, 10.5, INK, anchor="start"),
                Text(x + width, self.y + 10, lot.rule, REGULAR, 8.5, GREY, "end"),
                _rule(x, self.y + 13.5, width, "#c9c4b8", 0.6),
            )
        self.y += 17
        for row, height in zip(rows, heights, strict=True):
            self.need(height)
            for column, lot in row:
                for i, cell in enumerate(lot.cells):
                    self.add(*_drawn(cell, MARGIN + (column + i) * pitch, self.y, pitch))
            self.y += height
        self.y += 4

    def finished(self) -> list[Drawing]:
        pages = self.pages if self.pages[-1] else self.pages[:-1]
        return [Drawing(*self.page, tuple(shapes)) for shapes in pages]


def _columns(lot: Lot, columns: int) -> int:
    """How many columns a group takes, its title included."""
    words = fonts.width(lot.title, SEMIBOLD, 10.5) + fonts.width(lot.rule, REGULAR, 8.5) + 16
    return min(columns, max(len(lot.cells), ceil(words / _CELL[0])))


def _shelves(lots: Iterable[Lot], columns: int) -> Iterator[list[tuple[int, Lot]]]:
    """Groups in their order, as many side by side as there is room for."""
    shelf: list[tuple[int, Lot]] = []
    taken = 0
    for lot in lots:
        need = _columns(lot, columns)
        if shelf and taken + need > columns:
            yield shelf
            shelf, taken = [], 0
        shelf.append((taken, lot))
        taken += need
    if shelf:
        yield shelf


def _height(cell: Cell, width: float) -> float:
    if not cell.remark:
        return _CELL[1]
    remark = paragraph(cell.remark, 0, 0, width - 4, MEDIUM, _REMARK, INK)[1]
    return max(_CELL[1], _SIZE + 18 + remark)


def _drawn(cell: Cell, x: float, y: float, width: float) -> Iterator[Shape]:
    left = x + 1
    counter = draw(cell.face, _SIZE)
    if cell.count > 1:
        yield _under(cell.face, left + 2, y)
    yield counter.at(left, y + 2)
    label = f"{cell.count} × {cell.label}" if cell.count > 1 else cell.label
    room = Room(left, y + _SIZE + 4.5, width - 8, 11)
    texts = block(label, room, BOLD, 9, INK, lines=2)
    middle = left + _SIZE / 2
    yield from (replace(text, x=middle) for text in texts)
    if cell.remark:
        remark, _ = paragraph(cell.remark, left, y + _SIZE + 15, width - 6, MEDIUM, _REMARK, ACCENT)
        yield from remark


def _under(face: Face, x: float, y: float) -> Polygon:
    """What shows that more of the same lie under a counter."""
    corners = ((x, y), (x + _SIZE, y), (x + _SIZE, y + _SIZE), (x, y + _SIZE))
    return Polygon(corners, Paint(face.palette.base, mix(face.palette.base, BLACK, 0.45), 0.5))


_REMARK = 7.0


def _rule(x: float, y: float, width: float, colour: str, weight: float) -> Polygon:
    return Polygon(((x, y), (x + width, y)), Paint(stroke=colour, width=weight), closed=False)


def _title(flow: _Flow, game: Game, scenario: Scenario) -> None:
    flow.add(
        *block(scenario.title, Room(MARGIN, flow.y, flow.width, 28), BOLD, 26, INK, anchor="start")
    )
    flow.y += 33
    first, last = game.turn(scenario.first_turn), game.turn(scenario.last_turn)
    names = [turn.title for turn in (first, last) if turn]
    sides = {side.id: side.title for side in game.sides}
    parts = [
        "" if game.title == scenario.title else game.title,
        f"section {scenario.rule}",
        " to ".join(dict.fromkeys(names)),
        f"first: {sides[scenario.first_side]}" if scenario.first_side in sides else "",
    ]
    flow.paragraph("  ·  ".join(part for part in parts if part), 11, MEDIUM)
    flow.y += 8


# -- the map ----------------------------------------------------------------------------------


def _map(flow: _Flow, game: Game, scenario: Scenario, dressed: dict[str, Card]) -> None:
    """The hexes in small with the counters that stand on them at start, choices made."""
    drawing = map_thumbnail(game)
    layout = thumbnail_layout(game)
    room = flow.bottom - flow.y
    scale = min(flow.width / drawing.width, room / drawing.height)
    left = MARGIN + (flow.width - drawing.width * scale) / 2
    flow.add(Group((drawing.at(0, 0),), move=(left, flow.y), scale=scale))
    stacks: dict[int, list[Face]] = {}
    for hex_, pieces in setup_position(game, scenario).stacks.items():
        known = (p for p in pieces if p.counter and p.counter.id in dressed)
        stacks[hex_] = [lying(dressed[p.counter.id], p.steps_lost) for p in known if p.counter]
    size = layout.pitch * scale * 0.72
    for hex_, stack in stacks.items():
        x, y = layout.centre(hex_)
        for level, face in enumerate(stack):
            shift = (level - (len(stack) - 1) / 2) * size * 0.16
            at = (left + x * scale - size / 2 + shift, flow.y + y * scale - size / 2 - shift)
            flow.add(_small(face, at, size))
    flow.y += drawing.height * scale + 10


def _small(face: Face, at: XY, size: float) -> Group:
    """A counter so small that only its colours and strokes are told apart."""
    scale = size / UNIT
    edge = Rect(0, 0, UNIT, UNIT, Paint(stroke="#26221c", width=0.35 / scale, join="miter"))
    shapes = (*ground(face), *content(face)) if size >= _READABLE else tuple(ground(face))
    clip = ((-1.0, -1.0), (UNIT + 1, -1.0), (UNIT + 1, UNIT + 1), (-1.0, UNIT + 1))
    return Group((*shapes, edge), move=at, scale=scale, clip=clip)


_READABLE = 7.0
"""Points below which nothing on a counter can be made out."""


# -- losses of groups -------------------------------------------------------------------------


def _losses(flow: _Flow, game: Game, scenario: Scenario) -> None:
    """What each unit of a group has lost in the module, where the players may choose."""
    found = losses(game, scenario)
    if not found:
        return
    flow.chapter("Losses of groups")
    flow.paragraph(
        "Each side spreads them as it likes. In the module each unit of the group has lost a step, "
        "in the order of the list, before any has lost another:",
        9.5,
    )
    flow.y += 3
    for group in found:
        lost = [(unit.name, unit.steps_lost) for unit in group.units if unit.steps_lost]
        said = ", ".join(name if steps == 1 else f"{name} {steps} steps" for name, steps in lost)
        flow.paragraph(f"{group.title}: {said}", 8.5)
        flow.y += 1.5


# -- notes ------------------------------------------------------------------------------------


def _notes(flow: _Flow, game: Game, scenario: Scenario) -> None:
    if scenario.notes:
        flow.chapter("Rules to have at hand")
        wide = max(fonts.width(rule, SEMIBOLD, 9.5) for rule, _ in scenario.notes) + 10
        for rule, text in scenario.notes:
            height = paragraph(text, 0, 0, flow.width - wide, REGULAR, 9.5, INK)[1]
            flow.need(height)
            flow.add(Text(MARGIN, flow.y + 9.5, rule, SEMIBOLD, 9.5, ACCENT, "start"))
            flow.paragraph(text, 9.5, indent=wide)
            flow.y += 3
    about = [game.about.get(key) for key in ("credits", "statement")]
    told = [text for text in about if isinstance(text, str) and text]
    if told:
        flow.y += 6
        for text in told:
            flow.paragraph(text, 8.5, ITALIC)
            flow.y += 2


def _numbered(pages: Sequence[Drawing], title: str) -> Iterator[Drawing]:
    for number, page in enumerate(pages, 1):
        base = page.height - MARGIN + 2
        foot = (
            Text(MARGIN, base, title, REGULAR, 8, GREY, "start"),
            Text(page.width - MARGIN, base, f"{number} of {len(pages)}", REGULAR, 8, GREY, "end"),
        )
        yield Drawing(page.width, page.height, (*page.items, *foot), title)
