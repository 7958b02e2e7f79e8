"""Location names and snapping against the real engine, on random grids and random pixels."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from hexmarshal.vassal.archive import pack, write_atomically
from hexmarshal.vassal.boards import MapBoards
from hexmarshal.vassal.buildfile import Component, to_xml
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.module import Module, parse_module
from hexmarshal.vassal.polygon import Point

from .grids import module, random_map

MAPS = 60
POINTS = 200


def write(path: Path, root: Component) -> Module:
    meta = Metadata(name=root.get("name"), version="1.0")
    data = pack({"moduledata": meta.to_xml(with_name=True), "buildFile.xml": to_xml(root)})
    write_atomically(path, data)
    return parse_module(data)


def labelled(sheet: MapBoards, label: str) -> Point | None:
    """The label's pixel on the first board that knows it, if it is on that board."""
    for placed in sheet.boards:
        grid = placed.board.grid
        found = grid.locate(label, placed.size) if grid else None
        if found is not None:
            x, y = found
            if 0 <= x < placed.size[0] and 0 <= y < placed.size[1]:
                return x + placed.origin[0], y + placed.origin[1]
    return None


def test_names_snaps_and_labels(engine: Callable[..., str], tmp_path: Path) -> None:
    rng = random.Random(20240117)
    maps = [random_map(rng, f"M{number}") for number in range(MAPS)]
    game = write(tmp_path / "grids.vmod", module(*maps))
    script = ["new"]
    labels = 0
    for found in game.maps:
        sheet = found.sheet()
        width = max(placed.origin[0] + placed.size[0] for placed in sheet.boards)
        height = max(placed.origin[1] + placed.size[1] for placed in sheet.boards)
        names, finds = [], []
        for _ in range(POINTS):
            x, y = rng.randint(-20, width + 20), rng.randint(-20, height + 20)
            label, (sx, sy) = sheet.name((x, y)), sheet.snap((x, y))
            names.append(f"{x}\t{y}\t{label}\t{sx},{sy}\n")
            at = labelled(sheet, label)
            if at is not None:
                finds.append(f"{at[0]}\t{at[1]}\t{label}\n")
        for kind, lines in (("names", names), ("finds", finds)):
            file = tmp_path / f"{found.name}.{kind}"
            file.write_text("".join(lines), encoding="utf-8")
            script.append(f"{kind} {found.name} | {file}" + (" | shown" * (kind == "names")))
        labels += len(finds)
    (tmp_path / "script").write_text("\n".join(script) + "\n", encoding="utf-8")

    said = engine("drive", tmp_path / "grids.vmod", tmp_path / "script")

    wrong = re.findall(
        r"^(?:  raw|  CENTRE|  NONE|  FIND|NAMES .*(?:unsnapped|centre)=[1-9]|"
        r"FINDS .*(?:found|pixels)=[1-9]).*$",
        said,
        re.MULTILINE,
    )
    assert not wrong, "\n".join(wrong[:40])
    asked = sum(map(int, re.findall(r"^NAMES .*points=(\d+)", said, re.MULTILINE)))
    assert asked == MAPS * POINTS, said[-2000:]
    assert sum(map(int, re.findall(r"^FINDS .*labels=(\d+)", said, re.MULTILINE))) == labels > 1000
