"""Runs VASSAL itself, if `VASSAL_HOME` names an installation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from hexmarshal.vassal.buildfile import Component, read_xml

CHECK = Path(__file__).parents[3] / "shared" / "engine-check" / "engine-check"
DRIVE = CHECK.with_name("engine-drive")

needs_engine = pytest.mark.skipif(
    not os.environ.get("VASSAL_HOME") or not CHECK.exists() or not shutil.which("java"),
    reason="no VASSAL engine at hand",
)

STEP, REBUILD, ELIMINATE, BACK = "76,130", "76,195", "69,130", "66,130"
SUPPLY, PINNED, FLIP, TAKE_OVER, NEXT_PHASE = "85,130", "80,130", "70,130", "88,130", "34,520"
"""Keys as VASSAL writes them: Ctrl is 130, Ctrl+Shift 195, Alt 520."""


def run(command: Path, *args: object) -> list[str]:
    done = subprocess.run(
        [str(command), *map(str, args)], capture_output=True, text=True, timeout=240, check=False
    )
    return done.stdout.splitlines()


def play(vmod: Path, script: Path, lines: Iterable[str]) -> list[str]:
    """VASSAL's answers to the commands of a script, and its chat."""
    script.write_text("\n".join(lines), encoding="utf-8")
    answers = run(DRIVE, vmod, script)
    assert answers, "VASSAL printed nothing"
    assert not [line for line in answers if line.startswith("ERROR")]
    return answers


def chat(answers: Iterable[str]) -> list[str]:
    """The messages in the chat."""
    head = "CHAT * "
    return [line.removeprefix(head) for line in answers if line.startswith(head)]


def properties(answers: Iterable[str]) -> list[str]:
    """The answers to `prop` and `gprop`."""
    return [line for line in answers if line.startswith(("PROP", "GPROP"))]


def lost(before: Path, after: Path) -> Iterator[str]:
    """What a module saved again has lost: entries, components, attributes, texts."""
    with ZipFile(before) as old, ZipFile(after) as new:
        kept = set(new.namelist())
        for name in old.namelist():
            if name not in kept:
                yield f"the entry {name}"
            elif name not in ("buildFile.xml", "moduledata") and old.read(name) != new.read(name):
                yield f"the content of {name}"
        trees = [read_xml(file.read("buildFile.xml")) for file in (old, new)]
    yield from _lost_in(trees[0], trees[1], "")


SET_BY_THE_EDITOR = {("PieceSlot", "width"), ("PieceSlot", "height")}


def _lost_in(old: Component, new: Component, above: str) -> Iterator[str]:
    """VASSAL renumbers named keys, and keeps a slot's gpid only in its attribute."""
    at = f"{above}/{old.kind} {old.get('name')}"
    for key, value in old.attributes.items():
        changed = _plain(value) != _plain(new.attributes.get(key, ""))
        if changed and (old.kind, key) not in SET_BY_THE_EDITOR:
            yield f"{at}: {key}={value} is {new.attributes.get(key)}"
    if _plain(old.text) != _plain(new.text):
        yield f"{at}: {old.text} is {new.text}"
    children = iter(new.children)
    for child in old.children:
        found = next((c for c in children if c.tag == child.tag), None)
        if found is None:
            yield f"{at}: {child.kind} {child.get('name')}"
        else:
            yield from _lost_in(child, found, at)


def _plain(text: str) -> str:
    masked = re.sub(r"5\d{4}(\\*),0(\\*),", r"NAMED\1,0\2,", text.strip())
    return re.sub(r"null;0;0;\d*;0$", "null;0;0;;0", masked)
