"""Moves executed here and by the real engine: every piece must end in the same place."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hexmarshal.vassal.archive import pack, write_atomically
from hexmarshal.vassal.boards import DEFAULT_STACKING, Stacking
from hexmarshal.vassal.buildfile import component, to_xml
from hexmarshal.vassal.commands import ESC
from hexmarshal.vassal.log import replay
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.module import read_module
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import BoardAt, Save, read_save
from hexmarshal.vassal.setup import PlacedPiece, Setup, save_bytes, save_text
from hexmarshal.vassal.traits import BasicPiece, DoesNotStack, Layer, Marker, Trait

from .grids import board, game_map, module

META = Metadata(name="Moves", version="1.0")
SPOTS = [(60, 60), (120, 60), (180, 120), (240, 120)]


LAYERS = Stacking(property="Sort", layers=("ground", "unit"))
"""The third sort is in none of the named layers."""
MAPS = {"plain": DEFAULT_STACKING, "layered": LAYERS, "disabled": Stacking(enabled=False)}


def unit(number: int) -> Piece:
    sort = ("ground", "unit", "smoke")[number % 3]
    traits: list[Trait] = [
        Marker.of(Sort=sort),
        Layer(name="Step", images=("", "b.png"), always_active=True),
    ]
    if number % 7 == 0:
        traits.append(DoesNotStack())
    return Piece.of(*traits, BasicPiece(name=f"u{number}", gpid=str(number)), id=str(100 + number))


def stacking(piece: Piece) -> bool:
    return piece.first(DoesNotStack) is None


def random_moves(rng: random.Random, start: Save) -> list[str]:
    """Moves as players make them: to a spot, sometimes onto a given piece (present or gone)."""
    commands = []
    stackers = [id for id, piece in start.pieces.items() if stacking(piece)]
    for _ in range(60):
        id = rng.choice(list(start.pieces))
        x, y = rng.choice(SPOTS)
        under = rng.choice(stackers)
        if id not in stackers or under == id or rng.random() < 0.5:
            under = "null"
        commands.append(f"M/{id}/Main Map/{x}/{y}/{under}/Main Map/0/0/null/me")
    return commands


def position(save: Save) -> dict[str, object]:
    found: dict[str, object] = {}
    for id, place in save.places.items():
        company = place.container.members if place.container else (id,)
        found[id] = (place.map, place.x, place.y, company) if place.map else None
    return found


@pytest.mark.parametrize("kind", MAPS)
def test_moves(engine: Callable[..., str], tmp_path: Path, kind: str) -> None:
    rng = random.Random(7)
    pieces = [unit(number) for number in range(24)]
    placements = [
        PlacedPiece("Main Map", *SPOTS[number % 3], tuple(filter(stacking, pieces[number::3])))
        for number in range(3)
    ]
    placements += [
        PlacedPiece("Main Map", 240, 120, (piece,), stacked=False)
        for piece in pieces
        if not stacking(piece)
    ]
    setup = Setup(tuple(placements), boards={"Main Map": (BoardAt("Field"),)})
    grid = component("HexGrid", x0=60, y0=60, dx=60.0, dy=60.0)
    told = MAPS[kind]
    layered = component("LayeredPieceCollection", property=told.property, layerOrder=told.layers)
    plain = game_map("Main Map", board("Field", (600, 400), grid))
    metrics = component("StackMetrics", disabled=not told.enabled)
    parts = [metrics if part.kind == "StackMetrics" else part for part in plain.children]
    whole = replace(plain, children=(*parts, *([layered] if told.property else [])))
    root = module(whole, name="Moves")
    entries = {"moduledata": META.to_xml(with_name=True), "buildFile.xml": to_xml(root)}
    write_atomically(tmp_path / "m.vmod", pack(entries))
    write_atomically(tmp_path / "s.vsav", save_bytes(setup, META))
    start = read_save(tmp_path / "s.vsav")
    moves = random_moves(rng, start)
    script = [f"load {tmp_path / 's.vsav'}"]
    for number, move in enumerate(moves):
        script.append(f"exec {move}")
        if number % 20 == 19:
            script.append(f"save {tmp_path / f'{number}.vsav'}")
    (tmp_path / "script").write_text("\n".join(script) + "\n", encoding="utf-8")

    said = engine("drive", tmp_path / "m.vmod", tmp_path / "script")

    log = Save(ESC.join([save_text(setup), *(f"LOG\t{move}" for move in moves)]))
    steps = {
        step.number: step.after for step in replay(log, read_module(tmp_path / "m.vmod").stacking)
    }
    assert len(steps) == len(moves)
    for number in range(19, len(moves), 20):
        saved = tmp_path / f"{number}.vsav"
        assert saved.exists(), said[-2000:]
        assert position(steps[number + 1]) == position(read_save(saved)), number
