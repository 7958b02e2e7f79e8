"""What a user asks of a run, apart from the files."""

from __future__ import annotations

from dataclasses import dataclass


class CheckError(Exception):
    """A file that cannot be read or judged; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """The options of the command line. Empty means: as the file says."""

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
    """The side for whose eyes the report is; empty: both."""
    pages: bool = False
    """Whether the report is wanted as a web page as well."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """One file to be judged; `data` is its content when it came on standard input."""

    file: str
    data: bytes | None = None
