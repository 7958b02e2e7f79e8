"""The palette of all counters, from which players add pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from builder.module.keys import key_stroke
from builder.module.pieces import PieceMaker
from builder.module.zoc import shade_piece
from hexmarshal.game.counters import Counter
from hexmarshal.game.model import Game
from hexmarshal.vassal.buildfile import Component, component
from hexmarshal.vassal.piece import Piece

COLUMNS, ROWS = 8, 6
"""The largest number of counters on a page of the palette."""


def palettes(maker: PieceMaker) -> Iterator[Component]:
    """All counters by side and formation, after an empty hidden palette.

    VASSAL docks the first palette beside the chat window, where there is little room.
    """
    yield component(
        "PieceWindow",
        name="Empty",
        description="Placeholder for the palette that VASSAL docks beside the chat window",
        text="",
        hidden=True,
    )
    tabs = [
        component("BoxWidget", *_formations(maker, tab), entryName=title)
        for title, tab in _tabs(maker.game)
    ]
    if maker.reach.hexes:
        slot = _slot(maker, shade_piece())
        panel = component("PanelWidget", slot, entryName="Zones of control", fixed=True)
        tabs.append(component("BoxWidget", panel, entryName="Referee"))
    yield component(
        "PieceWindow",
        component("TabWidget", *tabs, entryName="Counters"),
        name="Counters",
        text="Counters",
        tooltip="All counters, for adding pieces that are not in the set-up (Ctrl+Shift+C)",
        hidden=False,
        hotkey=key_stroke("Ctrl+Shift+C"),
    )


def _formations(maker: PieceMaker, counters: Sequence[Counter]) -> Iterator[Component]:
    for title, group in groupby(counters, key=_formation):
        for name, some in _panels(title, list(group)):
            yield component(
                "PanelWidget",
                *(_slot(maker, maker.definition(counter)) for counter in some),
                entryName=name,
                fixed=True,
                nColumns=COLUMNS if len(some) > COLUMNS else COLUMNS // 2,
            )


def _slot(maker: PieceMaker, piece: Piece) -> Component:
    basic, size = piece.basic, maker.size
    slot = component("PieceSlot", entryName=basic.name, gpid=basic.gpid, width=size, height=size)
    return slot.with_text(piece.command)


def _tabs(game: Game) -> Iterator[tuple[str, list[Counter]]]:
    """The tabs of the palette: one for each side, then one for counters of no side."""
    for side in (*game.sides, None):
        wanted = side.id if side else ""
        found = [c for c in game.counters.values() if c.side == wanted]
        if found:
            yield side.title if side else "Markers", sorted(found, key=_formation)


def _panels(title: str, counters: Sequence[Counter]) -> Iterator[tuple[str, Sequence[Counter]]]:
    """A formation's counters, split by type and number if there are too many for one page."""
    if len(counters) <= COLUMNS * ROWS:
        yield title, counters
        return
    ordered = sorted(counters, key=lambda counter: counter.type)
    for type_, group in groupby(ordered, key=lambda counter: counter.type):
        found = list(group)
        parts = [found[n : n + COLUMNS * ROWS] for n in range(0, len(found), COLUMNS * ROWS)]
        for n, part in enumerate(parts, 1):
            number = f" {n}" if len(parts) > 1 else ""
            yield f"{title}: {type_}{number}", part


def _formation(counter: Counter) -> str:
    if counter.kind in ("combat", "hq"):
        return counter.formation or "Independent"
    return _KINDS.get(counter.kind, counter.kind.capitalize())


_KINDS = {"air": "Air units", "chit": "Chits", "marker": "Markers"}
