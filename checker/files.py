"""Which files a user means by the files and folders on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from checker.wishes import Source

SUFFIXES = frozenset({".vsav", ".vlog", ".sav", ".log"})


def sources(names: Iterable[str]) -> list[Source]:
    """A source for each file; a folder stands for the saves, logs and positions under it."""
    return [source for name in names for source in _under(name)]


def one_source(name: str) -> Source:
    """The one file that a name means."""
    return next(iter(sources([name])), Source(name))


def _under(name: str) -> Iterator[Source]:
    if name == "-":
        yield Source("-", sys.stdin.buffer.read())
        return
    path = Path(name)
    if not path.is_dir():
        yield Source(name)
        return
    for found in sorted(path.rglob("*")):
        if found.is_file() and (found.suffix.lower() in SUFFIXES or _is_position(found)):
            yield Source(str(found))


def _is_position(path: Path) -> bool:
    """Whether a JSON file in a folder holds a position; of one that is broken its reader tells."""
    if path.suffix.lower() != ".json":
        return False
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, OSError, RecursionError):
        return True
    return isinstance(data, dict) and "counters" in data
