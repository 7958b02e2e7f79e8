"""What a position of Iskra and the previous one decide together, and what they leave open."""

from __future__ import annotations

import pytest

from hexmarshal.rules.findings import Topic
from tests.rules.iskra_positions import ground, judged, road
from tests.rules.positions import JSON, german, of_rule, unit

SITES = {"areas": {"pontoon bridge": ["10.33", "08.29"]}}
BRIDGE = {"values": {"mode": "bridge"}}
PONTONIER = {"values": {"mode": "pontonier"}}


def findings(
    rule: str, then: list[JSON], now: list[JSON], before: JSON, after: JSON, /, **more: object
) -> list[str]:
    """The severities of the findings on a rule, from one moment to another."""
    previous = {**before, "counters": then}
    found = judged(now, **{**after, **more}, previous=previous)
    return [str(f.severity) for f in of_rule(found, rule)]


COMMAND = {"turn": 4, "phase": "command", "moment": "during"}
SUPPLIED = {"turn": 4, "phase": "supply", "moment": "end"}
BUILT = {"turn": 4, "phase": "bridge building", "moment": "end"}
TAKEN = {"turn": 4, "phase": "bridge dismantling", "moment": "end"}


# -- pontoons (13.3.1) ----------------------------------------------------------------------------


def pontoon(hex_: str, mode: JSON) -> list[JSON]:
    return [unit("21 Pontoon bridge", hex_, **mode)]


@pytest.mark.parametrize(
    ("was", "now", "before", "after", "found"),
    [
        (("10.33", BRIDGE), ("08.29", BRIDGE), COMMAND, COMMAND, ["illegal"]),
        (("10.33", BRIDGE), ("10.33", BRIDGE), COMMAND, COMMAND, []),
        (("10.33", PONTONIER), ("10.33", BRIDGE), COMMAND, COMMAND, ["illegal"]),
        (("10.33", PONTONIER), ("10.33", BRIDGE), SUPPLIED, BUILT, []),
        (("10.33", BRIDGE), ("10.33", PONTONIER), COMMAND, SUPPLIED, ["illegal"]),
        (("10.33", BRIDGE), ("10.33", PONTONIER), BUILT, TAKEN, []),
        (("08.33", PONTONIER), ("10.33", PONTONIER), COMMAND, COMMAND, []),
    ],
    ids=["moves", "stays", "built", "built in time", "taken", "taken in time", "marches"],
)
def test_bridges(
    was: tuple[str, JSON], now: tuple[str, JSON], before: JSON, after: JSON, found: list[str]
) -> None:
    args = pontoon(*was), pontoon(*now), before, after
    assert findings("13.3.1", *args, map=SITES) == found


def test_where_bridges_stand_is_a_guess_on_the_shipped_map() -> None:
    found = judged(pontoon("08.34", BRIDGE))
    assert [f.severity for f in of_rule(found, "13.3.1")] == ["suspect"]


# -- pins (5.3.2) ---------------------------------------------------------------------------------


def test_a_unit_that_joins_a_pinned_one_is_pinned_too() -> None:
    pinned = german("2/366", "31.14", markers=["pin"])
    came, stood = german("3/366", "31.15"), german("3/366", "31.14")
    args = COMMAND, COMMAND
    assert findings("5.3.2", [pinned, came], [pinned, stood], *args) == ["illegal"]
    joined = {**stood, "markers": ["pin"]}
    assert findings("5.3.2", [pinned, came], [pinned, joined], *args) == []
    assert findings("5.3.2", [pinned, stood], [pinned, stood], *args) == []
    free = german("2/366", "31.14")
    assert findings("5.3.2", [free, came], [pinned, stood], *args) == []


def test_a_pinned_unit_may_have_been_forced_to_retreat() -> None:
    pinned, moved = ({"markers": ["pin"]},) * 2
    then, now = german("2/366", "31.14", **pinned), german("2/366", "31.15", **moved)
    found = judged([now], **COMMAND, previous={**COMMAND, "counters": [then]})
    assert not [f for f in found.findings if f.topic == "markers"]


def test_a_tiger_with_technical_problems_stays_where_it_is() -> None:
    stuck = {"markers": ["technical problems"]}
    then = [german("1/s502", "31.09", **stuck)]
    args = COMMAND, COMMAND
    assert findings("19.1.15", then, [german("1/s502", "31.08", **stuck)], *args) == ["illegal"]
    assert findings("19.1.15", then, then, *args) == []


# -- supply markers (11.0, 9.4) -------------------------------------------------------------------

CUT_OFF = {"map": ground()}
NOBODY: list[str] = []
OUT, ISOLATED = ["out of supply"], ["isolated"]
BEFORE_SUPPLY = {"turn": 4, "phase": "supply", "moment": "start"}
LAST_SUPPLY = {"turn": 3, "phase": "supply", "moment": "end"}


