"""Positions with their expected findings, judged through the command line.

Only what a case names is asserted; other true findings are allowed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexmarshal.game.folders import Folders, games_under, shipped_root
from hexmarshal.game.hexfield import HexField
from hexmarshal.game.load import load
from tests.checker.conftest import Run

CASES = Path(__file__).parents[3] / "shared" / "rulebooks" / "digest" / "cases.json"
SHIPPED = {folders.id for folders in games_under(shipped_root())}


def _cases() -> list[dict[str, Any]]:
    if not CASES.is_file():
        return []
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    return [case for case in cases if case["position"]["game"] in SHIPPED]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: str(case["id"]))
def test_what_a_case_says(hexcheck: Callable[..., Run], case: dict[str, Any]) -> None:
    found = hexcheck("--format", "json", "-", stdin=json.dumps(case["position"]))
    (report,) = found.reports
    assert "error" not in report
    for expected in case["expected"]:
        assert_holds(report, as_reported(case["position"], expected))


@cache
def field_of(game: str) -> HexField:
    return load(Folders(game, shipped_root())).board.grid


def as_reported(position: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What is expected, with hexes by the names a report gives them, and of the counters those
    that stand in these hexes where some do."""
    grid = field_of(position["game"])
    hexes = {grid.label(grid.parse(label)) for label in expected["hexes"]}
    stands = {one["ref"]: one.get("hex") for one in position["counters"] if one.get("hex")}
    there = [ref for ref in expected["counters"] if ref in stands]
    there = [ref for ref in there if grid.label(grid.parse(stands[ref])) in hexes]
    return {**expected, "hexes": sorted(hexes), "counters": there or expected["counters"]}


def assert_holds(report: dict[str, Any], expected: dict[str, Any]) -> None:
    verdict, refs = expected["verdict"], expected["counters"]
    findings = [f for f in report["findings"] if concerns(f, expected)]
    illegal = [f for f in findings if f["severity"] == "illegal"]
    match verdict:
        case "illegal":
            assert illegal, f"{expected['rule']} is not reported"
        case "legal" | "exempt":
            assert not illegal
        case "zoc":
            assert all(set(report["zoc"][ref]) == set(expected["hexes"]) for ref in refs)
        case "in_supply" | "out_of_supply":
            state = verdict.partition("_")[0]
            assert all(report["supply"][ref]["state"] == state for ref in refs)
        case "not_checkable" | "needs_log" | "series_rule":
            assert not illegal
        case "not_triggered":
            assert expected["rule"].partition(" ")[0] not in json.dumps(report["supply"])
        case "value" if isinstance(expected["value"], int):
            score = report["state"]["score"]
            points = [line["points"] for line in score["lines"] if line["hex"] in expected["hexes"]]
            assert sum(points) == expected["value"]
        case _:
            assert report["state"], f"nothing is reported for {expected['rule']}"


def concerns(finding: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether a finding is of the expected rule, hexes and counters."""
    rules = {finding["rule"], *finding["also"]}
    numbers = expand(expected["rule"])
    return (
        bool(rules & numbers)
        and set(expected["hexes"]) <= {*finding["hexes"], *finding["places"]}
        and (not expected["counters"] or set(expected["counters"]) <= set(finding["counters"]))
    )


def expand(rule: str) -> set[str]:
    """The single numbers in "6.3 C, E" or "10.0 B, C": a letter takes the number before it."""
    numbers: set[str] = set()
    number = ""
    for part in rule.split(","):
        words = part.split()
        if words and words[0][0].isdigit():
            number = words[0]
            numbers.add(" ".join(words))
        elif words:
            numbers.add(f"{number} {words[0]}")
    return numbers
