"""Saves of real modules of different kinds, judged through bindings to small games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.cli import main as hexmarshal
from hexmarshal.game.folders import Folders
from hexmarshal.game.load import load
from hexmarshal.vassal.archive import Archive
from tests.checker.conftest import Run

Hexcheck = Callable[..., Run]
COUNTERS = "id,name,side,kind,formation,type,count,rule,attack,defence,movement,steps"
GRID = """
  orientation: {orientation}
  columns_grow: east
  rows_grow: south
  shifted: {shifted}
  toward: {toward}
  basis: rulebook
  sheets:
    - {{form: "{{column:02}}{{row:02}}", columns: {columns}, rows: {rows}}}
"""


@dataclass(frozen=True)
class Field:
    """The hexes of a small game."""

    columns: str
    rows: str
    shifted: str = "odd"
    toward: str = "south"
    orientation: str = "flat"


def small_game(folder: Path, field: Field, counters: list[str], boxes: list[str]) -> Path:
    """A game of two sides, made from the one to start from: other hexes, other counters."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        made = CliRunner().invoke(hexmarshal, ["new", "Small"])
    assert made.exit_code == 0, made.output
    root = folder / "small"
    maps, scenarios = root / "maps" / "small", root / "scenarios" / "small"
    (root / "counters" / "small" / "counters.csv").write_text("\n".join([COUNTERS, *counters]))
    (root / "counters" / "small" / "ids.csv").unlink()
    text = (maps / "map.yaml").read_text()
    start, end = text.index("grid:"), text.index("terrain:")
    more = "".join(f"  - {{id: {b.lower()}, title: {b}, basis: rulebook}}\n" for b in boxes)
    text = f"{text[:start]}grid:{GRID.format(**asdict(field))}{text[end:]}{more}"
    (maps / "map.yaml").write_text(text)
    for path in maps.glob("*.csv"):
        path.write_text(path.read_text().splitlines()[0] + "\n")
    listing = scenarios / "crossing.csv"
    listing.write_text(listing.read_text().splitlines()[0] + "\n")
    load(Folders("small", root))
    return root


def read(hexcheck: Hexcheck, root: Path, binding: str, *words: object) -> dict[str, Any]:
    """The position that `hexcheck position` reads from a save, with the unread pieces."""
    (root / "b.yaml").write_text(binding, encoding="utf-8")
    found = hexcheck("position", "--game", root, "--bind", root / "b.yaml", *words)
    assert found.status == 0, found.out
    result = found.data
    assert isinstance(result, dict)
    return result


def where(result: dict[str, Any]) -> dict[str, str]:
    return {c["ref"]: c.get("hex") or c.get("place", "") for c in result["counters"]}


# -- no numbers on the map: pixels, names cut to pieces -------------------------------------------

KASSALA = r"""
game: small
hexes:
- map: Main Map
  anchors: {"0101": "51,55", "0901": "1874,55", "0109": "51,2182"}
pieces:
- when: {BasicName: "(?P<who>Moslem|Christian)_.*"}
  side: "{who}"
- when: {BasicName: '[^_]*_(?P<arm>[^_]*)_(?P<a>\d)-(?P<m>\d)(?:_(?P<people>.*))?'}
  name: "{people} {arm} {a}-{m}"
sides: {Moslem: red, Christian: blue}
"""


def test_a_module_without_hex_numbers(hexcheck: Hexcheck, corpus: Path, tmp_path: Path) -> None:
    kinds = [
        ("red", " Cannon 1-0", 3),
        ("red", "Nubian Infantry 3-2", 3),
        ("red", "Egyptian-Sudanese Infantry 4-2", 1),
        ("red", "Turkish Infantry 4-2", 1),
        ("red", "Turkish Cavalry 4-3", 1),
        ("red", "Arab Cavalry 3-3", 2),
        ("red", "Mamluk Cavalry 3-3", 2),
        ("blue", "Portuguese Infantry 4-2", 2),
        ("blue", "Portuguese Infantry 2-2", 1),
        ("blue", "Cannon 1-0", 2),
        ("blue", "Native Cavalry 2-3", 1),
        ("blue", "Ethiopian Infantry 4-2", 2),
        ("blue", "Galla-Ethiopian Infantry 4-2", 2),
    ]
    rows = [
        f"c{n},{name.strip()},{side},combat,,infantry,{count},8.1,{name.split()[-1][0]},1,2,1"
        for n, (side, name, count) in enumerate(kinds)
    ]
    # The second column of VASSAL's grid lies half a hex further south.
    root = small_game(tmp_path, Field("01-09", "01-10", shifted="even"), rows, [])
    module = Archive.open(corpus / "kassala.vmod")
    setup = next(name for name in module.names if name.endswith(".vsav"))
    (tmp_path / "start.vsav").write_bytes(module.read(setup))
    words = ("--module", corpus / "kassala.vmod")
    result = read(hexcheck, root, KASSALA, *words, tmp_path / "start.vsav")
    assert not result.get("unread")
    assert len(result["counters"]) == 23
    pieces = hexcheck("inspect", "--json", tmp_path / "start.vsav").data["pieces"]
    for piece in pieces:
        column = round((piece["x"] - 51) / 227.9)
        row = round((piece["y"] - 55 - (column % 2) * 132.95) / 265.9)
        assert where(result)[piece["id"]] == f"{column + 1:02}{row + 1:02}"
    sides = [counter["side"] for counter in result["counters"]]
    assert (sides.count("red"), sides.count("blue")) == (13, 10)


# -- a save alone: three anchors from the printed set-up ------------------------------------------

