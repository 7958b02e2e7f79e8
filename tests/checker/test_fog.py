"""`--for SIDE`: no form of the report shows what fog of war hides."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.checker.conftest import Run

Hexcheck = Callable[..., Run]


def piece(ref: str, name: str, side: str, hex_: str, level: int, **more: object) -> dict[str, Any]:
    return {"ref": ref, "name": name, "side": side, "hex": hex_, "level": level, **more}


POSITION = {
    "game": "narva",
    "turn": 3,
    "phase": "supply",
    "moment": "end",
    "map": {"default": "clear", "sources": {"soviet": ["2001"], "german": ["0120"]}},
    "counters": [
        piece("a", "1074", "soviet", "2010", 0, formation="122nd Corps"),
        piece("b", "1076", "soviet", "2010", 1, formation="122nd Corps", markers=["isolated"]),
        piece("c", "1078", "soviet", "2010", 2, formation="122nd Corps"),
        piece("g", "366G", "german", "0520", 0),
        piece("h", "328G", "german", "0520", 1),
        piece("i", "227F", "german", "0520", 2),
    ],
}
"""Three Soviet regiments in a hex, the middle one wrongly marked, and three German ones."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "p.json"
    found.write_text(json.dumps(POSITION))
    return found


def test_both_sides_see_their_own_and_the_top_of_the_other(hexcheck: Hexcheck, path: Path) -> None:
    (german,) = hexcheck("--for", "german", "--format", "json", path).reports
    names = {ref: line["name"] for ref, line in german["counters"].items()}
    assert names == {
        "hidden 1": "hidden",
        "hidden 2": "hidden",
        "c": "1078",
        "g": "366G",
        "h": "328G",
        "i": "227F",
    }
    assert german["counters"]["hidden 1"] == {"name": "hidden", "side": "soviet", "hex": "2010"}
    assert german["zoc"].keys() == german["supply"].keys() == {"c", "g", "h", "i"}
    broken = {(f["rule"], tuple(f["hexes"])) for f in german["findings"]}
    assert ("7.1 B", ("0520",)) in broken
    assert "hidden pieces: 2" in str(german["findings"])
    assert not {hexes for _, hexes in broken} & {("2010",)}
    (soviet,) = hexcheck("--for", "Soviet Union", "--format", "json", path).reports
    broken = {(f["rule"], tuple(f["hexes"])) for f in soviet["findings"]}
    assert {("7.1 B", ("2010",)), ("10.0 E", ("2010",))} <= broken


def test_no_form_of_the_report_names_what_is_hidden(hexcheck: Hexcheck, path: Path) -> None:
    for form in ("text", "json", "html"):
        result = hexcheck("--for", "german", "--format", form, path).out
        assert "366G" in result
        words = re.sub(r"url\([^)]*\)|data:[^\"]*", "", result)
        for name in ("1074", "1076"):
            assert not re.search(rf"(?<![\d.]){name}(?![\d.])", words), f"{form} names {name}"


def test_a_marker_on_top_is_all_that_is_seen(hexcheck: Hexcheck, tmp_path: Path) -> None:
    pinned = piece("m", "Pinned", "", "2010", 3, kind="marker", type="pinned")
    result = {**POSITION, "counters": [*POSITION["counters"], pinned]}  # type: ignore[misc]
    (tmp_path / "p.json").write_text(json.dumps(result))
    (german,) = hexcheck("--for", "german", "--format", "json", tmp_path / "p.json").reports
    assert [line["name"] for line in german["counters"].values()].count("hidden") == 3


def test_moves_of_hidden_pieces_are_left_out(hexcheck: Hexcheck, tmp_path: Path) -> None:
    counters = [dict(c) for c in POSITION["counters"]]  # type: ignore[attr-defined]
    for counter in counters:
        if counter["side"] == "soviet":
            counter["hex"] = "2011"
    (tmp_path / "1.json").write_text(json.dumps(POSITION))
    (tmp_path / "2.json").write_text(json.dumps({**POSITION, "counters": counters}))
    words = ("--before", tmp_path / "1.json", "--for", "german", "--format", "json")
    (report,) = hexcheck(*words, tmp_path / "2.json").reports
    assert [m["counter"] for s in report["steps"] for m in s["moves"]] == ["c"]


def test_an_unknown_side(hexcheck: Hexcheck, path: Path) -> None:
    found = hexcheck("--for", "roman", "--format", "json", path)
    assert found.status == 2
    (report,) = found.reports
    assert (
        report["error"] == "--for: unknown side 'roman' of narva; expected one of: german, soviet"
    )
