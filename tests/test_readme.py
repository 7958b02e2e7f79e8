"""The README's tour, run as a reader would run it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sysconfig
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
ILLEGAL = {"hexcheck stack.json": 1}
"""What ends with another exit status than 0, and with which."""


def _commands(block: str) -> list[tuple[str, list[str]]]:
    """Each `$ command` of a block with the lines that its output must hold."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip():
            found[-1][1].append(line.strip())
    return found


def test_the_tour_does_what_it_says(tmp_path: Path) -> None:
    blocks = BLOCK.findall(README.read_text(encoding="utf-8"))
    commands = [c for kind, text in blocks if kind == "console" for c in _commands(text)]
    assert len(commands) >= 8
    positions = [text for kind, text in blocks if kind == "json"]
    (tmp_path / "stack.json").write_text(positions[0], encoding="utf-8")
    scripts = sysconfig.get_path("scripts")
    path = os.pathsep.join((scripts, os.environ.get("PATH", "")))
    for command, shown in commands:
        run = subprocess.run(
            shlex.split(command),
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
        said = run.stdout + run.stderr
        assert run.returncode == ILLEGAL.get(command, 0), f"{command}\n{said}"
        for line in shown:
            assert line in said, f"{command}\n{said}"
