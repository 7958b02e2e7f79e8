"""A rule that needs a missing datum is unknown and says so; given the datum, it is decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.rules.positions import JSON, german, judged, land, of_rule, unit

END = {"phase": "supply", "moment": "end"}
REINFORCING = {"phase": "reinforcement", "moment": "during"}
ROAD = [{"kind": "road", "hexes": ["0212", "0312", "0412", "0512"]}]
WEST = land("swamp", sources={"german": ["0212"]}, paths=ROAD)
ENTRIES = land(entries={"A": ["0125"]})


def stranger(**more: object) -> JSON:
    """An enemy of unknown strength beside the road."""
    return {**unit("stranger", "0413", markers=["out of supply"]), **more}


@dataclass(frozen=True)
class Open:
    """An unknown, and two values for what it needs: one breaks the rule, one does not."""

    rule: str
    counters: list[JSON]
    need: tuple[str, str]
    broken: dict[str, Any]
    lawful: dict[str, Any]
    """Values for the counter that the need names, or for the position."""
    when: dict[str, Any] = field(default_factory=dict)


QUESTIONS = [
    Open(
        "10.1",
        [german("376G", "0512"), stranger()],
        ("value", "stranger"),
        {"values": {"attack": 2}},
        {"values": {"attack": 0}},
        {**END, "map": WEST},
    ),
    Open(
        "10.0 E",
        [german("376G", "0512", markers=["out of supply"]), stranger()],
        ("value", "stranger"),
        {"values": {"attack": 0}},
        {"values": {"attack": 2}},
        {**END, "map": WEST},
    ),
    Open(
        "5.3 A",
        [german("220G", "0125", arrived=True), {**stranger(), "hex": "0126"}],
        ("value", "stranger"),
        {"values": {"attack": 2}},
        {"values": {"attack": 0}},
        {**REINFORCING, "map": ENTRIES},
    ),
    Open(
        "8.0 A",
        [german("220G", "0118", arrived=True), {**stranger(), "hex": "0126"}],
        ("value", "stranger"),
        {"values": {"attack": 0}},
        {"values": {"attack": 2}},
        {**REINFORCING, "map": ENTRIES},
    ),
    Open(
        "4.2.5",
        [
            unit("7th Army HQ", "2020", kind="hq", values={"army": True, "range": 3}),
            unit("42nd Army HQ", "2025", kind="hq", values={"army": True}),
        ],
        ("value", "42nd Army HQ"),
        {"values": {"army": True, "range": 5}},
        {"values": {"army": True, "range": 4}},
    ),
    Open(
        "9.4.3 A",
        [german("a stranger", "0607", formation="61", step="reduced")],
        ("value", "a stranger"),
        {"values": {"steps": 1}},
        {"values": {"steps": 2}},
    ),
    Open(
        "6.3 D",
        [german("a stranger", "3030")],
        ("value", "a stranger"),
        {"values": {"ss": False}},
        {"values": {"ss": True}},
    ),
    Open(
        "7.1 B",
        [unit(n, "1701", arrived=None) for n in ("92", "122", "191")],
        ("previous", "92"),
        {"arrived": False},
        {"arrived": True},
        REINFORCING,
    ),
    Open(
        "10.0 C",
        [german("376G", "0512", markers=["isolated"])],
        ("previous", "376G"),
        {"previous": {"turn": 4, **END, "counters": [german("376G", "0512")]}},
        {
            "previous": {
                "turn": 4,
                **END,
                "counters": [german("376G", "0512", markers=["out of supply"])],
            }
        },
        {**END, "turn": 5, "map": land("swamp")},
    ),
]


def severities(question: Open, told: dict[str, Any]) -> set[str]:
    counters = question.counters
    when = dict(question.when)
    if "previous" in told:
        when |= told
    elif question.need[0] == "previous":
        counters = [{**counter, **told} for counter in counters]
    else:
        name = question.need[1]
        counters = [{**c, **told} if c["ref"] == name else c for c in counters]
    return {str(f.severity) for f in of_rule(judged(counters, **when), question.rule)}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.rule)
def test_it_is_unknown_and_names_what_would_settle_it(question: Open) -> None:
    found = of_rule(judged(question.counters, **question.when), question.rule)
    assert {f.severity for f in found} == {"unknown"}
    assert question.need in {(str(n.what), n.of) for f in found for n in f.needs}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.rule)
def test_told_the_one_way_it_is_illegal(question: Open) -> None:
    assert "illegal" in severities(question, question.broken)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.rule)
def test_told_the_other_way_it_is_lawful(question: Open) -> None:
    assert not severities(question, question.lawful) - {"note"}


def test_the_position_before_tells_who_has_not_just_arrived() -> None:
    when = {**REINFORCING, "turn": 2}
    here = [unit(n, "1701", arrived=None) for n in ("92", "122", "191")]
    before = {**when, "counters": [{**unit, "arrived": False} for unit in here]}
    found = of_rule(judged(here, previous=before, **when), "7.1 B")
    assert [f.severity for f in found] == ["illegal"], "none of them has come on since"
    coming = {**when, "counters": [{**c, "hex": "", "place": "TRT 2"} for c in here]}
    found = of_rule(judged(here, previous=coming, **when), "7.1 B")
    assert [f.severity for f in found] == ["unknown"], "they may have moved as well"


# -- bounds that decide -------------------------------------------------------------------------


def test_no_way_at_all_is_out_whatever_the_enemy_is_worth() -> None:
    found = judged([german("376G", "0512"), stranger()], map=land("swamp"), **END)
    assert found.supply["376G"].state == "out"


def test_a_way_out_of_everybodys_reach_is_in() -> None:
    found = judged([german("376G", "0512"), unit("stranger", "0517")], map=WEST, **END)
    assert found.supply["376G"].state == "in"


def test_six_enemies_around_a_unit_cut_it_off_on_any_map() -> None:
    around = ["0513", "0612", "0611", "0511", "0411", "0412"]
    enemies = [unit(f"stranger {i}", hex_) for i, hex_ in enumerate(around)]
    found = judged([german("376G", "0512"), *enemies], **END)
    assert [f.severity for f in of_rule(found, "10.0 B") if "376G" in f.counters] == ["illegal"]


def test_house_values_give_suspicions() -> None:
    enemy = unit("147", "0413")
    found = judged([german("376G", "0512"), enemy], map=WEST, **END)
    ours = [f for f in of_rule(found, "10.0 B") if "376G" in f.counters]
    assert [f.severity for f in ours] == ["suspect"]
    assert "house" in ours[0].basis


def test_kust_is_undecided_until_a_switch_decides() -> None:
    def found(value: str) -> list[str]:
        judgement = judged([german("KUST HQ", "3030")], options={"kust-hq": value})
        return [str(f.severity) for f in of_rule(judgement, "6.3 D")]

    assert found("undecided") == ["unknown"]
    assert found("ss") == []
    assert found("not-ss") == ["illegal"]


def test_a_unit_of_a_lost_list_cannot_be_judged_but_is_told() -> None:
    found = judged([german("44G", "1025", formation="11th Division")], turn=3)
    (finding,) = of_rule(found, "14.11.1")
    assert finding.severity == "unknown"
    assert {str(n.what) for n in finding.needs} == {"text"}


def test_on_the_last_turn_everything_has_come() -> None:
    found = judged(
        [german("44G", "1025", formation="11th Division")],
        turn=12,
        phase="turn",
        moment="end",
    )
    assert not of_rule(found, "14.11.1")
