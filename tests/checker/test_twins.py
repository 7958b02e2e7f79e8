"""Every rule's broken and lawful positions once more, read from saves instead of JSON."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from checker.reading import read_case
from checker.wishes import Source, Wishes
from hexwright.game.position import Position
from hexwright.rules.findings import Finding
from hexwright.rules.judge import judge
from tests.checker.kit import Unit, in_a_box, layout, narva, save
from tests.rules.positions import position
from tests.rules.test_narva import TWINS, Twins


def as_save(said: Position) -> bytes:
    """A save that holds the pieces of a position, a stack a hex or box, markers as states."""
    stacks: dict[str, list[Unit]] = defaultdict(list)
    for piece in sorted(said.pieces, key=lambda p: p.level):
        assert piece.counter is not None
        where = piece.place if piece.hex is None else said.board.grid.label(piece.hex)
        unit = Unit(piece.counter.id, piece.steps_lost, tuple(piece.markers), ref=piece.ref)
        stacks[where].append(unit)
    in_decks = {place: units for place, units in stacks.items() if place == "Cup"}
    on_map = [(where, units) for where, units in stacks.items() if where not in in_decks]
    return save(on_map, decks=in_decks)


def expressible(said: Position) -> bool:
    """Whether a save can hold the position: listed counters, in hexes that no box covers."""
    places = {place for box in narva().board.boxes for place in box.places}
    return all(
        piece.counter is not None
        and (
            piece.place in places
            if piece.hex is None
            else not in_a_box(layout().centre_px(piece.hex))
        )
        for piece in said.pieces
    )


def positions(twins: Twins) -> list[Position]:
    """The broken and the lawful one."""
    when: list[tuple[list[dict[str, Any]], dict[str, Any]]] = [
        (twins.broken, {**twins.when, **twins.broken_when}),
        (twins.lawful, {**twins.when, **twins.lawful_when}),
    ]
    return [renamed(position(counters, **told)) for counters, told in when]


def renamed(said: Position) -> Position:
    """The position with refs that may be ids of pieces."""
    return said.with_pieces(tuple(replace(p, ref=f"p{n}") for n, p in enumerate(said.pieces)))


def read_back(said: Position) -> Position:
    """The position as its save tells it, with what only JSON can tell added again."""
    found = read_case(Source("x.vsav", as_save(said)), Wishes()).position
    pieces = tuple(
        replace(piece, given=said.by_ref[piece.ref].given, arrived=said.by_ref[piece.ref].arrived)
        for piece in found.pieces
    )
    return replace(said, pieces=pieces)


def essence(findings: tuple[Finding, ...]) -> set[tuple[Any, ...]]:
    return {(f.rule, f.severity, f.hexes, f.places, frozenset(f.counters)) for f in findings}


def test_nearly_all_twins_can_be_saved() -> None:
    every = list(chain.from_iterable(map(positions, TWINS)))
    saved = [said for said in every if expressible(said)]
    assert len(saved) > 0.8 * len(every)


@pytest.mark.parametrize("twins", TWINS, ids=lambda t: f"{t.rule}: {t.what}")
def test_a_save_is_judged_like_its_json(twins: Twins) -> None:
    for said in filter(expressible, positions(twins)):
        of_json, of_save = judge(narva(), said), judge(narva(), read_back(said))
        assert essence(of_save.findings) == essence(of_json.findings)
        assert of_save.zoc == of_json.zoc
        assert of_save.supply == of_json.supply