def marked(words: list[str]) -> list[JSON]:
    return [german("2/366", "24.10", markers=words)]


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        (NOBODY, OUT, []),
        (OUT, ISOLATED, []),
        (ISOLATED, ISOLATED, []),
        (NOBODY, ISOLATED, ["illegal"]),
        (OUT, OUT, ["illegal"]),
        (ISOLATED, OUT, ["illegal"]),
    ],
)
def test_a_supply_phase_takes_a_unit_one_step_down(
    was: list[str], now: list[str], found: list[str]
) -> None:
    args = marked(was), marked(now), BEFORE_SUPPLY, SUPPLIED
    assert findings("11.3.2", *args, **CUT_OFF) == found


def test_a_retreat_that_failed_isolates_at_once() -> None:
    """Erratum 5's 9.4, in a combat of the Command Phase."""
    args = marked(NOBODY), marked(ISOLATED)
    assert findings("11.3.2", *args, LAST_SUPPLY, SUPPLIED, **CUT_OFF) == []
    assert findings("11.1.3", *args, COMMAND, COMMAND, **CUT_OFF) == []
    start = {"turn": 4, "phase": "air unit", "moment": "start"}
    event = {"turn": 4, "phase": "random event", "moment": "during"}
    assert findings("11.1.3", *args, start, event, **CUT_OFF) == ["illegal"]


def test_between_supply_phases_nothing_else_changes() -> None:
    args = COMMAND, COMMAND
    assert findings("11.1.3", marked(NOBODY), marked(OUT), *args, **CUT_OFF) == ["illegal"]
    assert findings("11.1.3", marked(OUT), marked(NOBODY), *args, **CUT_OFF) == ["illegal"]
    assert findings("11.1.3", marked(OUT), marked(OUT), *args, **CUT_OFF) == []


# -- relocated HQs (13.4.2) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "enemy", "found"),
    [
        ("19.10", "", []),
        ("20.10", "", ["illegal"]),
        ("25.15", "", ["illegal"]),
        ("19.10", "19.09", ["illegal"]),
    ],
    ids=["five hexes nearer", "four hexes", "away", "into a ZOC"],
)
def test_where_a_relocated_hq_goes(to: str, enemy: str, found: list[str]) -> None:
    board = ground(sources={"german": ["18.10"]}, paths=[road("18.10", "19.10", "20.10")])
    foes = [unit("1098/327", enemy, values={"attack": 2})] if enemy else []
    previous = {**BEFORE_SUPPLY, "counters": [german("227 HQ", "24.10")]}
    said = judged([german("227 HQ", to), *foes], **SUPPLIED, map=board, previous=previous)
    told = [f for f in of_rule(said, "13.4.2") if "was relocated" in f.message]
    assert [str(f.severity) for f in told] == found
    assert all(f.topic is Topic.PLACEMENT for f in told)


# -- replacements (7.3.3) -------------------------------------------------------------------------


def test_steps_come_back_to_supplied_units_on_foot() -> None:
    replaced = {"turn": 4, "phase": "replacement", "moment": "end"}
    args = SUPPLIED, replaced

    def back(name: str, side: str, **more: object) -> list[str]:
        then = unit(name, "24.10", side, step="reduced", **more)
        return findings("7.3.3", [then], [{**then, "step": "full"}], *args)

    assert back("2/366", "german") == []
    assert back("942/268", "soviet") == []
    assert back("61T/86", "soviet") == ["illegal"]
    assert back("2/366", "german", markers=["out of supply"]) == ["illegal"]


# -- counters that replace others (13.2.3) --------------------------------------------------------


def test_a_divisional_counter_takes_over_hex_and_state() -> None:
    then = [german("1/151/61(Ind)", "20.10", step="reduced")]
    before = {"turn": 6, "phase": "supply", "moment": "end"}
    after = {"turn": 6, "phase": "reinforcement", "moment": "end"}

    def over(hex_: str, step: str) -> list[str]:
        return findings("13.2.3", then, [german("1/151", hex_, step=step)], before, after)

    assert over("20.10", "reduced") == []
    assert over("20.10", "full") == ["illegal"]
    assert over("20.11", "reduced") == ["illegal"]


