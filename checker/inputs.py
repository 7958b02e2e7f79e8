"""What a run of hexcheck is given: its files, and the options that override what they say."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = frozenset({".vsav", ".vlog", ".sav", ".log"})


class CheckError(Exception):
    """A file cannot be read or judged; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """The options of the command line; an empty one leaves what the file says."""

    game: str = ""
    module: str = ""
    scenario: str = ""
    turn: int | None = None
    phase: str = ""
    moment: str = ""
    before: str = ""
    bind: str = ""
    options: tuple[tuple[str, str], ...] = ()
    viewer: str = ""
    """The side the report is for; empty: both."""
    pages: bool = False
    """Whether to make a web page of the report as well."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to judge; `data` is its content if it came on standard input."""

    file: str
    data: bytes | None = None


def input_files(names: Iterable[str]) -> list[InputFile]:
    """The files that the names stand for; a folder stands for all saves, logs and positions in it.

    `-` is standard input.
    """
    return [file for name in names for file in _files_of(name)]


def input_file(name: str) -> InputFile:
    """The file that a name stands for; of a folder, its first save, log or position."""
    return next(iter(input_files([name])), InputFile(name))


def _files_of(name: str) -> Iterator[InputFile]:
    if name == "-":
        yield InputFile("-", sys.stdin.buffer.read())
        return
    path = Path(name)
    if not path.is_dir():
        yield InputFile(name)
        return
    for file in sorted(path.rglob("*")):
        if file.is_file() and (file.suffix.lower() in SUFFIXES or _is_position(file)):
            yield InputFile(str(file))


def _is_position(path: Path) -> bool:
    """Whether a file may hold a position in JSON; broken JSON counts, so that it is reported."""
    if path.suffix.lower() != ".json":
        return False
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, OSError, RecursionError):
        return True
    return isinstance(data, dict) and "counters" in data
