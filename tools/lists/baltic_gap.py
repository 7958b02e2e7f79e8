"""The lists of *Baltic Gap*: from the rulebook's text to its counters and placements.

    python -m tools.lists.baltic_gap RULEBOOK.txt

The text itself is not part of this project. With it you can check that the tables have every line
of sections 5.1 to 5.8 and 6.0. Three tables in this folder add what a line alone does not say:
`baltic_gap_misprints.csv` corrects misprinted units, `baltic_gap_things.csv` lists counters other
than ground units, and `baltic_gap_remarks.csv` adds what a list says in sentences.
"""

from __future__ import annotations

import sys
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hexmarshal.game.folders import shipped_root
from tools.lists.baltic_gap_counters import Mix
from tools.lists.baltic_gap_lines import GONE
from tools.lists.baltic_gap_rows import Lists, Placed
from tools.lists.printed import Unit
from tools.maps.tables import text_of, write

SCENARIOS = shipped_root() / "scenarios" / "baltic-gap"
COUNTERS = shipped_root() / "counters" / "baltic-gap"
LOST = {"soviet": ("1944-07-16", "1944-08-28"), "german": ("1944-07-30", "1944-08-21")}
"""The dates with arrivals missing from 6.0."""
FIRST = {
    "5.1": "1944-06-26",
    "5.2": "1944-07-08",
    "5.3": "1944-07-08",
    "5.4": "1944-07-08",
    "5.5": "1944-08-01",
    "5.6": "1944-08-15",
    "5.7": "1944-09-12",
    "5.8": "1944-10-05",
}
"""The date of each scenario's first turn."""
COLUMNS = (
    "kind", "counter", "side", "count", "as_printed", "rule", "hex", "hexes", "within", "inside",
    "place", "date", "entry", "steps_lost", "group", "group_steps_lost", "draw", "choice", "unless",
    "conditional", "note",
)  # fmt: skip


def tables(text: str) -> tuple[dict[str, str], str]:
    """The list files by name, and the counter table, from the text of the rulebook."""
    lists = Lists(text)
    found = {name: rows for name, rows in files(lists) if rows}
    written = {f"{name}.csv": table(rows, lists.mix) for name, rows in found.items()}
    return written, lists.mix.table(most_at_once(lists.mix, found))


# -- list files -------------------------------------------------------------------------------


def files(lists: Lists) -> Iterator[tuple[str, list[Placed]]]:
    """The rows of each list file."""
    for rule in sorted({row.rule for row in lists.rows}):
        for side in ("soviet", "german"):
            own = [r for r in lists.rows if (r.rule, r.side) == (rule, side)]
            start = [row for row in own if not row.where.date]
            later = [row for row in own if row.where.date]
            alone = [row for row in start if rule == "5.3" and _in_5_2_too(lists, row)]
            yield f"{rule}-{side}", [row for row in start if row not in alone]
            yield f"{rule}-{side}-alone", alone
            if rule == "6.0":
                later = sorted([*later, *_lost(lists, side)], key=lambda row: row.where.date)
            yield f"{rule}-{side}-arrivals", later


def _in_5_2_too(lists: Lists, row: Placed) -> bool:
    """Whether 5.4, which combines 5.2 and 5.3, has a row only once."""
    once = row.where.kind == "dead" or row.counter == "s-arty-ammo"
    return once and any((r.rule, r.counter) == ("5.2", row.counter) for r in lists.rows)


def _lost(lists: Lists, side: str) -> Iterator[Placed]:
    """The arrivals in 5.2 and 5.3 that are missing from 6.0."""
    first, last = LOST[side]
    seen: set[tuple[str, str]] = set()
    for row in lists.rows:
        date = row.where.date
        if row.rule not in ("5.2", "5.3") or row.side != side or not first <= date <= last:
            continue
        plural = row.unit.count > 1 or lists.mix.kind(row.counter) == "air"
        key = (row.counter, "" if not plural else f"{row.rule} {date}")
        if row.where.kind == "reinforcement":
            if key in seen:
                continue
            seen.add(key)
        if side == "german" and row.where.hexes and row.rule == "5.3":
            row = _at_home(lists, row)
        yield row.saying("note", f"lost in 6.0, taken from {row.rule}")


