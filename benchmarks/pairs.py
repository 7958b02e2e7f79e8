"""The pieces of work that users wait for, each with its floor."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

from benchmarks import material
from benchmarks.timing import Pair
from builder.module.writer import BuiltModule
from checker.inputs import InputFile, Overrides
from checker.read import read_case
from hexmarshal.art import pdf, pixels
from hexmarshal.art.map import map_drawing
from hexmarshal.art.map.arrange import map_layout
from hexmarshal.rules.judge import judge
from hexmarshal.vassal.archive import pack
from hexmarshal.vassal.save import parse_save


def write_module() -> bytes:
    """Build file, prototypes, palette, set-ups and help of the whole module; no pictures."""
    game = material.game()
    module = BuiltModule(game, frozenset())
    saves = {scenario.id: module.setups.save(scenario) for scenario in game.scenarios}
    return module.vmod(material.blank_pictures(), saves, {}, {})


def module_pair() -> Pair:
    entries = dict(material.unpacked(write_module()))
    saves = {n: dict(material.unpacked(e)) for n, e in entries.items() if n.endswith(".vsav")}

    def floor() -> bytes:
        packed = {name: pack(within) for name, within in saves.items()}
        return pack({**entries, **packed}, level=9)

    return Pair(
        "write the module, without drawing", write_module, floor, "packing the same bytes", 3.0
    )


def save_pair() -> Pair:
    data = material.crowded_save()
    table = bytes(byte ^ material.KEY for byte in range(256))

    def floor() -> bytes:
        with ZipFile(BytesIO(data)) as archive:
            found = archive.read("savedGame")
        return bytes.fromhex(found[7:].decode("ascii")).translate(table)

    def work() -> int:
        save = parse_save(data)
        return len(save.places)

    return Pair("read a save of 500 pieces", work, floor, "bytes.fromhex and translate", 5.0)


def map_pair() -> Pair:
    game = material.game()
    scale = map_layout(game).px_per_pt
    document = pdf.write([map_drawing(game)], compress=False)
    return Pair(
        "draw the map to PNG",
        lambda: pixels.png(map_drawing(game), scale),
        lambda: pixels.encode(pixels.pages(document, scale)[0]),
        "the rasteriser alone",
        1.3,
    )


def judge_pair() -> Pair:
    source = InputFile("crowded.vsav", material.crowded_save())
    case = read_case(source, Overrides())
    return Pair(
        "judge a position of 500 pieces",
        lambda: judge(case.game, replace(case.position)),
        lambda: read_case(source, Overrides()),
        "reading its save",
        0.25,
    )


def position_pair() -> Pair:
    data = material.crowded_save()
    source = InputFile("crowded.vsav", data)
    return Pair(
        "read a save of 500 pieces as a position",
        lambda: read_case(source, Overrides()),
        lambda: len(parse_save(data).places),
        "reading the save alone",
        4.0,
    )


def pairs() -> list[Pair]:
    return [module_pair(), save_pair(), position_pair(), map_pair(), judge_pair()]
