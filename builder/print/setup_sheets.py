"""Set-up sheets: a scenario's positions on a small map, and every counter pictured where it goes.

Counters stand side by side, each as it lies on the map (a reduced one with its reduced side up)
over its hex; by side and section of the lists, then arrivals by turn and entry, then what lies in
boxes, then the notes the players need.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, product
from string import ascii_uppercase

from builder.print.paper import ACCENT, INK, MARGIN, PAPERS
from builder.print.setup_lists import Listed, capital, chapters, turn_name, where
from builder.print.setup_pages import CounterCell, Flow, Lot, numbered
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


def setup_sheet(game: Game, scenario: Scenario, paper: str, field: Drawing | None = None) -> bytes:
    """The set-up of a scenario as a PDF. `paper` is `a4` or `letter`; KeyError for another.

    `field` is the game's `map_thumbnail` where it has been drawn already.
    """
    drawn = pages(game, scenario, paper, field)
    return pdf.write(drawn, pdf.About(title=_name(game, scenario)))


def pages(
    game: Game, scenario: Scenario, paper: str, field: Drawing | None = None
) -> list[Drawing]:
    """The pages of a scenario's set-up."""
    flow = Flow(PAPERS[paper])
    dressed = cards(game)
    _title(flow, game, scenario)
    _map(flow, game, scenario, dressed, field or map_thumbnail(game))
    _choices(flow, scenario)
    for heading, groups in chapters(game, scenario):
        rules = {rule for _, rule, _ in groups}
        common = rules.pop() if len(rules) == 1 else ""
        flow.chapter(heading, common)
        flow.groups([_lot(game, scenario, dressed, group, common) for group in groups])
    _losses(flow, game, scenario)
    _notes(flow, game, scenario)
    return list(numbered(flow.finished(), _name(game, scenario)))


def _name(game: Game, scenario: Scenario) -> str:
    return ": ".join(dict.fromkeys((game.title, scenario.title))) + ", set-up"


# -- cells ------------------------------------------------------------------------------------


def _lot(
    game: Game, scenario: Scenario, dressed: dict[str, Card], group: Listed, common: str
) -> Lot:
    """A group's counters; its section where it is not the whole chapter's, long remarks below."""
    title, rule, placements = group
    cells = [_cell(game, scenario, dressed, placement) for placement in placements]
    owners = _owners(game, placements, cells)
    notes: dict[tuple[str, str], str] = {}
    shown = []
    for cell, owner in zip(cells, owners, strict=True):
        kept = replace(cell, label="" if capital(cell.label) == title else cell.label)
        if len(kept.label) > _LONG_LABEL:
            mark = notes.setdefault(("", kept.label), _mark(len(notes)))
            kept = replace(kept, label="", mark=mark)
        if len(kept.remark) > _LONG:
            mark = notes.setdefault((owner, kept.remark), _mark(len(notes)))
            kept = replace(kept, remark="", mark=f"{kept.mark} {mark}".strip())
        shown.append(kept)
    told = tuple(f"{mark} {text}" for (_, text), mark in notes.items())
    return Lot(title, "" if rule == common else rule, tuple(shown), told)


def _owners(game: Game, placements: list[Placement], cells: list[CounterCell]) -> list[str]:
    """For each counter of a group what its remark is about: the units that share their losses, or
    those of its formation, where several of it bear the remark; else all that bear it."""
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
    """The mark of a group's note: one sign, doubled when all have been used."""
    return _MARKS[n % len(_MARKS)] * (n // len(_MARKS) + 1)


_LONG, _LONG_LABEL, _MARKS = 28, 34, "*†‡§"
"""Letters of a remark and a label under a counter at most; what leads to longer ones below."""


def _cell(
    game: Game, scenario: Scenario, dressed: dict[str, Card], placement: Placement
) -> CounterCell:
    counter = game.counters[placement.counter]
    card = dressed[placement.counter]
    face = lying(card, placement.steps_lost)
    remarks = []
    if placement.steps_lost and counter.kind in ("combat", "hq"):
        said = face is card.back and counter.steps.number in (2, None)
        remarks.append("reduced" if said else _lost(placement.steps_lost))
    if placement.group_steps_lost:
        remarks.append(f"{_lost(placement.group_steps_lost)} among those marked so")
    if placement.draw:
        remarks.append(f"drawn at random: {placement.draw}")
    letters = dict(zip((c.id for c in scenario.choices), _letters(), strict=False))
    if placement.choice in letters:
        remarks.append(f"see {letters[placement.choice]}")
    if placement.unless in letters:
        remarks.append(f"if {letters[placement.unless]} fails")
    if placement.conditional:
        remarks.append(placement.conditional)
    told = placement.kind == "setup" or placement.hex is not None or placement.hexes
    printed = placement.as_printed
    named = printed if printed and len(printed) <= _LONG else counter.name
    label = where(game, placement) if told else named
    return CounterCell(face, label, "; ".join(remarks), placement.count)


def _lost(steps: int) -> str:
    return "1 step lost" if steps == 1 else f"{steps} steps lost"


def lying(card: Card, steps_lost: int) -> CounterFace:
    """The side of a counter that lies up: its reduced side if it has one and has lost a step."""
    reduced = steps_lost and card.back and not card.reverse
    return card.back if reduced and card.back else card.front


# -- head and foot ----------------------------------------------------------------------------


def _title(flow: Flow, game: Game, scenario: Scenario) -> None:
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
        f"first: {sides[scenario.first_side]}" if scenario.first_side in sides else "",
    ]
    flow.paragraph("  ·  ".join(part for part in parts if part), 11, MEDIUM)
    flow.y += 8


