"""Set-up sheets: a small map with the starting position, then a picture of every counter.

Each counter is shown as it sets up (reduced units with their reduced side up) above its hex: first
the set-up by side and section of the lists, then arrivals by turn and entry, then counters in
boxes, then notes.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, product
from string import ascii_uppercase

from builder.print.paper import ACCENT, INK, MARGIN, PAPERS
from builder.print.setup_lists import PlacementGroup, capital, sections, turn_name, where
from builder.print.setup_pages import CounterCell, CounterGroup, PageFlow, numbered
from builder.setup import losses, setup_position
from hexmarshal.art import fonts, pdf
from hexmarshal.art.counter import Card, CounterFace, cards
from hexmarshal.art.counter.faces import UNIT, content, ground
from hexmarshal.art.drawing import XY, Drawing, Group, Paint, Rect, Text
from hexmarshal.art.fonts import BOLD, ITALIC, MEDIUM, REGULAR, SEMIBOLD
from hexmarshal.art.map import map_thumbnail, thumbnail_layout
from hexmarshal.art.map.layout import Extent, MapLayout
from hexmarshal.art.textblock import TextBox, block, paragraph
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import HOW, Placement, Scenario


def setup_sheet(
    game: Game, scenario: Scenario, paper: str, thumbnail: Drawing | None = None
) -> bytes:
    """The set-up sheet of a scenario as a PDF. `paper` is `a4` or `letter`, else KeyError.

    `thumbnail` is the game's `map_thumbnail`, if it has been drawn already.
    """
    drawn = pages(game, scenario, paper, thumbnail)
    return pdf.write(drawn, pdf.About(title=_name(game, scenario)))


def pages(
    game: Game, scenario: Scenario, paper: str, thumbnail: Drawing | None = None
) -> list[Drawing]:
    """The pages of a scenario's set-up sheet."""
    flow = PageFlow(PAPERS[paper])
    by_id = cards(game)
    _title(flow, game, scenario)
    _map(flow, game, scenario, by_id, thumbnail or map_thumbnail(game))
    _choices(flow, scenario)
    for heading, groups in sections(game, scenario):
        rules = {rule for _, rule, _ in groups}
        common = rules.pop() if len(rules) == 1 else ""
        flow.heading(heading, common)
        flow.groups([_group(game, scenario, by_id, group, common) for group in groups])
    _losses(flow, game, scenario)
    _notes(flow, game, scenario)
    return list(numbered(flow.finished(), _name(game, scenario)))


def _name(game: Game, scenario: Scenario) -> str:
    return ": ".join(dict.fromkeys((game.title, scenario.title))) + ", set-up"


# -- cells ------------------------------------------------------------------------------------


def _group(
    game: Game, scenario: Scenario, by_id: dict[str, Card], group: PlacementGroup, common: str
) -> CounterGroup:
    """A group as printed: its section unless the heading names it, long remarks as notes."""
    title, rule, placements = group
    cells = [_cell(game, scenario, by_id, placement) for placement in placements]
    owners = _owners(game, placements, cells)
    notes: dict[tuple[str, str], str] = {}
    printed = []
    for cell, owner in zip(cells, owners, strict=True):
        kept = replace(cell, label="" if capital(cell.label) == title else cell.label)
        if len(kept.label) > _LONGEST_LABEL:
            mark = notes.setdefault(("", kept.label), _mark(len(notes)))
            kept = replace(kept, label="", mark=mark)
        if len(kept.remark) > _LONGEST_REMARK:
            mark = notes.setdefault((owner, kept.remark), _mark(len(notes)))
            kept = replace(kept, remark="", mark=f"{kept.mark} {mark}".strip())
        printed.append(kept)
    texts = tuple(f"{mark} {text}" for (_, text), mark in notes.items())
    return CounterGroup(title, "" if rule == common else rule, tuple(printed), texts)


def _owners(game: Game, placements: list[Placement], cells: list[CounterCell]) -> list[str]:
    """For each counter the name that separates its remark from equal remarks of other units.

    It is the loss group of the counter, or its formation if several of its units have the remark.
    """
    own = [game.counters[placement.counter].formation for placement in placements]
    several = Tally((formation, cell.remark) for formation, cell in zip(own, cells, strict=True))
    shared = [
        formation if several[formation, cell.remark] > 1 else ""
        for formation, cell in zip(own, cells, strict=True)
    ]
    return [
        placement.group if placement.group_steps_lost else formation
        for placement, formation in zip(placements, shared, strict=True)
    ]


