"""Baltic Gap's positions with what must come out of them. Only what a case names is asserted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hexmarshal.game.position_json import read_position
from hexmarshal.rules.findings import Finding, Judgement
from hexmarshal.rules.judge import judge
from tests.rules.baltic_positions import ID, baltic

CASES = Path(__file__).parents[3] / "shared" / "rulebooks" / "digest" / "cases.json"


def _cases() -> list[dict[str, Any]]:
    if not CASES.is_file():
        return []
    told = json.loads(CASES.read_text(encoding="utf-8"))
    return [case for case in told if case["position"]["game"] == ID]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: str(case["id"]))
def test_what_a_case_says(case: dict[str, Any]) -> None:
    position = read_position(baltic(), case["position"]).position
    judgement = judge(baltic(), position)
    for expected in case["expected"]:
        hexes = {baltic().board.grid.label(position.board.grid.parse(h)) for h in expected["hexes"]}
        there = {p.ref for p in position.pieces if not hexes or _label(p.hex) in hexes}
        refs = set(expected["counters"]) & (there or set(expected["counters"]))
        _assert_holds(judgement, expected, hexes, refs)


def _label(hex_: int | None) -> str:
    return "" if hex_ is None else baltic().board.grid.label(hex_)


def _assert_holds(
    judgement: Judgement, expected: dict[str, Any], hexes: set[str], refs: set[str]
) -> None:
    numbers = {part.strip() for part in expected["rule"].split(",")}
    found = [f for f in judgement.findings if _concerns(f, numbers, hexes, refs)]
    illegal = [f for f in found if f.severity == "illegal"]
    state = judgement.state
    match expected["verdict"], expected.get("value"):
        case "illegal", _:
            assert illegal, f"{expected['rule']} is not reported"
        case (("legal" | "series_rule"), _):
            assert not illegal
        case "open", _:
            assert all(state["ports"][hex_] == "open" for hex_ in hexes)
        case "value", int(points):
            lines = [line for line in state["score"]["lines"] if line["hex"] in hexes]
            assert sum(line["points"] for line in lines) == points
        case "value", {"re_supplied": served, "re_unsupplied": left}:
            rations = [state["marginal"][hex_] for hex_ in hexes]
            assert [(r["re_supplied"], r["re_unsupplied"]) for r in rations] == [(served, left)]
        case "value", dict(owners):
            entries = {f"entry_{name}": side for name, side in state["entries"].items()}
            assert {name: entries[name] for name in owners} == {
                name: str(side).lower() for name, side in owners.items()
            }
        case other:
            pytest.fail(f"no way to check {other}")


def _concerns(finding: Finding, numbers: set[str], hexes: set[str], refs: set[str]) -> bool:
    return (
        bool(numbers & {finding.rule, *finding.also})
        and hexes <= set(finding.hexes)
        and refs <= set(finding.counters)
    )