ARNHEM = """
game: small
hexes:
- map: Main Map
  anchors: {"3722": "3612,2618", "0702": "732,238", "2021": "1980,2559"}
pieces:
- when: {BasicName: "A (.*DZ)"}
  name: "{1}"
  side: blue
- when: {BasicName: "A (.*)"}
  name: "{1}"
  side: red
"""
PRINTED = {
    "Kraft": "3722", "2/9SS": "3724", "9SS Recon": "3322", "Grsn": "0702", "1/406": "2325",
    "2/406": "2025", "BrDf": "2621", "101 DZ": "1007", "82 DZ": "2323", "1 DZ": "3919",
}  # fmt: skip


def test_a_save_without_its_module(hexcheck: Hexcheck, corpus: Path, tmp_path: Path) -> None:
    rows = [
        f"c{n},{name},{'blue' if 'DZ' in name else 'red'},combat,,infantry,1,8.1,2,2,2,1"
        for n, name in enumerate(PRINTED)
    ]
    root = small_game(tmp_path, Field("00-45", "00-30", toward="north"), rows, [])
    result = read(hexcheck, root, ARNHEM, corpus / "westwall-arnhem.vsav")
    assert {c["name"]: c["hex"] for c in result["counters"]} == PRINTED
    assert len(result["unread"]) == 89, "no other piece is a counter of this game"


# -- zones, a sideways grid, sides by a marker ----------------------------------------------------

RAGNAROK = r"""
game: small
hexes:
- {map: Main Map, zone: map, location: '(\d\d)(\d\d)', hex: "{1}{2}"}
places:
- {zone: endurance, place: Endurance}
- {map: deployment|Warrior, place: ""}
sides: {Aesir: blue, Jotun: red}
pieces:
- {when: {BasicName: "en-(.*)", Side: ".+"}, name: "{1} staying", side: "{Side}"}
- {when: {BasicName: "hero-(.*)"}, name: "{1}", side: "{Side}"}
- {when: {Flip_Level: "2"}, steps_lost: 1}
"""


def test_a_module_with_zones(hexcheck: Hexcheck, corpus: Path, tmp_path: Path) -> None:
    names = {"heimdall": "blue", "odin staying": "blue", "fenir staying": "red"}
    rows = [
        f"c{n},{name},{side},combat,,infantry,1,8.1,2,2,2,2"
        for n, (name, side) in enumerate(names.items())
    ]
    root = small_game(
        tmp_path, Field("00-20", "00-25", orientation="pointy", toward="east"), rows, ["Endurance"]
    )
    words = ("--module", corpus / "ragnarok.buildFile.xml", corpus / "ragnarok-start.vsav")
    result = read(hexcheck, root, RAGNAROK, *words)
    places = where(result)  # those of the deployment window are out of play
    found = {
        c["name"]: (c["side"], places[c["ref"]]) for c in result["counters"] if places[c["ref"]]
    }
    assert found == {
        "heimdall": ("blue", "0101"),
        "odin staying": ("blue", "Endurance"),
        "fenir staying": ("red", "Endurance"),
    }


# -- a monster and its log ------------------------------------------------------------------------

LONGEST = r"""
game: small
hexes:
- {map: Normandy, location: '\d{4}', hex: "{0}"}
places:
- {map: ".*Remnants", place: ""}
pieces:
- when: {BasicName: "(?P<n>[IV]+)/(?P<r>914|943)/(?P<d>35[23])"}
  name: "{n}/{r}"
  formation: "{d}"
  side: red
"""


def test_a_long_log_of_a_large_module(hexcheck: Hexcheck, corpus: Path, tmp_path: Path) -> None:
    rows = [
        f"c-{n.lower()}-{r},{n}/{r},red,combat,{d}rd Division,infantry,1,8.1,2,2,2,2"
        for n in ("I", "II", "III")
        for r, d in (("914", 352), ("943", 353))
    ]
    root = small_game(tmp_path, Field("00-99", "01-70"), rows, [])
    words = ("--module", corpus / "longest-day.buildFile", corpus / "longest-day-0611-1.log")
    result = read(hexcheck, root, LONGEST, *words)
    found = {counter["name"]: counter.get("hex", "") for counter in result["counters"]}
    assert found.keys() == {"I/914", "II/914"}
    assert {hex_[:2] for hex_ in found.values()} <= {"36", "37", "38", "39"}


def test_a_bare_build_file_holds_no_game(hexcheck: Hexcheck, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("game: narva\n")
    words = ("--bind", tmp_path / "b.yaml", "--module", corpus / "ragnarok.buildFile.xml")
    (report,) = hexcheck("--format", "json", *words, corpus / "ragnarok-start.vsav").reports
    assert report["game"] == "narva"


@pytest.mark.parametrize(
    "module", ["kassala.vmod", "tour.mod", "ragnarok.buildFile.xml", "bastogne.buildFile"]
)
def test_a_draft_binding_of_each_can_be_read_back(
    hexcheck: Hexcheck, corpus: Path, tmp_path: Path, module: str
) -> None:
    rows = ["c1,Goblin,red,combat,,infantry,1,8.1,2,2,2,1"]
    root = small_game(tmp_path, Field("01-09", "01-10"), rows, [])
    made = hexcheck("bind", "--game", root, "--out", root / "b.yaml", corpus / module)
    assert made.status == 0
    text = (root / "b.yaml").read_text(encoding="utf-8")
    assert text.startswith("# Binding of the module")
    save = corpus / "tour.log"
    words = ("--bind", root / "b.yaml", "--game", root, "--format", "json", save)
    (report,) = hexcheck(*words).reports
    assert "error" not in report