def _at_home(lists: Lists, row: Placed) -> Placed:
    """An arrival of 5.3 as in the campaign: at home, or at Entry G."""
    nation = lists.mix.nation(row.counter)
    if nation:
        return replace(row, where=replace(row.where, hexes=tuple(lists.homes[nation])))
    cells = {**row.cells, "note": ""}
    return replace(row, where=replace(row.where, hexes=(), entry="G"), cells=cells)


def cells_of(row: Placed, shared: bool) -> tuple[str, ...]:
    """The cells of a row in its table; `shared` if its counter belongs to neither side."""
    spot, unit = row.where, row.unit
    one = spot.hexes[0] if len(spot.hexes) == 1 else ""
    spot_ = row.head.split(",")[0].removesuffix(" (*)")
    group = f"{spot_}: {unit.group}" if unit.group else ""
    filled = {
        "kind": spot.kind,
        "counter": row.counter,
        "side": row.side if shared else "",
        "count": str(unit.count) if unit.count > 1 else "",
        "as_printed": unit.words if unit.formation else _as_printed(unit),
        "rule": row.rule,
        "hex": one,
        "hexes": "" if one else " ".join(spot.hexes),
        "within": spot.within,
        "place": spot.place,
        "date": spot.date,
        "entry": spot.entry,
        "steps_lost": str(unit.steps_lost or ""),
        "group": group,
        "group_steps_lost": str(unit.group_steps_lost or ""),
        **row.cells,
    }
    return tuple(filled.get(column, "") for column in COLUMNS)


def _as_printed(unit: Unit) -> str:
    return unit.words if unit.name == "inexperienced" else unit.printed


def table(rows: Iterable[Placed], mix: Mix) -> str:
    """The rows as CSV, without empty columns."""
    cells = [cells_of(row, mix.is_shared(row.counter)) for row in rows]
    used = [i for i in range(len(COLUMNS)) if any(line[i] for line in cells)]
    return text_of([COLUMNS[i] for i in used], [[line[i] for i in used] for line in cells])


# -- pools ------------------------------------------------------------------------------------


def most_at_once(mix: Mix, files: Mapping[str, list[Placed]]) -> Tally[str]:
    """How many of each counter are ever in play at once, over all scenarios."""
    most: Tally[str] = Tally()
    for scenario in FIRST:
        for there in _in_play(mix, scenario, files):
            most |= there
    return most


def _in_play(mix: Mix, scenario: str, files: Mapping[str, list[Placed]]) -> Iterator[Tally[str]]:
    """What is in play at start and after each arrival or withdrawal.

    Expendable counters do not add up: each arrival counts separately.
    """
    own = ("5.2", "5.3", "5.4") if scenario == "5.4" else (scenario,)
    schedule = own if scenario in ("5.2", "5.3", "5.6") else ("6.0",)
    rows = [row for name, found in files.items() if name[:3] in own for row in found]
    there: Tally[str] = Tally()
    for row in rows:
        if not row.where.date:
            there[row.counter] += row.unit.count
    yield there
    later = [
        row
        for name, found in files.items()
        if name[:3] in schedule
        for row in found
        if row.where.date >= FIRST[scenario]
    ]
    for row in sorted(later, key=lambda row: (row.where.date, row.where.kind)):
        going = row.where.kind == "withdrawal"
        if not going and mix.is_spent(row.counter):
            yield Tally({row.counter: row.unit.count})
        elif not going or row.where.place == GONE:
            there[row.counter] += -row.unit.count if going else row.unit.count
            yield there


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.lists.baltic_gap RULEBOOK.txt")
    lists, counters = tables(Path(sys.argv[1]).read_text("utf-8"))
    write(SCENARIOS, lists)
    write(COUNTERS, {"counters.csv": counters})


if __name__ == "__main__":
    main()
