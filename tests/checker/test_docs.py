"""The examples and options in docs/hexcheck.md work."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli import main
from checker.read.binding_form import read_binding
from tests.checker.conftest import Run

TEXT = (Path(__file__).parents[2] / "docs" / "hexcheck.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


def test_the_example_binding_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text(block("yaml"), encoding="utf-8")
    form = read_binding(tmp_path / "b.yaml")
    assert form.hexes[0].location.fullmatch("20.20")
    assert form.pieces[3].when["BasicName"].fullmatch("1074 Rgt.")
    assert form.phase.words == {"0": "movement", "1": "supply"}


def test_the_example_position_is_read_without_notes(hexcheck: Callable[..., Run]) -> None:
    (report,) = hexcheck("--format", "json", "-", stdin=block("json")).reports
    notes = [f["message"] for f in report["findings"] if f["severity"] == "note"]
    assert [note for note in notes if "a unit of mine" not in note] == []
    assert report["counters"]["1"]["id"] == "g-61-hq"
    assert (report["phase"], report["moment"]) == ("supply", "end")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_subcommand_and_option_is_documented(command: str) -> None:
    if not main.commands[command].hidden:
        assert f"hexcheck {command} " in TEXT
        return
    names = [option.opts[0] for option in main.commands[command].params]
    assert [name for name in names if name.startswith("--") and name not in TEXT] == []