def _mark(n: int) -> str:
    """The reference mark of a note: *, †, ‡, §, then doubled."""
    return _MARKS[n % len(_MARKS)] * (n // len(_MARKS) + 1)


_LONGEST_REMARK, _LONGEST_LABEL, _MARKS = 28, 34, "*†‡§"
"""The longest remark and label under a counter, in characters, and the marks of notes."""


def _cell(
    game: Game, scenario: Scenario, by_id: dict[str, Card], placement: Placement
) -> CounterCell:
    counter = game.counters[placement.counter]
    card = by_id[placement.counter]
    face = face_up(card, placement.steps_lost)
    remarks = []
    if placement.steps_lost and counter.kind in ("combat", "hq"):
        reduced = face is card.back and counter.steps.number in (2, None)
        remarks.append("reduced" if reduced else _lost(placement.steps_lost))
    if placement.group_steps_lost:
        remarks.append(f"{_lost(placement.group_steps_lost)} in total among these units")
    if placement.draw:
        remarks.append(f"drawn at random: {placement.draw}")
    letters = dict(zip((c.id for c in scenario.choices), _letters(), strict=False))
    if placement.choice in letters:
        remarks.append(f"see {letters[placement.choice]}")
    if placement.unless in letters:
        remarks.append(f"if {letters[placement.unless]} fails")
    if placement.conditional:
        remarks.append(placement.conditional)
    placed = placement.kind == "setup" or placement.hex is not None or placement.hexes
    printed = placement.as_printed
    named = printed if printed and len(printed) <= _LONGEST_REMARK else counter.name
    label = where(game, placement) if placed else named
    return CounterCell(face, label, "; ".join(remarks), placement.count)


def _lost(steps: int) -> str:
    return "1 step lost" if steps == 1 else f"{steps} steps lost"


def face_up(card: Card, steps_lost: int) -> CounterFace:
    """The face that lies up: the reduced side if the counter has one and has lost a step."""
    reduced = steps_lost and card.back and not card.reverse
    return card.back if reduced and card.back else card.front


# -- head and foot ----------------------------------------------------------------------------


def _title(flow: PageFlow, game: Game, scenario: Scenario) -> None:
    flow.add(
        *block(
            scenario.title, TextBox(MARGIN, flow.y, flow.width, 28), BOLD, 26, INK, anchor="start"
        )
    )
    flow.y += 33
    first, last = game.turn(scenario.first_turn), game.turn(scenario.last_turn)
    names = [turn_name(turn) for turn in (first, last) if turn]
    sides = {side.id: side.title for side in game.sides}
    parts = [
        "" if game.title == scenario.title else game.title,
        f"section {scenario.rule}",
        " to ".join(dict.fromkeys(names)),
        f"{sides[scenario.first_side]} moves first" if scenario.first_side in sides else "",
    ]
    flow.paragraph("  ·  ".join(part for part in parts if part), 11, MEDIUM)
    flow.y += 8


# -- the map ----------------------------------------------------------------------------------


def _map(
    flow: PageFlow, game: Game, scenario: Scenario, by_id: dict[str, Card], drawing: Drawing
) -> None:
    """A small map with the counters in their starting hexes, cropped to the part in use."""
    layout = thumbnail_layout(game)
    stacks: dict[int, list[CounterFace]] = {}
    for hex_, pieces in setup_position(game, scenario).stacks.items():
        known = (p for p in pieces if p.counter and p.counter.id in by_id)
        stacks[hex_] = [face_up(by_id[p.counter.id], p.steps_lost) for p in known if p.counter]
    part = map_part(layout, stacks, drawing)
    scale = min(flow.width / part.width, (flow.bottom - flow.y) / part.height)
    width, height = part.width * scale, part.height * scale
    edge = MARGIN + (flow.width - width) / 2
    left, top = edge - part.x * scale, flow.y - part.y * scale
    flow.add(Group((drawing.at(0, 0),), move=(left, top), scale=scale, clip=part.outline))
    size = layout.pitch * scale * 0.72
    for hex_, stack in stacks.items():
        x, y = layout.centre(hex_)
        seen = stack[-_SEEN:]
        for level, face in enumerate(seen):
            shift = (level - (len(seen) - 1) / 2) * size * 0.16
            at = (left + x * scale - size / 2 + shift, top + y * scale - size / 2 - shift)
            flow.add(_small(face, at, size))
    flow.add(Rect(edge, flow.y, width, height, Paint(stroke="#8d8473", width=0.6)))
    flow.y += height + 10


def map_part(layout: MapLayout, hexes: Iterable[int], drawing: Drawing) -> Extent:
    """The part of the map drawing that holds these hexes, with a margin around it."""
    centres = [layout.centre(hex_) for hex_ in hexes]
    if not centres:
        return Extent(0, 0, drawing.width, drawing.height)
    xs, ys = zip(*centres, strict=True)
    near = Extent(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    near = near.grown(_AROUND * layout.pitch)
    left, top = max(near.x, 0.0), max(near.y, 0.0)
    right, bottom = min(near.right, drawing.width), min(near.bottom, drawing.height)
    return Extent(left, top, right - left, bottom - top)


def _small(face: CounterFace, at: XY, size: float) -> Group:
    """A small counter; below a readable size only its colours are drawn."""
    scale = size / UNIT
    line = min(0.35, size * 0.04)
    edge = Rect(0, 0, UNIT, UNIT, Paint(stroke="#26221c", width=line / scale, join="miter"))
    shapes = (*ground(face), *content(face)) if size >= _READABLE else tuple(ground(face))
    clip = ((-1.0, -1.0), (UNIT + 1, -1.0), (UNIT + 1, UNIT + 1), (-1.0, UNIT + 1))
    return Group((*shapes, edge), move=at, scale=scale, clip=clip)


_SEEN = 3
"""The number of counters drawn of a stack, from the top."""
_AROUND = 4.0
"""The margin around the hexes with counters, in hexes."""
_READABLE = 7.0
"""The width below which nothing on a counter is readable, in points."""


# -- draws, rolls and choices -----------------------------------------------------------------


def _choices(flow: PageFlow, scenario: Scenario) -> None:
    """Draws, rolls and choices, with the letters used in the counters' remarks."""
    if not scenario.choices:
        return
    flow.heading("Draws, rolls and choices")
    for letter, choice in zip(_letters(), scenario.choices, strict=False):
        text = f"{choice.text} ({HOW[choice.how]}; {choice.rule})"
        height = paragraph(text, 0, 0, flow.width - _INDENT, REGULAR, 9.5, INK)[1]
        flow.reserve(height)
        flow.add(Text(MARGIN, flow.y + 9.5, letter, SEMIBOLD, 9.5, ACCENT, "start"))
        flow.paragraph(text, 9.5, indent=_INDENT)
        flow.y += 3


def _letters() -> Iterator[str]:
    """A to Z, then AA, AB and so on."""
    for size in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=size))