# -- the map ----------------------------------------------------------------------------------


def _map(
    flow: Flow, game: Game, scenario: Scenario, dressed: dict[str, Card], drawing: Drawing
) -> None:
    """The hexes in small with the counters that stand on them at start, choices made.

    Of the map it shows what they stand on, and what lies around.
    """
    layout = thumbnail_layout(game)
    stacks: dict[int, list[CounterFace]] = {}
    for hex_, pieces in setup_position(game, scenario).stacks.items():
        known = (p for p in pieces if p.counter and p.counter.id in dressed)
        stacks[hex_] = [lying(dressed[p.counter.id], p.steps_lost) for p in known if p.counter]
    shown = _shown(layout, stacks, drawing)
    scale = min(flow.width / shown.width, (flow.bottom - flow.y) / shown.height)
    width, height = shown.width * scale, shown.height * scale
    edge = MARGIN + (flow.width - width) / 2
    left, top = edge - shown.x * scale, flow.y - shown.y * scale
    flow.add(Group((drawing.at(0, 0),), move=(left, top), scale=scale, clip=shown.outline))
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


def _shown(layout: MapLayout, hexes: Iterable[int], drawing: Drawing) -> Extent:
    """The part of the map's drawing on which hexes lie, with some hexes around it."""
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
    """A counter so small that only its colours and strokes are told apart."""
    scale = size / UNIT
    line = min(0.35, size * 0.04)
    edge = Rect(0, 0, UNIT, UNIT, Paint(stroke="#26221c", width=line / scale, join="miter"))
    shapes = (*ground(face), *content(face)) if size >= _READABLE else tuple(ground(face))
    clip = ((-1.0, -1.0), (UNIT + 1, -1.0), (UNIT + 1, UNIT + 1), (-1.0, UNIT + 1))
    return Group((*shapes, edge), move=at, scale=scale, clip=clip)


_SEEN = 3
"""Counters of a stack that are drawn, from the top."""
_AROUND = 4.0
"""Hexes shown around those that counters stand on."""
_READABLE = 7.0
"""Points below which nothing on a counter can be made out."""


# -- draws, rolls and choices -----------------------------------------------------------------


def _choices(flow: Flow, scenario: Scenario) -> None:
    """What a draw, a roll or a player settles, lettered as the counters' remarks name it."""
    if not scenario.choices:
        return
    flow.chapter("Draws, rolls and choices")
    for letter, choice in zip(_letters(), scenario.choices, strict=False):
        text = f"{choice.text} ({HOW[choice.how]}; {choice.rule})"
        height = paragraph(text, 0, 0, flow.width - _INDENT, REGULAR, 9.5, INK)[1]
        flow.need(height)
        flow.add(Text(MARGIN, flow.y + 9.5, letter, SEMIBOLD, 9.5, ACCENT, "start"))
        flow.paragraph(text, 9.5, indent=_INDENT)
        flow.y += 3


def _letters() -> Iterator[str]:
    """A to Z, then AA, AB and so on."""
    for size in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=size))


_INDENT = 22.0


# -- losses of groups -------------------------------------------------------------------------


def _losses(flow: Flow, game: Game, scenario: Scenario) -> None:
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


def _notes(flow: Flow, game: Game, scenario: Scenario) -> None:
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
