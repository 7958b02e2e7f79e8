"""`python -m benchmarks [ROUNDS]`: every piece of work beside its floor, in one run."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table

from benchmarks.pairs import pairs
from benchmarks.timing import measure


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    table = Table("work", "ms", "floor", "ms", "ratio", "target")
    for pair in pairs():
        timed = measure(pair, rounds)
        table.add_row(
            pair.name,
            f"{timed.work * 1000:.1f}",
            pair.floor_name,
            f"{timed.floor * 1000:.1f}",
            f"{timed.ratio:.2f}",
            f"{pair.target:g}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
