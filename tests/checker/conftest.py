"""Running hexcheck and finding real saves."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from checker.cli import main


@dataclass(frozen=True)
class Run:
    """The outcome of a run of hexcheck."""

    status: int
    out: str
    err: str

    @property
    def reports(self) -> list[dict[str, Any]]:
        found = json.loads(self.out)
        assert isinstance(found, list)
        return found

    @property
    def data(self) -> dict[str, Any]:
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


@pytest.fixture(scope="session")
def hexcheck() -> Callable[..., Run]:
    """Runs hexcheck with these words; `stdin` is fed to it."""

    def run(*words: str | Path, stdin: str | bytes | None = None) -> Run:
        result = CliRunner().invoke(main, list(map(str, words)), input=stdin)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Run(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Saves, logs and modules made by other people."""
    folder = Path(__file__).parents[3] / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("no corpus beside the checkout")
    return folder
