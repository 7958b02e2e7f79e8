"""The illegal and legal positions of every rule, read from saves instead of JSON."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from checker.inputs import InputFile, Overrides
from checker.read import read_case
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.game.position import Position
from hexmarshal.game.words import marker_word
from hexmarshal.rules.findings import Finding
from hexmarshal.rules.judge import judge
from tests.checker.kit import Unit, in_a_box, layout, save
from tests.games import shipped_game
from tests.rules import iskra_positions, test_iskra, test_narva, test_succession
from tests.rules import positions as narva_positions
from tests.rules.test_narva import Twins

GAMES = {
    "narva": (narva_positions.position, test_narva.TWINS, "supply-segment"),
    "iskra": (iskra_positions.position, test_iskra.TWINS, "isolation"),
}
SHIPPED = [f.id for f in games_under(shipped_root()) if f.id in GAMES]
TWINS = [(game, twins) for game in SHIPPED for twins in GAMES[game][1]]


def as_save(game: str, said: Position) -> bytes:
    """A save that holds the pieces of a position, a stack a hex or box, markers as states."""
    stacks: dict[str, list[Unit]] = defaultdict(list)
    for piece in sorted(said.pieces, key=lambda p: p.level):
        assert piece.counter is not None
        where = piece.place if piece.hex is None else said.board.grid.label(piece.hex)
        turned = marker_word(piece.counter.reverse) if piece.counter.reverse else ""
        unit = Unit(
            piece.counter.id,
            piece.steps_lost,
            tuple(piece.markers - {turned}),
            flipped=turned in piece.markers,
            ref=piece.ref,
        )
        stacks[where].append(unit)
    in_decks = {place: units for place, units in stacks.items() if place == "Cup"}
    on_map = [(where, units) for where, units in stacks.items() if where not in in_decks]
    return save(on_map, decks=in_decks, game=game, phase=GAMES[game][2])


def expressible(game: str, said: Position) -> bool:
    """Whether a save can hold the position: listed counters, in hexes that no box covers."""
    places = {place for box in shipped_game(game).board.boxes for place in box.places}
    return all(
        piece.counter is not None
        and (
            piece.place in places
            if piece.hex is None
            else not in_a_box(layout(game).centre_px(piece.hex), game)
        )
        for piece in said.pieces
    )


def positions(game: str, twins: Twins) -> list[Position]:
    """The broken and the lawful one."""
    position = GAMES[game][0]
    when: list[tuple[list[dict[str, Any]], dict[str, Any]]] = [
        (twins.broken, {**twins.when, **twins.broken_when}),
        (twins.lawful, {**twins.when, **twins.lawful_when}),
    ]
    return [renamed(position(counters, **result)) for counters, result in when]


def renamed(said: Position) -> Position:
    """The position with refs that may be ids of pieces, in the order in which a save lays them."""
    pieces = enumerate(said.pieces)
    return said.with_pieces(tuple(replace(p, ref=f"p{n}", level=n) for n, p in pieces))


def read_back(game: str, said: Position) -> Position:
    """The position as its save tells it, with what only JSON can tell added again."""
    found = read_case(InputFile("x.vsav", as_save(game, said)), Overrides()).position
    pieces = tuple(
        replace(piece, given=said.by_ref[piece.ref].given, arrived=said.by_ref[piece.ref].arrived)
        for piece in found.pieces
    )
    return replace(said, pieces=pieces)


def essence(findings: tuple[Finding, ...]) -> set[tuple[Any, ...]]:
    return {(f.rule, f.severity, f.hexes, f.places, frozenset(f.counters)) for f in findings}


@pytest.mark.parametrize("game", SHIPPED)
def test_nearly_all_twins_can_be_saved(game: str) -> None:
    every = [said for twins in GAMES[game][1] for said in positions(game, twins)]
    saved = [said for said in every if expressible(game, said)]
    assert len(saved) > 0.8 * len(every)


@pytest.mark.parametrize(
    ("game", "twins"), TWINS, ids=[f"{game} {twins.rule}: {twins.what}" for game, twins in TWINS]
)
def test_a_save_is_judged_like_its_json(game: str, twins: Twins) -> None:
    for said in positions(game, twins):
        if expressible(game, said):
            of_json = judge(shipped_game(game), said)
            of_save = judge(shipped_game(game), read_back(game, said))
            assert essence(of_save.findings) == essence(of_json.findings)
            assert of_save.zoc == of_json.zoc
            assert of_save.supply == of_json.supply


PAIRS = [twins for twins in test_succession.TWINS if twins.game in GAMES]


def pairs(twins: test_succession.Twins) -> list[tuple[Position, Position]]:
    both = [test_succession.positions_of(twins.game, p) for p in (twins.broken, twins.lawful)]
    return [(renamed(then), renamed(now)) for then, now in both]


def test_many_pairs_can_be_saved() -> None:
    every = [(twins.game, said) for twins in PAIRS for pair in pairs(twins) for said in pair]
    saved = [said for game, said in every if expressible(game, said)]
    assert len(saved) > 0.6 * len(every)


@pytest.mark.parametrize("twins", PAIRS, ids=lambda t: f"{t.game} {t.rule}: {t.what}")
def test_a_pair_of_saves_is_judged_like_its_json(twins: test_succession.Twins) -> None:
    game = twins.game
    for then, now in pairs(twins):
        if expressible(game, then) and expressible(game, now):
            of_json = judge(shipped_game(game), replace(now, previous=then))
            before, after = read_back(game, then), read_back(game, now)
            of_save = judge(shipped_game(game), replace(after, previous=before))
            assert essence(of_save.findings) == essence(of_json.findings)