# -- left open, and settled -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "fact", "rule"),
    [
        (german("Hühner HQ", "20.04"), "huehner_early", "19.1.21"),
        (german("zbV540G", "20.04"), "is_that_all", "19.1.18"),
        (unit("147th Division", "33.23"), "late_reinforcements", "19.1.19"),
        (unit("53rd Brigade", "33.05"), "front_consolidation", "19.1.20"),
        (unit("188G/63G", "08.33"), "new_titles", "19.1.17"),
        (unit("30th Guards Tank Brigade", "08.33"), "new_titles", "19.1.17"),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_what_an_event_brings_on_is_open_until_the_event_is_told(
    counter: JSON, fact: str, rule: str
) -> None:
    def severities(**facts: object) -> list[str]:
        return [str(f.severity) for f in of_rule(judged([counter], turn=3, facts=facts), rule)]

    assert severities() == ["unknown"]
    assert severities(**{fact: True}) == []
    assert severities(**{fact: False}) == ["illegal"]
    found = judged([counter], turn=3)
    assert {str(n.what) for f in of_rule(found, rule) for n in f.needs} == {"previous"}


def test_the_position_before_tells_of_the_event() -> None:
    hq = [german("Hühner HQ", "20.04")]
    before = {"turn": 2, "phase": "turn", "moment": "end"}
    assert findings("19.1.21", hq, hq, before, {"turn": 3}) == []


def test_a_german_unit_that_no_list_names_may_be_right() -> None:
    for counter in (german("1/399", "10.20", formation="170th Division"), german("96 HQ", "10.20")):
        found = judged([counter], turn=1)
        (finding,) = of_rule(found, "15.1")
        assert finding.severity == "unknown"
        assert {str(n.what) for n in finding.needs} == {"text"}


def test_a_german_on_the_neva_within_a_turn_is_open() -> None:
    found = judged([german("1/328", "16.39")], map={"areas": {"neva": ["16.39"]}})
    (finding,) = of_rule(found, "5.2.8")
    assert finding.severity == "unknown"
    assert {str(n.what) for n in finding.needs} == {"previous"}


def test_an_overstack_of_arrivals_is_open_until_told_who_arrived() -> None:
    when = {"turn": 1, "phase": "reinforcement", "moment": "during"}
    names = ("119/13", "172/13", "296/13")
    for arrived, found in ((None, "unknown"), (False, "illegal"), (True, "")):
        units = [unit(name, "01.25", arrived=arrived) for name in names]
        said = {str(f.severity) for f in of_rule(judged(units, **when), "6.0")}
        assert said == ({found} if found else set())


def test_a_zone_of_unknown_strength_leaves_a_line_open() -> None:
    board = ground(paths=[road("20.10", "21.10", "22.10", "23.10", "24.10")])
    when = {"turn": 4, "phase": "supply", "moment": "end", "map": board}
    ours = german("2/366", "24.10")
    for attack, found in ((None, "unknown"), (2, "out"), (0, "in")):
        enemy = unit("stranger", "22.11", values={"attack": attack})
        assert judged([ours, enemy], **when).supply["2/366"].state == found


def test_whether_huehner_reaches_turns_on_its_range() -> None:
    board = ground(paths=[road("24.20", "24.21", "24.22")])
    when = {"turn": 5, "phase": "supply", "moment": "end", "map": board}
    for range_, found in ((None, "unknown"), (2, "in"), (1, "out")):
        hq = german("Hühner HQ", "24.20", values={"range": range_})
        judgement = judged([hq, german("1/22", "24.22")], **when)
        assert judgement.supply["1/22"].state == found
        unknown = [f for f in judgement.findings if f.severity == "unknown"]
        assert all(f.needs for f in unknown)
        assert bool(unknown) == (found == "unknown")


def test_a_kampfgruppe_of_foot_is_hardly_raised_from_tigers() -> None:
    raised = german("Carstens", "32.07", arrived=True)
    now = {"turn": 3, "phase": "reinforcement", "moment": "during"}
    found = judged([german("1/s502", "32.07", step="reduced"), raised], **now)
    assert [f.severity for f in of_rule(found, "13.2.1")] == ["suspect"]
    found = judged([german("1/1", "32.07", step="reduced"), raised], **now)
    assert not of_rule(found, "13.2.1")


def test_a_tiger_that_has_broken_down_has_no_zone() -> None:
    tiger = german("1/s502", "20.20", markers=["tiger breakdown"], values={"attack": 5})
    assert judged([tiger], map=ground()).zoc["1/s502"] == ()


@pytest.mark.parametrize(
    ("name", "type_", "mechanised"),
    [
        *(("900 Tank", "", True), ("900T/268", "", True), ("KV-1", "", True), ("SU 124", "", True)),
        *(("7", "armor", True), ("7", "assault gun", True), ("7", "motorized infantry", True)),
        *(("7", "anti-tank", False), ("7", "ski infantry", False), ("900/268", "", False)),
    ],
)
def test_what_a_stranger_is_by_its_words(name: str, type_: str, mechanised: bool) -> None:
    found = judged([unit(name, "09.31", type=type_)], map=ground(areas={"neva": ["09.31"]}))
    assert bool(of_rule(found, "5.2.9")) == mechanised
