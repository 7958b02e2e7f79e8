"""A tiny game of `hexmarshal new`, and the program as its users call it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.cli import build_kit, main
from builder.new_game import new_game
from builder.plan import GROUPS
from hexmarshal.game.folders import Folders, games_under


class Workshop:
    """A folder with a new game in it, and `hexmarshal` run there."""

    def __init__(self, here: Path) -> None:
        self.here = here
        self.root = here / "hill-200"

    @property
    def folders(self) -> Folders:
        return games_under(self.root)[0]

    @property
    def dist(self) -> Path:
        return self.here / "dist" / "hill-200"

    def run(self, *args: str) -> Result:
        return CliRunner().invoke(main, args)

    def build(self, *args: str) -> Result:
        """Builds in this process, which is quick and shows exceptions."""
        return self.run("build", "hill-200", "--jobs", "1", *args)

    def made(self, result: Result) -> list[str]:
        """The files that a build reports as made."""
        prefix = "hill-200: "
        lines = [line.removeprefix(prefix) for line in result.output.splitlines()]
        return [line for line in lines if "." in line and " " not in line]

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game with its kit, made once; tests get copies."""
    here = tmp_path_factory.mktemp("pattern")
    folders = games_under(new_game("Hill 200", here))[0]
    build_kit(folders, here / "dist" / folders.id, frozenset(GROUPS), jobs=1)
    return here


@pytest.fixture
def workshop(tmp_path: Path, pattern: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A new game, not built."""
    shutil.copytree(pattern / "hill-200", tmp_path / "hill-200")
    monkeypatch.chdir(tmp_path)
    return Workshop(tmp_path)


@pytest.fixture
def built(workshop: Workshop, pattern: Path) -> Workshop:
    """A new game with its kit."""
    shutil.copytree(pattern / "dist", workshop.here / "dist")
    return workshop
