"""Runs the commands that a page of documentation shows, as its reader would.

A page is a tour of blocks, taken in order in one empty folder:

- `console`: lines that begin with `$ ` are commands, the lines below one are all that it prints. A
  line `...` before them stands for any number of lines that are left out.
- `json`, `csv`, ... with `title="FILE"`: a file that the reader writes.
- `diff` with `title="FILE"`: lines of a file that the reader replaces.

`python -m tools.tour` writes into README and tutorial what their commands print today.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

CHECKOUT = Path(__file__).parents[1]
PAGES = (CHECKOUT / "README.md", CHECKOUT / "docs" / "tutorial.md")

LEFT_OUT = "..."
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"\n]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_DURATION = re.compile(r"\bin \d+(\.\d+)? s\b")
_WIDTH = "100"
"""Columns of the reader's terminal."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A command, what the page shows of its output, and what it printed when it ran."""

    command: str
    shown: str
    printed: str
    status: int

    @property
    def expected(self) -> str:
        """What the page ought to show; what it leaves out stays left out."""
        shown, printed = self.shown.splitlines(), self.printed.splitlines()
        if not shown or shown[0] != LEFT_OUT:
            return "\n".join(printed)
        kept = max(len(shown) - 1, 1)
        return "\n".join((LEFT_OUT, *printed[-kept:]))

    @property
    def is_true(self) -> bool:
        """Whether the page shows what the command printed; durations may differ."""
        return _without_time(self.shown) == _without_time(self.expected)


def walk(page: str, folder: Path) -> Iterator[Shown]:
    """Follows a page in an empty folder, command by command.

    Raises ValueError where a block changes a line that its file does not hold.
    """
    for kind, file, text in _BLOCK.findall(page):
        if kind == "console":
            yield from (_run(command, shown, folder) for command, shown in _commands(text))
        elif file:
            path = folder / file
            old = path.read_text(encoding="utf-8") if kind == "diff" else ""
            path.write_bytes((_patched(old, text, file) if kind == "diff" else text).encode())


def renewed(page: str, tour: list[Shown]) -> str:
    """The page with what its commands print today."""
    done = 0
    for step in tour:
        old = _block(step.command, step.shown)
        new = old if step.is_true else _block(step.command, step.expected)
        at = page.index(old, done)
        page = page[:at] + new + page[at + len(old) :]
        done = at + len(new)
    return page


def _block(command: str, output: str) -> str:
    return f"$ {command}\n{output}\n" if output else f"$ {command}\n"


def _commands(block: str) -> list[tuple[str, str]]:
    """Each command of a block with what is shown of its output."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [
        (command, shown.strip("\n")) for command, _, shown in (p.partition("\n") for p in parts)
    ]


def _run(command: str, shown: str, folder: Path) -> Shown:
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    program, *words = shlex.split(command)
    run = subprocess.run(
        [shutil.which(program, path=path) or program, *words],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONUTF8": "1", "COLUMNS": _WIDTH, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    lines = [line.rstrip() for line in run.stdout.replace("\\", "/").splitlines()]
    return Shown(command, shown, "\n".join(lines).strip("\n"), run.returncode)


def _patched(text: str, diff: str, file: str) -> str:
    """A file's text with the lines marked `-` replaced by those marked `+`."""
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    if text.count(old) != 1:
        raise ValueError(f"{file}: expected these lines once:\n{old}")
    return text.replace(old, new)


def _without_time(text: str) -> str:
    return _DURATION.sub("in N s", text)


def main() -> None:
    """Renews README and tutorial."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        with TemporaryDirectory() as folder:
            tour = list(walk(text, Path(folder)))
        page.write_bytes(renewed(text, tour).encode())
        stale = sum(not step.is_true for step in tour)
        print(f"{page.name}: {len(tour)} commands, {stale} outputs renewed")


if __name__ == "__main__":
    main()
