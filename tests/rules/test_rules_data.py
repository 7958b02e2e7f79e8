"""The rules data: what their documentation promises, and faults with their place."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import Folders, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.ruleset import amended
from tests.rules.baltic_positions import baltic
from tests.rules.iskra_positions import iskra
from tests.rules.positions import narva

ROOT = shipped_root()


GAMES = pytest.mark.parametrize("game", [narva, iskra], ids=lambda game: str(game.__name__))


@pytest.mark.parametrize("game", [narva, iskra, baltic], ids=lambda game: str(game.__name__))
def test_the_page_of_readings_names_every_switch_and_fact(game: Callable[[], Game]) -> None:
    docs = Path(__file__).parents[2] / "docs" / "rules"
    page = (docs / f"{game().id}.md").read_text("utf-8")
    rules = game().rules
    named = [*(switch.name for switch in rules.switches), *rules.facts]
    assert [name for name in named if f"`{name}`" not in page] == []


@GAMES
def test_every_switch_stands_with_a_rule(game: Callable[[], Game]) -> None:
    rules = game().rules
    listed = {name for text in rules.texts for name in text.switches}
    assert listed == {switch.name for switch in rules.switches}


@GAMES
def test_a_default_changes_nothing_and_other_values_something(game: Callable[[], Game]) -> None:
    rules = game().rules
    for switch in rules.switches:
        assert amended(rules, {switch.name: switch.default}) is rules
        others = [value for value in switch.values if value != switch.default]
        assert all(amended(rules, {switch.name: value}) != rules for value in others)
    assert amended(rules, {"no-such-switch": "yes", "kust-hq": "maybe"}) is rules


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    for room in ("counters", "maps", "scenarios"):
        shutil.copytree(ROOT / room / "narva", tmp_path / room / "narva")
    return Folders("narva", tmp_path)


def spoilt(folders: Folders, old: str, new: str) -> list[str]:
    """The faults after one piece of the rules is changed; one names its line."""
    path = folders.scenarios / "rules.yaml"
    text = path.read_text("utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), "utf-8")
    line = text[: text.index(old)].count("\n") + 1
    with pytest.raises(DataError) as refused:
        load(folders)
    said = [str(fault) for fault in refused.value.faults]
    assert any(re.search(rf"rules\.yaml:{line}:\d+: ", fault) for fault in said), said
    return said


@pytest.mark.parametrize(
    ("old", "new", "wrong", "remedy"),
    [
        ("area: rollbahn,", "area: rolbahn,", "unknown area 'rolbahn'", "did you mean rollbahn?"),
        ("counter: g-chit-wer,", "counter: g-chit-weh,", "unknown counter", "g-chit-wer"),
        ("box: luftwaffe,", "box: luftwafe,", "unknown box 'luftwafe'", "luftwaffe"),
        ("{german: [west],", "{german: [left],", "unknown edge 'left'", "use one"),
        ("hexes: 1429 1530 1629", "hexes: 1429 1530 9929", "unknown hex '9929'", ""),
        ("  opened_by_friends:", "  opened_by_friend:", "opened_by_friend", "opened_by_friends"),
    ],
    ids=["area", "counter", "box", "edge", "hex", "key"],
)
def test_a_name_that_the_game_lacks_is_a_fault_with_its_place(
    folders: Folders, old: str, new: str, wrong: str, remedy: str
) -> None:
    said = spoilt(folders, old, new)
    assert any(wrong in fault and remedy in fault for fault in said), said


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("H: {side: soviet, event: saaremaa}", "H: {side: soviet, event: sarema}", "unknown event"),
        ("    unless: withdrawal", "    unless: withdrawl", "unknown variant 'withdrawl'"),
        ("stand_ins: {soviet: W16.01,", "stand_ins: {soviet: W99.01,", "unknown hex 'W99.01'"),
        ("joined: [A, B, C, D, E, I]", "joined: [A, B, C, D, E, Q]", "unknown entry 'Q'"),
        ('"5.4": {boxes_of: "5.1"', '"5.9": {boxes_of: "5.1"', "unknown scenario '5.9'"),
    ],
    ids=["event", "variant", "hex", "entry", "scenario"],
)
def test_events_and_scenario_rules_name_what_the_game_has(
    tmp_path: Path, old: str, new: str, wrong: str
) -> None:
    for room in ("counters", "maps", "scenarios"):
        shutil.copytree(ROOT / room / "baltic-gap", tmp_path / room / "baltic-gap")
    said = spoilt(Folders("baltic-gap", tmp_path), old, new)
    assert any(wrong in fault for fault in said), said


def test_an_amendment_that_makes_no_rules_is_a_fault(folders: Folders) -> None:
    path = folders.scenarios / "rules.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{apart: {mutual: ", "{apart: {mutuel: "), "utf-8")
    with pytest.raises(DataError, match=r"invalid apart\.mutuel in the amendment 'both'"):
        load(folders)


def test_a_game_without_rules_is_judged_by_none(folders: Folders) -> None:
    (folders.scenarios / "rules.yaml").unlink()
    assert load(folders).rules.texts == ()
