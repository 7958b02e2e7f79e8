"""The command line of hexcheck: exit statuses, options, pages, and many files at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from checker.batch import judge_all
from checker.inputs import InputFile, Overrides
from checker.judge import judge_file
from checker.report import Failure, Report
from tests.checker.conftest import Run
from tests.checker.kit import Unit, save

Hexcheck = Callable[..., Run]


def position(*units: str, at: str = "2020", **more: Any) -> str:  # noqa: ANN401
    counters = [{"ref": name, "name": name, "side": "soviet", "hex": at} for name in units]
    result = {"game": "narva", "turn": 2, "phase": "command", "counters": counters, **more}
    return json.dumps(result)


LEGAL = position("1074", "1076")
OVERSTACKED = position("1074", "1076", "1078")
SUSPECT = position("1074", at="2020", phase="end of the supply phase")


def test_status_0_when_nothing_is_illegal(hexcheck: Hexcheck) -> None:
    found = hexcheck("--format", "json", "-", stdin=LEGAL)
    assert found.status == 0
    assert found.reports[0]["verdict"] == "legal"


def test_status_1_when_something_is(hexcheck: Hexcheck) -> None:
    found = hexcheck("--format", "json", "-", stdin=OVERSTACKED)
    assert found.status == 1
    (finding,) = [f for f in found.reports[0]["findings"] if f["severity"] == "illegal"]
    assert finding["rule"] == "7.1 B"
    assert finding["hexes"] == ["2020"]
    assert finding["counters"] == ["1074", "1076", "1078"]


def test_strict_counts_suspects(hexcheck: Hexcheck) -> None:
    unmarked = position("1074", at="3445", phase="end of supply", turn=5)
    found = hexcheck("--format", "json", "-", stdin=unmarked)
    severities = {f["severity"] for f in found.reports[0]["findings"]}
    assert "suspect" in severities
    assert "illegal" not in severities
    assert found.status == 0
    assert hexcheck("--strict", "-", stdin=unmarked).status == 1


def test_status_2_beats_1_beats_0(hexcheck: Hexcheck, tmp_path: Path) -> None:
    for name, text in [("a", LEGAL), ("b", OVERSTACKED), ("c", "{")]:
        (tmp_path / f"{name}.json").write_text(text)
    a, b, c = (tmp_path / f"{name}.json" for name in "abc")
    assert hexcheck(a).status == 0
    assert hexcheck(a, b).status == 1
    assert hexcheck(a, c, b).status == 2
    reports = hexcheck("--format", "json", a, c, b, tmp_path / "missing.vsav").reports
    assert [r.get("verdict", "error") for r in reports] == ["legal", "error", "illegal", "error"]
    assert reports[1].keys() == reports[3].keys() == {"file", "error"}
    assert [r["file"] for r in reports[:3]] == [str(a), str(c), str(b)]


def test_a_folder_s_positions_are_judged_and_broken_ones_reported(
    hexcheck: Hexcheck, tmp_path: Path
) -> None:
    for name, text in [("a", LEGAL), ("b", "{"), ("settings", "{}"), ("report", "[]")]:
        (tmp_path / f"{name}.json").write_text(text)
    found = hexcheck("--format", "json", tmp_path)
    assert found.status == 2
    assert [Path(r["file"]).stem for r in found.reports] == ["a", "b"]
    assert "error" in found.reports[1]


def test_a_folder_with_nothing_to_judge_is_reported(hexcheck: Hexcheck, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("none")
    found = hexcheck("--format", "json", tmp_path)
    assert found.reports == []
    assert str(tmp_path) in found.err


def test_a_call_without_a_file_is_an_error(hexcheck: Hexcheck) -> None:
    assert hexcheck("--game", "narva").status == 2
    assert hexcheck().status == 2


def test_which_game(hexcheck: Hexcheck) -> None:
    result = json.loads(LEGAL)
    del result["game"]
    nameless = json.dumps(result)
    (report,) = hexcheck("--format", "json", "-", stdin=nameless).reports
    assert "--game" in report["error"]
    assert hexcheck("--game", "narva", "-", stdin=nameless).status == 0
    (report,) = hexcheck("--format", "json", "--game", "chess", "-", stdin=nameless).reports
    assert "chess" in report["error"]


def test_every_key_of_the_report(hexcheck: Hexcheck) -> None:
    (report,) = hexcheck("--format", "json", "-", stdin=OVERSTACKED).reports
    assert {
        "file",
        "game",
        "scenario",
        "turn",
        "phase",
        "moment",
        "verdict",
        "counters",
        "findings",
        "checked",
        "zoc",
        "supply",
        "state",
        "unread",
    } <= report.keys()
    assert report["counters"]["1074"] == {
        "id": "s-122-1074",
        "name": "1074",
        "side": "soviet",
        "formation": "122nd Corps",
        "hex": "2020",
    }
    assert report["zoc"].keys() == report["supply"].keys() == {"1074", "1076", "1078"}
    assert all(c.keys() == {"rule", "state", "why"} for c in report["checked"])
    assert report["findings"][0].keys() == {
        "rule",
        "also",
        "topic",
        "severity",
        "hexes",
        "places",
        "counters",
        "message",
        "basis",
        "needs",
    }


def test_text_says_rule_hex_counters_and_why(hexcheck: Hexcheck) -> None:
    text = hexcheck("-", stdin=OVERSTACKED).out
    assert "illegal" in text
    assert "7.1 B" in text
    assert "2020" in text
    assert "1074, 1076, 1078 (Soviet, 122nd Corps)" in text
    assert "ILLEGAL" in text
    assert all(line == line.rstrip() for line in text.splitlines())
    assert "\x1b" not in text, "no colours outside a terminal"


def test_an_unknown_key_is_a_note(hexcheck: Hexcheck) -> None:
    found = hexcheck("--format", "json", "-", stdin=position("1074", weather="snow"))
    (note,) = [f for f in found.reports[0]["findings"] if f["severity"] == "note"]
    assert "weather" in note["message"]
    assert found.status == 0


def test_an_unknown_option_is_a_note(hexcheck: Hexcheck) -> None:
    words = ("--format", "json", "--option", "no-such-switch=yes", "-")
    (report,) = hexcheck(*words, stdin=LEGAL).reports
    assert any("no-such-switch" in f["message"] for f in report["findings"])
    assert hexcheck("--option", "nonsense", "-", stdin=LEGAL).status == 2


@pytest.mark.parametrize(("turn", "noted"), [(12, False), (13, True), (0, True)])
def test_a_turn_that_the_scenario_does_not_have_is_a_note(
    hexcheck: Hexcheck, turn: int, noted: bool
) -> None:
    (report,) = hexcheck("--format", "json", "--turn", turn, "-", stdin=LEGAL).reports
    notes = [f["message"] for f in report["findings"] if f["severity"] == "note"]
    assert any(f"no turn {turn};" in note and "1 to 12" in note for note in notes) == noted


@pytest.mark.parametrize("option", ["--module", "--before", "--bind"])
def test_a_missing_second_file_is_named(hexcheck: Hexcheck, tmp_path: Path, option: str) -> None:
    (tmp_path / "a.vsav").write_bytes(save([("2020", [Unit("s-122-1074")])]))
    missing = str(tmp_path / "elsewhere.file")
    words = ("--format", "json", option, missing, tmp_path / "a.vsav")
    (report,) = hexcheck(*words).reports
    assert report["file"] == str(tmp_path / "a.vsav")
    assert missing in report["error"]


def test_options_before_a_subcommand(hexcheck: Hexcheck, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(OVERSTACKED)
    before = hexcheck("--game", "narva", "explain", tmp_path / "a.json", "2020")
    after = hexcheck("explain", "--game", "narva", tmp_path / "a.json", "2020")
    assert before.status == after.status == 0
    assert before.out == after.out


def test_explain_a_hex_and_a_name(hexcheck: Hexcheck, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(OVERSTACKED)
    text = hexcheck("explain", tmp_path / "a.json", "2020").out
    for part in ("1074", "1076", "1078", "combat units 3 of 2", "2021", "Supply", "7.1 B"):
        assert part in text
    for spelling in ("1078", "122nd Corps 1078", "20.20"):
        assert hexcheck("explain", tmp_path / "a.json", spelling).out == text
    city = hexcheck("explain", tmp_path / "a.json", "narva").out  # four hexes (13.1 A)
    assert [f"\n{hex_}  city" in f"\n{city}" for hex_ in ("3030", "3029", "3028", "2930")] == [
        True
    ] * 4
    nobody = hexcheck("explain", tmp_path / "a.json", "9th Army")
    assert nobody.status == 2
    assert "9th Army" in nobody.err


def test_rules_lists_every_rule_that_reports_check(hexcheck: Hexcheck) -> None:
    text = hexcheck("rules", "--game", "narva").out
    result = hexcheck("rules", "--game", "narva", "--json").data
    (report,) = hexcheck("--format", "json", "-", stdin=LEGAL).reports
    listed = {rule["number"] for rule in result["rules"]}
    checked = [checked["rule"] for checked in report["checked"]]
    assert listed
    assert all(any(f"{c} ".startswith(f"{rule} ") for c in checked) for rule in listed)
    assert all(number in text for number in listed)


def test_one_page_per_file_and_an_index(hexcheck: Hexcheck, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.json").write_text(OVERSTACKED)
    (tmp_path / "broken.json").write_text("{")
    out = tmp_path / "report"
    files = [tmp_path / "one", tmp_path / "two", tmp_path / "broken.json"]
    assert hexcheck("--report", out, *files).status == 2
    assert sorted(p.name for p in out.iterdir()) == ["a.json.2.html", "a.json.html", "index.html"]
    page = (out / "a.json.html").read_text(encoding="utf-8")
    for part in (
        "7.1 B",
        "2020",
        "1074, 1076, 1078 (Soviet, 122nd Corps)",
        'class="finding illegal"',
    ):
        assert part in page
    for outside in ("http://", "https://", "<script src", "@import"):
        assert outside not in page, "a page loads nothing from elsewhere"
    index = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="a.json.html"' in index
    assert "broken.json" in index
    printed = hexcheck("--format", "html", tmp_path / "one" / "a.json").out
    assert printed.rstrip() == page.rstrip()


def test_a_file_that_cannot_be_judged_is_named_with_html_too(
    hexcheck: Hexcheck, tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_text("{")
    run = hexcheck("--format", "html", tmp_path / "broken.json")
    assert (run.status, run.out) == (2, "")
    assert "broken.json: not judged" in run.err


def test_text_in_a_position_is_never_markup(hexcheck: Hexcheck, tmp_path: Path) -> None:
    nasty = json.loads(LEGAL)
    nasty["counters"].append({"name": "<script>alert(1)</script>[bold]", "hex": "2020"})
    (tmp_path / "a.json").write_text(json.dumps(nasty))
    page = hexcheck("--format", "html", tmp_path / "a.json").out
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "[bold]" in hexcheck(tmp_path / "a.json").out


def test_before_reports_moves_and_new_findings(hexcheck: Hexcheck, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(position("1074", "1076"))
    result = json.loads(position("1074", "1076"))
    result["counters"] += json.loads(position("1078", at="2021"))["counters"]
    (tmp_path / "before.json").write_text(json.dumps(result))
    (tmp_path / "after.json").write_text(OVERSTACKED)
    words = ("--format", "json", "--before", tmp_path / "before.json", tmp_path / "after.json")
    (report,) = hexcheck(*words).reports
    (step,) = report["steps"]
    (move,) = step["moves"]
    assert (move["counter"], move["from"], move["to"]) == ("1078", "2021", "2020")
    assert move["verdict"] in ("legal", "illegal", "unknown")
    assert [f["rule"] for f in step["findings"]] == ["7.1 B"]
    assert step["resolved"] == []
    words = ("--format", "json", "--before", tmp_path / "after.json", tmp_path / "before.json")
    (report,) = hexcheck(*words).reports
    assert [f["rule"] for f in report["steps"][0]["resolved"]] == ["7.1 B"]
    assert "1078 (Soviet, 122nd Corps): 2020 to 2021" in hexcheck(*words[2:]).out
    unmoved = hexcheck("--before", tmp_path / "after.json", tmp_path / "after.json").out
    assert "step 1" not in unmoved
    assert "\n\n\n" not in unmoved
    (without,) = hexcheck("--format", "json", tmp_path / "after.json").reports
    assert "steps" not in without


def test_what_would_settle_a_move_is_reported(hexcheck: Hexcheck, tmp_path: Path) -> None:
    for name, at in (("before", "2021"), ("after", "2120")):
        (tmp_path / f"{name}.json").write_text(position("1078", at=at, phase="combat"))
    words = ("--before", tmp_path / "before.json", tmp_path / "after.json")
    (report,) = hexcheck("--format", "json", *words).reports
    (move,) = report["steps"][0]["moves"]
    assert move["verdict"] == "unknown"
    assert "needed to decide this: combat results" in hexcheck(*words).out
    hexcheck("--report", tmp_path / "out", *words)
    page = (tmp_path / "out" / "after.json.html").read_text(encoding="utf-8")
    assert "needed to decide this: combat results" in page


# -- many files -------------------------------------------------------------------------------


@pytest.fixture
def many(tmp_path: Path) -> list[InputFile]:
    texts = [LEGAL, OVERSTACKED, "{", LEGAL, "[]", OVERSTACKED, LEGAL, LEGAL, OVERSTACKED]
    for n, text in enumerate(texts):
        (tmp_path / f"{n}.json").write_text(text)
    return [InputFile(str(tmp_path / f"{n}.json")) for n in range(len(texts))]


def verdicts(result: list[Report | Failure]) -> list[str]:
    return ["error" if isinstance(one, Failure) else one.verdict for one in result]


def test_any_executor_gives_the_same_reports_as_none(many: list[InputFile]) -> None:
    alone = [judge_file(source, Overrides()) for source in many]
    with ThreadPoolExecutor(3) as pool:
        assert list(judge_all(many, Overrides(), executor=pool)) == alone
    assert verdicts(alone)[:5] == ["legal", "illegal", "error", "legal", "error"]


@pytest.mark.slow
def test_processes_that_are_spawned(many: list[InputFile]) -> None:
    alone = [judge_file(source, Overrides()) for source in many]
    assert list(judge_all(many, Overrides(), jobs=2)) == alone


def test_a_worker_that_dies_loses_only_its_own_file(many: list[InputFile]) -> None:
    class Fragile(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:  # noqa: ANN401
            if args[0].file.endswith("1.json"):
                dead: Future[Any] = Future()
                dead.set_exception(MemoryError("no memory left"))
                return dead
            return super().submit(fn, *args, **more)

    with Fragile(2) as pool:
        result = list(judge_all(many, Overrides(), executor=pool))
    assert verdicts(result)[:4] == ["legal", "error", "error", "legal"]
    assert isinstance(result[1], Failure)
    assert "no memory left" in result[1].error


# -- as a program -----------------------------------------------------------------------------


@pytest.mark.slow
def test_as_a_program_with_standard_input() -> None:
    command = [sys.executable, "-c", "from checker.cli import main; main()"]
    run = subprocess.run(
        [*command, "--format", "json", "-"],
        input=OVERSTACKED.encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 1
    assert run.stderr == b""
    assert json.loads(run.stdout)[0]["verdict"] == "illegal"


@pytest.mark.slow
def test_a_folder_in_a_program_of_several_processes(tmp_path: Path) -> None:
    for n in range(9):
        (tmp_path / f"{n}.json").write_text(LEGAL)
    command = [sys.executable, "-c", "from checker.cli import main; main()", "--jobs", "2"]
    run = subprocess.run(
        [*command, str(tmp_path)], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert "9 files: 9 legal" in run.stdout


def test_usage_errors_leave_out_the_hidden_command(hexcheck: Hexcheck) -> None:
    found = hexcheck("--bogus", "x.vsav")
    assert found.status == 2
    assert found.err.startswith("Usage: main [OPTIONS] FILE"), "no word between it and its options"
