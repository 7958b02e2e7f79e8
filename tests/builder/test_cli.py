"""`hexmarshal` from the outside: what a user types and what comes back."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from builder.new_game import game_id
from builder.pipeline import Kit
from hexmarshal.game.folders import games_under, shipped_root
from hexmarshal.vassal.archive import Archive
from tests.builder.conftest import Workshop


def test_a_new_game_validates_and_builds_whole(workshop: Workshop) -> None:
    assert workshop.run("validate", "hill-200").output.startswith("hill-200: no faults")
    result = workshop.build()
    assert result.exit_code == 0, result.output
    made = set(workshop.made(result))
    assert {
        "counters/b-1.svg",
        "counters/b-1-back.png",
        "counter-sheets-a4.pdf",
        "counter-sheets-letter.pdf",
        "map.svg",
        "map.png",
        "map.pdf",
        "setup/crossing.pdf",
        "saves/crossing.vsav",
        "hill-200.vmod",
    } <= made
    on_disk = {
        path.relative_to(workshop.dist).as_posix()
        for path in workshop.dist.rglob("*")
        if path.is_file()
    }
    assert on_disk == made | {"kit.json"}
    assert all((workshop.dist / path).stat().st_size > 0 for path in made)


def test_kit_json_lists_each_file_with_its_own_hash(built: Workshop) -> None:
    kit = json.loads((built.dist / "kit.json").read_text(encoding="utf-8"))
    assert kit["game"] == "hill-200"
    for path, entry in kit["files"].items():
        data = (built.dist / path).read_bytes()
        assert entry["sha256"] == hashlib.sha256(data).hexdigest()
        assert entry["bytes"] == len(data)
        assert len(entry["inputs"]) == 64


def test_a_second_build_does_nothing_and_says_so(built: Workshop) -> None:
    before = {path: path.stat().st_mtime_ns for path in built.dist.rglob("*")}
    result = built.build()
    assert "nothing to do" in result.output
    assert built.made(result) == []
    assert {path: path.stat().st_mtime_ns for path in built.dist.rglob("*")} == before


def test_a_changed_value_rebuilds_only_what_shows_it(built: Workshop) -> None:
    row = "b-2,2nd,blue,combat,1st Division,infantry,III,,,2nd Inf,,8.1,4,5,4"
    built.edit("counters/hill-200/counters.csv", row, row[:-5] + "6,5,4")
    made = set(built.made(built.build()))
    assert made == {
        "counters/b-2.svg",
        "counters/b-2.png",
        "counter-sheets-a4.pdf",
        "counter-sheets-letter.pdf",
        "setup/crossing.pdf",
        "setup/crossing-letter.pdf",
        "saves/crossing.vsav",
        "hill-200.vmod",
    }


def test_a_changed_hex_redraws_the_map_and_no_counter(built: Workshop) -> None:
    built.edit("maps/hill-200/hexes.csv", "0404,hill", "0404,woods")
    made = set(built.made(built.build()))
    assert {"map.svg", "map.png", "map.pdf", "hill-200.vmod"} <= made
    assert not any(path.startswith("counter") for path in made)


def test_a_remark_in_the_data_changes_no_picture(built: Workshop) -> None:
    built.edit("maps/hill-200/hexes.csv", "0404,hill,rulebook,,", "0404,hill,rulebook,,steep")
    made = built.made(built.build())
    assert sorted(made) == ["hill-200.vmod", "saves/crossing.vsav"]


def test_the_files_of_a_removed_counter_are_removed(built: Workshop) -> None:
    (built.dist / "my notes.txt").write_text("keep")
    built.edit("scenarios/hill-200/crossing.csv", "setup,r-art,,Thunder,9.1.2,0807,,,,,,,\n", "")
    built.edit("counters/hill-200/counters.csv", "r-art,Thunder", "#r-art,Thunder")
    result = built.build()
    assert "2 removed" in result.output
    assert not (built.dist / "counters" / "r-art.svg").exists()
    assert (built.dist / "my notes.txt").read_text() == "keep"


def test_only_builds_the_chosen_parts_and_what_they_need(workshop: Workshop) -> None:
    made = workshop.made(workshop.build("--only", "map"))
    assert made
    assert all(path.startswith("map") for path in made)
    made = workshop.made(workshop.build("--only", "module"))
    assert sorted(made) == ["hill-200.vmod", "saves/crossing.vsav"]
    assert (workshop.dist / "map.svg").exists()
    assert workshop.run("build", "hill-200", "--only", "maps").exit_code == 2


def test_a_damaged_file_is_made_anew(built: Workshop) -> None:
    (built.dist / "map.svg").write_text("half a")
    (built.dist / "counters" / "b-1.png").unlink()
    assert sorted(built.made(built.build())) == ["counters/b-1.png", "map.svg"]


def test_an_unreadable_kit_json_only_costs_a_rebuild(built: Workshop) -> None:
    (built.dist / "kit.json").write_text('{"files": [')
    assert built.build().exit_code == 0
    assert "hill-200.vmod" in Kit.read(built.dist).files


def test_two_builds_give_the_same_bytes(built: Workshop) -> None:
    built.build("--out", "again")
    one, two = built.dist, built.here / "again" / "hill-200"
    files = [path.relative_to(one) for path in one.rglob("*") if path.is_file()]
    different = [str(f) for f in files if (one / f).read_bytes() != (two / f).read_bytes()]
    assert different == []


@pytest.mark.slow
def test_several_processes_make_the_same_kit(built: Workshop) -> None:
    """The whole program in separate processes, spawned as on Windows and macOS."""
    alone = {path: entry.sha256 for path, entry in Kit.read(built.dist).files.items()}
    environment = {**os.environ, "PYTHONPATH": str(shipped_root()), "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-m", "builder.cli", "build", "hill-200", "--out", "many", "--jobs", "2"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    many = Kit.read(built.here / "many" / "hill-200").files
    assert {path: entry.sha256 for path, entry in many.items()} == alone


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupted_build_says_so_and_can_go_on(built: Workshop) -> None:
    shutil.rmtree(built.dist / "counters")
    command = [sys.executable, "-m", "builder.cli", "build", "hill-200", "--force", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(shipped_root())}
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        # Whoever runs the tests in the background has it ignore interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as building:
        assert building.stdout is not None
        building.stdout.readline()
        building.send_signal(signal.SIGINT)
        _, message = building.communicate(timeout=60)
    assert building.returncode == 130
    assert message.strip() == "interrupted; finished files are kept"
    assert not [path for path in built.dist.rglob(".*") if path.is_file()]
    assert built.build().exit_code == 0


@pytest.mark.slow
def test_a_killed_build_leaves_no_process_behind_and_can_go_on(built: Workshop) -> None:
    command = [
        sys.executable,
        "-m",
        "builder.cli",
        "build",
        "hill-200",
        "--force",
        "--jobs",
        "2",
        "--only",
        "counters",
    ]
    environment = {**os.environ, "PYTHONPATH": str(shipped_root())}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as building:
        assert building.stdout is not None
        building.stdout.readline()
        building.kill()
        building.communicate(timeout=60)  # waits for whoever could still write
    assert built.build().exit_code == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_closed_pipe_is_not_an_error(built: Workshop) -> None:
    command = [sys.executable, "-m", "builder.cli", "build", "hill-200", "--force", "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": str(shipped_root())}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env=environment
    ) as building:
        assert building.stdout is not None
        assert building.stderr is not None
        building.stdout.readline()
        building.stdout.close()
        assert building.stderr.read() == ""
    assert built.build().exit_code == 0


def test_a_kit_list_that_cannot_be_written_is_a_fault(built: Workshop) -> None:
    (built.dist / "kit.json").unlink()
    (built.dist / "kit.json").mkdir()
    result = built.build("--only", "map")
    assert result.exit_code == 1
    assert "kit.json: cannot write this file: " in result.output
    assert "traceback" not in result.output.casefold()


@pytest.mark.parametrize("out", ["hill-200/maps", "hill-200/scenarios/hill-200", "twice"])
def test_a_kit_is_never_built_into_its_own_data(workshop: Workshop, out: str) -> None:
    shutil.copytree(workshop.root, workshop.here / "twice" / "hill-200")
    game = "twice/hill-200" if out == "twice" else "hill-200"
    before = sorted(workshop.here.rglob("*"))
    result = workshop.run("build", game, "--out", out)
    assert result.exit_code == 1
    assert "this is a data folder of the game; choose another folder with --out" in result.output
    assert sorted(workshop.here.rglob("*")) == before


def test_a_folder_that_cannot_be_made_is_a_fault(workshop: Workshop) -> None:
    workshop.dist.parent.mkdir()
    workshop.dist.write_text("a file")
    result = workshop.build()
    assert result.exit_code == 1
    assert "cannot create this folder" in result.output
    assert "--out" in result.output


def test_broken_data_name_their_place_and_remedy(built: Workshop) -> None:
    before = (built.dist / "hill-200.vmod").read_bytes()
    built.edit("scenarios/hill-200/crossing.csv", "9.1.1,0604", "9.1.1,0664")
    result = built.build()
    assert result.exit_code == 1
    place = Path("hill-200/scenarios/hill-200/crossing.csv")
    assert f"{place}:4:6: '0664' is off the map" in result.output
    assert "Traceback" not in result.output
    assert (built.dist / "hill-200.vmod").read_bytes() == before


def test_an_illegal_setup_is_not_packed(workshop: Workshop) -> None:
    workshop.edit("scenarios/hill-200/crossing.csv", "71st Inf,9.1.2,0706", "71st Inf,9.1.2,0604")
    result = workshop.build()
    assert result.exit_code == 1
    assert "crossing.csv:10:2: the set-up of 'crossing' breaks 5.2" in result.output
    assert not workshop.dist.exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("scenarios/hill-200/game.yaml", "count: 1", "count: none", "game.yaml:36:26:"),
        ("scenarios/hill-200/game.yaml", "dice:", "dices:", "unknown entry 'module.dices'"),
        (
            "scenarios/hill-200/game.yaml",
            "end-of-turn, moved",
            "the-end, moved",
            "unknown phase",
        ),
        ("counters/hill-200/counters.csv", "Lancers,,8.1", "Lan\x07cers,,8.1", "U+0007"),
        ("maps/hill-200/map.yaml", "title: Turn Record", "title: [", "not YAML"),
        ("scenarios/hill-200/crossing.csv", "setup,b-1", "setup,b-9", "unknown counter"),
    ],
)
def test_validate_names_each_fault(
    workshop: Workshop, file: str, old: str, new: str, message: str
) -> None:
    workshop.edit(file, old, new)
    result = workshop.run("validate", "hill-200")
    assert result.exit_code == 1
    assert message in result.output
    assert "; " in result.output


def test_validate_goes_on_to_the_next_game(workshop: Workshop) -> None:
    workshop.edit("scenarios/hill-200/crossing.csv", "setup,b-1", "setup,b-9")
    result = workshop.run("validate", "hill-200", "nowhere", "narva")
    assert result.exit_code == 1
    assert "nowhere: unknown game; known games: " in result.output
    assert "narva: no faults" in result.output


def test_missing_piece_ids_are_added_behind_the_others(workshop: Workshop) -> None:
    ids = workshop.root / "counters" / "hill-200" / "ids.csv"
    text = ids.read_text().replace("3,b-2,1\n", "").replace("14,m-pin,1\n", "99,long-gone,1\n")
    ids.write_text(text)
    assert workshop.run("validate", "hill-200").exit_code == 0
    result = workshop.build("--only", "map")
    assert "hill-200: new piece ids for b-2, m-pin added to ids.csv" in result.output
    assert ids.read_text() == text + "100,b-2,1\n101,m-pin,1\n"
    assert workshop.run("validate", "hill-200").exit_code == 0


def test_show_gives_the_game_in_its_agreed_form(workshop: Workshop) -> None:
    data = json.loads(workshop.run("show", "hill-200", "--json").output)
    assert data["game"] == "hill-200"
    assert data["title"] == "Hill 200"
    assert data["sides"] == ["blue", "red"]
    (scenario,) = data["scenarios"]
    assert scenario == {
        "id": "crossing",
        "title": "The crossing",
        "rule": "9.1",
        "first_turn": 1,
        "last_turn": 6,
        "first_side": "red",
    }
    third = next(c for c in data["counters"] if c["id"] == "b-3")
    assert third["name"] == "3rd"
    assert third["kind"] == "combat"
    assert third["type"] == "infantry"
    assert third["steps"] == 2
    assert third["values"]["attack"] == 3
    assert third["values"]["attack_back"] == 1
    assert third["basis"]["attack"] == "rulebook"
    assert "note" not in third
    placed = {p["counter"]: p for p in data["placements"]}
    assert placed["b-3"]["hex"] == "0305"
    assert placed["b-3"]["steps_lost"] == 1
    assert placed["b-tk"]["entry"] == "A"
    assert placed["b-tk"]["turn"] == 3
    assert placed["m-turn"]["place"] == "Turn Record 1"
    for row in data["placements"]:
        assert sum(key in row for key in ("hex", "hexes", "place", "entry")) == 1
        assert row["rule"].startswith("9.1")


def test_show_of_one_scenario_and_of_none(workshop: Workshop) -> None:
    assert workshop.run("show", "hill-200", "--scenario", "crossing", "--json").exit_code == 0
    assert workshop.run("show", "hill-200", "--scenario", "other", "--json").exit_code == 2
    assert "Lancers" in workshop.run("show", "hill-200").output


def test_list_names_shipped_games_and_those_below(workshop: Workshop) -> None:
    lines = workshop.run("list").output.splitlines()
    assert any(line.split()[0] == "narva" and "(shipped)" in line for line in lines)
    assert any(line.split()[0] == "hill-200" for line in lines)


def test_a_game_is_found_by_its_root_and_by_root_and_id(workshop: Workshop) -> None:
    for spec in (str(workshop.root), f"{workshop.root}:hill-200", "hill-200"):
        assert workshop.run("validate", spec).exit_code == 0, spec


def test_new_refuses_what_is_there_and_names_without_letters(workshop: Workshop) -> None:
    result = workshop.run("new", "Hill 200")
    assert result.exit_code == 1
    assert "this folder exists already" in result.output
    assert workshop.run("new", "!!!").exit_code == 1
    assert game_id("Schlüsselburg '43") == "schlusselburg-43"


def test_a_title_with_quotes_is_kept(workshop: Workshop) -> None:
    name = 'The "Hill" \\ 3: <&>'
    assert workshop.run("new", name).exit_code == 0
    data = json.loads(workshop.run("show", game_id(name), "--json").output)
    assert data["title"] == name
    assert workshop.run("build", game_id(name), "--only", "module", "--jobs", "1").exit_code == 0


def test_the_module_holds_the_data_it_was_made_from(workshop: Workshop) -> None:
    workshop.build("--only", "module")
    archive = Archive.open(workshop.dist / "hill-200.vmod")
    target = workshop.here / "unpacked"
    for name in archive.names:
        if name.startswith("hexmarshal/"):
            path = target / name.removeprefix("hexmarshal/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(name))
    assert [found.id for found in games_under(target)] == ["hill-200"]
    shown = [workshop.run("show", spec, "--json").output for spec in ("hill-200", str(target))]
    assert shown[0] == shown[1]


def test_an_internal_error_prints_no_traceback(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no paper")

    monkeypatch.setattr("builder.plan.cards", broken)
    result = workshop.build()
    assert result.exit_code == 3
    assert "internal error: RuntimeError: no paper; set HEXMARSHAL_TRACEBACK=1" in result.output
