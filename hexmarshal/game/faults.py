"""Faults in data: where they are, what is wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a text file; line and column count from 1, 0 means the file as a whole."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault in the data of a game."""

    mark: Mark
    wrong: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.mark}: {self.wrong}; {self.remedy}"


class DataError(Exception):
    """The data of a game cannot be used. Carries every fault found, not only the first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @classmethod
    def single(cls, file: Path | str, wrong: str, remedy: str) -> DataError:
        return cls([Fault(Mark(str(file)), wrong, remedy)])
