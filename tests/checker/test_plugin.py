"""A third party's game with a rules module of its own: the example in docs/plugins.md."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.cli import main as hexmarshal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = CliRunner().invoke(hexmarshal, ["new", "Ford"])
    assert made.exit_code == 0, made.output
    return tmp_path / "ford"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package of the page, laid out as an installer leaves it."""
    site = tmp_path / "site"
    info = site / "ford_rules-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "ford_rules.py").write_text(block("python"), encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ford-rules\nVersion: 1.0\n")
    group, line = re.findall(r"\n(\[project\.entry-points.*?\])\n(.*)\n", block("toml"))[0]
    name, module = re.findall(r'(\w+) = "(\w+)"', line)[0]
    assert group == '[project.entry-points."hexmarshal.rules"]'
    (info / "entry_points.txt").write_text(f"[hexmarshal.rules]\n{name} = {module}\n")
    return site


def judged(game: Path, hex_: str, *site: Path) -> dict[str, Any]:
    position = {
        "turn": 1,
        "phase": "supply",
        "counters": [{"id": "b-1", "name": "1st", "hex": hex_}],
    }
    command = "from checker.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", command, "--game", str(game), "--format", "json", "-"],
        input=json.dumps(position),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*site, ROOT)))},
    )
    (report,) = json.loads(run.stdout)
    assert isinstance(report, dict)
    assert (run.returncode == 2) == ("error" in report), run.stderr
    return report


def broken(report: dict[str, Any]) -> set[str]:
    return {f["rule"] for f in report["findings"] if f["severity"] == "illegal"}


def test_the_rules_of_the_package_join_the_shared_ones(game: Path, package: Path) -> None:
    assert "10.1" in broken(judged(game, "0101", package))
    assert "10.1" not in broken(judged(game, "0503", package))


def test_without_the_package_the_game_is_judged_by_its_data_alone(game: Path) -> None:
    assert "10.1" not in broken(judged(game, "0101"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "RULES = ",
            "PAGES = ",
            "ford_rules: missing RULES in the rules module of ford; add RULES",
        ),
        (
            "    town = ",
            "    town = 1 / 0 or ",
            "rule town_guard of ford failed: ZeroDivisionErr",
        ),
        ("GUARD = ", "GUARD = = ", "cannot load the rules module of ford: SyntaxError"),
        (
            "from collections",
            "from collection",
            "cannot load the rules module of ford: ModuleNotFoundError",
        ),
    ],
)
def test_a_rule_that_fails_names_its_place(
    game: Path, package: Path, old: str, new: str, said: str
) -> None:
    page = package / "ford_rules.py"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    error = judged(game, "0604", package)["error"]
    assert said in error
    assert f"ford_rules.py:{line}:" in error or "RULES" in said
