"""Faults in data: where they are, what is wrong and how to put it right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A place in a text file. Line and column count from 1; 0 means the whole file."""

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


def expected(words: Iterable[str]) -> str:
    """The remedy that lists the words allowed: `expected a, b or c`."""
    *others, last = words
    return f"expected {', '.join(others)} or {last}" if others else f"expected {last}"


class DataError(Exception):
    """The data of a game cannot be used. Carries every fault found, not only the first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(set(faults)))
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @classmethod
    def single(cls, file: Path | str, wrong: str, remedy: str) -> DataError:
        return cls([Fault(Mark(str(file)), wrong, remedy)])