_INDENT = 22.0


# -- losses of groups -------------------------------------------------------------------------


def _losses(flow: PageFlow, game: Game, scenario: Scenario) -> None:
    """The losses of groups, as the module distributes them."""
    found = losses(game, scenario)
    if not found:
        return
    flow.heading("Group losses")
    flow.paragraph(
        "Each side distributes the losses of its groups as it likes. In the module every unit of a "
        "group loses one step, in list order, before any loses a second:",
        9.5,
    )
    flow.y += 3
    for group in found:
        lost = [(unit.name, unit.steps_lost) for unit in group.units if unit.steps_lost]
        units = ", ".join(name if steps == 1 else f"{name} {steps} steps" for name, steps in lost)
        flow.paragraph(f"{group.title}: {units}", 8.5)
        flow.y += 1.5


# -- notes ------------------------------------------------------------------------------------


def _notes(flow: PageFlow, game: Game, scenario: Scenario) -> None:
    if scenario.notes:
        flow.heading("Special rules")
        wide = max(fonts.width(rule, SEMIBOLD, 9.5) for rule, _ in scenario.notes) + 10
        for rule, text in scenario.notes:
            height = paragraph(text, 0, 0, flow.width - wide, REGULAR, 9.5, INK)[1]
            flow.reserve(height)
            flow.add(Text(MARGIN, flow.y + 9.5, rule, SEMIBOLD, 9.5, ACCENT, "start"))
            flow.paragraph(text, 9.5, indent=wide)
            flow.y += 3
    about = [game.about.get(key) for key in ("credits", "statement")]
    texts = [text for text in about if isinstance(text, str) and text]
    if texts:
        flow.y += 6
        for text in texts:
            flow.paragraph(text, 8.5, ITALIC)
            flow.y += 2
