"""The wheel, installed into an empty environment and used from another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).parents[1]


def _run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; its environment knows nothing of the checkout."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    run = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**env, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment that holds the wheel and what it needs."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, CHECKOUT, cwd=folder)
    (wheel,) = folder.glob("hexmarshal-*.whl")
    venv.create(folder / "env", with_pip=True)
    found = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    install = ("-m", "pip", "--disable-pip-version-check", "--quiet", "install", wheel)
    _run(found / "python", *install, cwd=folder)
    return found


def test_the_installed_wheel_builds_and_judges(scripts: Path, tmp_path: Path) -> None:
    assert "Across the Narva" in _run(scripts / "hexmarshal", "list", cwd=tmp_path)
    _run(scripts / "hexmarshal", "build", "narva", "--only", "module", cwd=tmp_path)
    kit = tmp_path / "dist" / "narva"
    assert (kit / "narva.vmod").stat().st_size > 1_000_000
    said = _run(scripts / "hexcheck", kit / "saves" / "campaign.vsav", cwd=tmp_path)
    assert "LEGAL" in said
    _run(scripts / "hexmarshal", "new", "skirmish", cwd=tmp_path)
    _run(scripts / "hexmarshal", "validate", "skirmish", cwd=tmp_path)
    where = _run(
        scripts / "python", "-c", "import hexmarshal; print(hexmarshal.__file__)", cwd=tmp_path
    )
    assert CHECKOUT not in Path(where.strip()).parents


def test_no_tests_or_tools_travel_in_the_wheel(scripts: Path) -> None:
    library = next((scripts.parent).rglob("site-packages"))
    assert not any((library / name).exists() for name in ("tests", "tools", "benchmarks"))
