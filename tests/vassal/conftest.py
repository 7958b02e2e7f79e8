"""Real saves and a real engine for tests; both are optional."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# Timings of single examples mean nothing on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

SHARED = Path(__file__).parents[3] / "shared"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Saves, logs and modules made by other people."""
    folder = SHARED / "corpus"
    if not folder.is_dir():
        pytest.skip("no corpus beside the checkout")
    return folder


@pytest.fixture(scope="session")
def engine() -> Callable[..., str]:
    """Runs a tool of the real engine (`check` or `drive`) and returns its output."""
    tools = SHARED / "engine-check"
    if not os.environ.get("VASSAL_HOME") or not tools.is_dir():
        pytest.skip("no engine: VASSAL_HOME is not set")

    def run(tool: str, *arguments: str | Path) -> str:
        command = [str(tools / f"engine-{tool}"), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        return done.stdout + done.stderr

    return run
