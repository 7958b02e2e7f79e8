"""`python -m benchmarks.set_ups GAME MODULE.vmod`: where a real VASSAL finds set-ups' pieces.

Every piece that the engine lists is held against the printed lines, not against what the builder
chose: its location's name must be the printed hex, or lie within the printed circle and area.
Needs an engine (`VASSAL_HOME`) and the check program beside it (`ENGINE_CHECK`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from builder.module.names import setup_name
from builder.setup import playable
from hexmarshal.game.folders import locate
from hexmarshal.game.hexfield import HexSet
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Placement, Scenario

Found = tuple[str, str, str]
"""Counter, side and location name of a piece."""

UNITS = {"combat": "combat units", "hq": "HQs"}


def listed_by_engine(module: Path) -> tuple[Mapping[str, list[Found]], str, float]:
    """The pieces by set-up, the engine's last line, and the seconds that it took."""
    check = shutil.which(os.environ.get("ENGINE_CHECK", "engine-check"))
    if check is None:
        sys.exit("no check program: let ENGINE_CHECK name it")
    command = [check, str(module), "--strict", "--props", "hm_id,hm_side"]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    pieces: dict[str, list[Found]] = {}
    for line in lines:
        if line.startswith("PIECE "):
            setup, _, _, _, location, *said = line.removeprefix("PIECE ").split(" | ")
            values = dict(one.partition("=")[::2] for one in said[-1].split())
            piece = values.get("hm_id", ""), values.get("hm_side", ""), location
            pieces.setdefault(setup, []).append(piece)
    return pieces, lines[-1], time.perf_counter() - began


def told(game: Game, row: Placement) -> HexSet:
    """The hexes that a printed line allows."""
    grid = game.board.grid
    centres = row.hexes if row.hex is None else (row.hex,)
    total = 0
    for hex_ in centres:
        total |= grid.within(hex_, row.within or 0)
    return total & game.board.area(row.inside) if row.inside else total


def misplaced(game: Game, scenario: Scenario, pieces: Iterable[Found]) -> Iterator[str]:
    """Printed lines for a piece of which the engine shows none in a hex that the line allows."""
    there: dict[str, list[int]] = {}
    for counter, _, location in pieces:
        if (hex_ := game.board.grid.find(location)) is not None:
            there.setdefault(counter, []).append(hex_)
    wanted: dict[str, list[Placement]] = {}
    for row in scenario.setup():
        if row.hex is not None or row.hexes:
            wanted.setdefault(row.counter, []).extend([row] * row.count)
    for counter, rows in wanted.items():
        allowed = [told(game, row) for row in rows]
        for n in unmatched(allowed, there.get(counter, [])):
            yield f"{scenario.id}: {rows[n].as_printed} is not where {rows[n].rule} puts it"


def unmatched(allowed: Sequence[HexSet], hexes: Sequence[int]) -> Iterator[int]:
    """Which of some sets of hexes get none of the hexes, each hex given to one set at most."""
    owner: dict[int, int] = {}

    def gets(n: int, seen: set[int]) -> bool:
        for i, hex_ in enumerate(hexes):
            if allowed[n] >> hex_ & 1 and i not in seen:
                seen.add(i)
                if i not in owner or gets(owner[i], seen):
                    owner[i] = n
                    return True
        return False

    for n in range(len(allowed)):
        if not gets(n, set()):
            yield n


def counted(game: Game, pieces: Iterable[Found]) -> Mapping[str, Tally[str]]:
    """By side, "" for what both draw from: pieces in hexes by class, and all those elsewhere."""
    found: dict[str, Tally[str]] = {}
    for counter, side, location in pieces:
        if counter in game.counters:
            kind = UNITS.get(game.counters[counter].kind, "others")
            on_map = game.board.grid.find(location) is not None
            found.setdefault(side, Tally())[kind if on_map else "elsewhere"] += 1
    return found


def main() -> None:
    game = load(locate(sys.argv[1], Path.cwd()))
    module = Path(sys.argv[2])
    setups, last, seconds = listed_by_engine(module)
    columns = (*UNITS.values(), "others", "elsewhere")
    table = Table("set-up", "side", *columns, "by line", "astray")
    for scenario in playable(game):
        pieces = setups[setup_name(game, scenario)]
        astray = list(misplaced(game, scenario, pieces))
        printed = sum(row.count for row in scenario.setup() if row.hex is not None or row.hexes)
        for side, tally in sorted(counted(game, pieces).items()):
            table.add_row(scenario.id, side or "both", *(str(tally[c]) for c in columns), "", "")
        table.add_row(scenario.id, "all", *[""] * len(columns), str(printed), str(len(astray)))
        for line in astray:
            print(line)
    Console(width=120).print(table)
    print(f"{last}; the engine took {seconds:.0f} s; {module.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
