"""Which files a user means by the files and folders on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from checker.overrides import InputFile

SUFFIXES = frozenset({".vsav", ".vlog", ".sav", ".log"})


def sources(names: Iterable[str]) -> list[InputFile]:
    """A source for each file; a folder stands for the saves, logs and positions under it."""
    return [source for name in names for source in _under(name)]


def one_source(name: str) -> InputFile:
    """The one file that a name means."""
    return next(iter(sources([name])), InputFile(name))


def _under(name: str) -> Iterator[InputFile]:
    if name == "-":
        yield InputFile("-", sys.stdin.buffer.read())
        return
    path = Path(name)
    if not path.is_dir():
        yield InputFile(name)
        return
    for found in sorted(path.rglob("*")):
        if found.is_file() and (found.suffix.lower() in SUFFIXES or _is_position(found)):
            yield InputFile(str(found))


def _is_position(path: Path) -> bool:
    """Whether a JSON file in a folder holds a position; of one that is broken its reader tells."""
    if path.suffix.lower() != ".json":
        return False
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, OSError, RecursionError):
        return True
    return isinstance(data, dict) and "counters" in data
