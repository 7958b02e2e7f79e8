"""`hexcheck inspect` on other people's files, compared with counts made by another decoder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checker.conftest import Run
from tests.checker.kit import Unit, module, save

COUNTS = {
    "westwall-arnhem.vsav": {"pieces": 99, "stacks": 99},
    "tour.log": {"pieces": 22, "stacks": 7, "decks": 3, "log_steps": 191},
    "trc4-campaign.vsav": {"pieces": 215},
    "paths-of-glory-historical.vsav": {
        "pieces": 844,
        "stacks": 1399,
        "empty_stacks": 1148,
        "decks": 13,
        "log_steps": 0,
    },
    "for-the-people-1864.vsav": {"pieces": 703, "stacks": 614, "decks": 8},
    "longest-day-scenario-5.sav": {"pieces": 0, "stacks": 0, "decks": 0},
    "longest-day-0611-1.log": {"pieces": 2345, "log_steps": 1901},
    "blood-bowl.vlog": {"pieces": 22, "log_steps": 49},
    "ragnarok-start.vsav": {"pieces": 99, "stacks": 55},
    "vasl-basic.vsav": {"pieces": 23},
    "vasl-extensions.vsav": {"pieces": 4},
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_other_people_s_saves(
    hexcheck: Callable[..., Run], corpus: Path, name: str
) -> None:
    found = hexcheck("inspect", "--json", corpus / name)
    assert found.status == 0
    result = found.data
    for what, count in COUNTS[name].items():
        assert len(result[what]) == count, what
        assert result["counts"][what] == count, what
    assert hexcheck("inspect", corpus / name).out.startswith(str(corpus / name))


@pytest.mark.parametrize("name", ["kassala.vmod", "tour.mod", "ragnarok.buildFile.xml"])
def test_other_people_s_modules(hexcheck: Callable[..., Run], corpus: Path, name: str) -> None:
    result = hexcheck("inspect", "--json", corpus / name).data
    assert result["kind"] == "module"
    assert result["maps"]
    assert result["boards"]
    assert result["pieces"]
    assert hexcheck("inspect", corpus / name).status == 0


def test_a_sideways_descending_grid_in_a_zone(hexcheck: Callable[..., Run], corpus: Path) -> None:
    result = hexcheck("inspect", "--json", corpus / "ragnarok.buildFile.xml").data
    hexes = [grid for grid in result["grids"] if grid["kind"] == "hex" and grid.get("zone")]
    assert any(grid["sideways"] for grid in hexes)


def test_pieces_say_where_they_stand(hexcheck: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(save([("2020", [Unit("s-122-1074"), Unit("s-122-1076")])]))
    (tmp_path / "m.vmod").write_bytes(module())
    result = hexcheck("inspect", "--json", tmp_path / "a.vsav").data
    assert [(p["name"], p["location"], p["level"]) for p in result["pieces"]] == [
        ("1074", "2020", 0),
        ("1076", "2020", 1),
    ]
    assert result["pieces"][0]["properties"]["hm_id"] == "s-122-1074"
    assert [m["name"] for m in result["maps"]] == ["Main Map"]
    text = hexcheck("inspect", tmp_path / "a.vsav").out
    assert "1074, 1076" in text
    assert "2020" in text


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"PK\x03\x04broken", b"\xff" * 100, b"<html></html>", b"!VCSK"]
)
def test_a_file_that_is_not_a_save_is_reported_in_one_line(
    hexcheck: Callable[..., Run], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "x.vsav"
    path.write_bytes(content)
    found = hexcheck("inspect", path)
    assert found.status == 2
    assert found.err.count("\n") == 1
    assert str(path) in found.err


def test_a_file_named_like_a_subcommand(
    hexcheck: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("inspect").write_bytes(save([("2020", [Unit("s-122-1074")])]))
    (report,) = hexcheck("--format", "json", "./inspect").reports
    assert report["counters"]


def test_counts_use_singular_and_plural(hexcheck: Callable[..., Run], tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(save([("2020", [Unit("s-122-1074")])], decks={"Cup": []}))
    text = hexcheck("inspect", tmp_path / "a.vsav").out
    assert "1 piece, 1 stack, 0 empty stacks, 1 deck, 0 log steps" in text
