"""What the benchmarks work on: the shipped game, and a save of five hundred pieces made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from zipfile import ZipFile

from builder.module.writer import BOARD_PICTURE, OFF_PICTURE, BuiltModule
from hexmarshal.art import pixels
from hexmarshal.art.drawing import Drawing
from hexmarshal.game.folders import locate
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Scenario
from hexmarshal.vassal.archive import SAVED_GAME, pack
from hexmarshal.vassal.obfuscation import obfuscate

PIECES = 500
KEY = 0x5A


@cache
def game() -> Game:
    return load(locate("narva", Path.cwd()))


@cache
def module() -> BuiltModule:
    return BuiltModule(game(), frozenset())


def crowded() -> Scenario:
    """The first scenario's units in its set-up hexes, again and again until there are enough."""
    scenario = game().scenarios[0]
    standing = [p for p in scenario.placements if p.kind == "setup" and p.hex is not None]
    return replace(scenario, placements=tuple(islice(cycle(standing), PIECES)))


@cache
def crowded_save() -> bytes:
    """The crowded set-up as an engine up to 3.7 would save it, its text hidden."""
    entries = dict(unpacked(module().setups.save(crowded())))
    return pack({**entries, SAVED_GAME: obfuscate(entries[SAVED_GAME].decode(), KEY)})


def unpacked(data: bytes) -> list[tuple[str, bytes]]:
    """The entries of a container by name."""
    with ZipFile(BytesIO(data)) as archive:
        return [(info.filename, archive.read(info)) for info in archive.infolist()]


@cache
def blank_pictures() -> Mapping[str, bytes]:
    """Stand-ins for the pictures that drawing would have made."""
    blank = pixels.png(Drawing(8, 8, ()), 1.0)
    return {BOARD_PICTURE: blank, OFF_PICTURE: blank}
