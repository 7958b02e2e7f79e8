"""From list lines of *Baltic Gap* to rows: every unit with its counter, place and losses."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from hexmarshal.game.load.tables import Row as Cells
from hexmarshal.game.load.tables import read_table
from tools.lists.baltic_gap_counters import Mix
from tools.lists.baltic_gap_lines import (
    AIR_BASE,
    AT_HAND,
    SENTENCED,
    Line,
    Where,
    hexes_in,
    lines,
    population,
    where,
)
from tools.lists.printed import Unit, entries, units

HERE = Path(__file__).parent
SENTENCES = (
    "None", "Randomly select", "Each 4-step", "Roll for", "Begin rolls", "Reset LRAF",
    "The Soviets might", "Up to two",
)  # fmt: skip
"""First words of entries that are sentences without a unit."""
NOT_IN_5_2 = frozenset({"W38.01", "E36.24", "E26.17", "E25.19", "E42.34"})
"""Latvian POP hexes north of the Daugava and off its railway."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One row of a list file."""

    rule: str
    counter: str
    side: str
    unit: Unit
    where: Where
    head: str
    cells: dict[str, str] = field(default_factory=dict)

    def cell(self, column: str) -> str:
        return self.cells.get(column, "")

    def saying(self, column: str, text: str) -> Placed:
        """The row with a text appended to a column."""
        joined = "; ".join(filter(None, (self.cell(column), text)))
        return replace(self, cells={**self.cells, column: joined})


class Lists:
    """Reads the lists of the text into rows and adds each unit to the counter mix."""

    def __init__(self, text: str) -> None:
        self.mix = Mix()
        self.homes = population(text)
        self.rows: list[Placed] = []
        self.draws: Tally[str] = Tally()
        self.bases: dict[tuple[str, str], list[str]] = {}
        hq_hexes: dict[tuple[str, str], list[str]] = {}
        found = [*lines(text), *SENTENCED]
        for line in found:
            hexes = hexes_in(line.head)
            if not line.later and len(hexes) == 1 and " Army HQ" in line.body:
                hq_hexes.setdefault((line.rule, line.front), []).append(hexes[0])
            for hex_ in hexes_in(line.body) if line.head.startswith("Level-") else hexes:
                if "Air Bases" in line.head or "Airbase" in line.body:
                    self.bases.setdefault((line.rule, line.side), []).append(hex_)
        for line in found:
            front = line.head.removeprefix("With any HQ of ")
            spot = where(line, hq_hexes.get((line.rule, front), ()))
            if spot is not None:
                self.rows += self._of(line, spot)
        self._remark()

    def _of(self, line: Line, spot: Where) -> Iterator[Placed]:
        if spot.kind == "airbase":
            words = line.head.removesuffix("s")
            for hex_ in spot.hexes:
                yield self._row(line, replace(spot, hexes=(hex_,)), Unit(words))
            return
        told, rest = entries(line.body)
        if cache := re.search(r"(\d+)x Supply Cache\b", rest):
            told.append(cache[0])
        for entry in told:
            if entry.startswith(SENTENCES):
                continue
            named = list(units(re.sub(r" (\(optional\)|optional \(see 7\.0\))$", "", entry)))
            if not named:
                raise ValueError(f"no unit in {entry!r} of {line.head!r} in {line.rule}")
            for unit in named:
                for spot_, unit_ in self._apart(line, spot, unit):
                    yield self._row(line, spot_, unit_)

    def _apart(self, line: Line, spot: Where, unit: Unit) -> Iterator[tuple[Where, Unit]]:
        """A unit as one or more rows: for each hex of `(each)`, aircraft quality, or draw."""
        if "(each)" in line.head:
            for hex_ in spot.hexes:
                yield replace(spot, hexes=(hex_,)), unit
        elif unit.words == "Garrison unit":
            for _ in range(unit.count):
                yield spot, replace(unit, count=1)
        elif self.mix.has_two_qualities(line.side, unit.words):
            for low, count in self._qualities(line, unit):
                if count:
                    kind = "inexperienced" if low else ""
                    yield spot, replace(unit, name=kind, count=count)
        else:
            yield spot, unit

    def _qualities(self, line: Line, unit: Unit) -> Iterator[tuple[bool, int]]:
        """How many aircraft are good and how many inexperienced (2.6, 5.0 E)."""
        if unit.name == "inexperienced" or line.rule == "5.3":
            low = unit.count
        elif "withdraw" in line.head.casefold():
            low = {"Ju-87": 1, "Fw-190": 1}.get(unit.words, 0)
        elif line.later:
            low = int(unit.name == "one inexperienced")
        else:
            low = unit.count // 2
        yield False, unit.count - low
        yield True, low

    def _row(self, line: Line, spot: Where, unit: Unit) -> Placed:
        if unit.words == "Garrison unit":
            self.draws[line.rule] += 1
            counter = self.mix.garrison(self.draws[line.rule])
        else:
            lraf = spot.place == "LRAF Box" and unit.words == "Li-2"
            counter = self.mix.enter(
                line.side, replace(unit, name="LRAF") if lraf else unit, line.rule
            )
        row = Placed(line.rule, counter, line.side, unit, spot, line.head)
        return self._told(line, self._placed(line, row))

    def _placed(self, line: Line, row: Placed) -> Placed:
        """The row with its place, if the line's head leaves it to the rules of the list."""
        spot = row.where
        unset = not (spot.hexes or spot.place or spot.entry)
        if spot.kind == "air" and unset:
            if "Luftflotte" in line.head:
                row = row.saying("note", "or at any Axis air base on the map")
                return replace(row, where=replace(spot, place="Luftflotte I Box"))
            bases = self.bases[line.rule, line.side]
            return replace(row, where=replace(spot, hexes=tuple(bases)))
        if spot.kind == "available" and row.counter == "s-arty-ammo":
            return replace(row, where=replace(spot, place="Leningrad Box"))
        if spot.kind != "reinforcement":
            return row
        if row.counter.endswith("supply-cache"):
            return replace(row, where=replace(spot, place=AT_HAND, entry=""))
        if self.mix.kind(row.counter) == "air" and unset:
            return replace(row, where=replace(spot, place=AIR_BASE))
        if line.side == "german":
            return self._german(line, row, unset)
        return row

    def _german(self, line: Line, row: Placed, unset: bool) -> Placed:
        """Baltic units arrive at home (1.9a), others at Entry G, in 5.3 at any POP place."""
        nation = self.mix.nation(row.counter)
        if unset and not nation and line.rule != "5.3":
            return replace(row, where=replace(row.where, entry="G"))
        if not unset and not nation:
            return row
        homes = self.homes[nation] if nation else [h for all_ in self.homes.values() for h in all_]
        hexes = tuple(h for h in homes if _in_play(line.rule, h))
        at = "a POP place of its home nation in trace supply (1.9a)"
        if not nation:
            at = "a POP place with no enemy combat unit next to it (5.3)"
        spot = replace(row.where, hexes=hexes, place="", entry="")
        return replace(row, where=spot).saying("note", at)

    def _told(self, line: Line, row: Placed) -> Placed:
        """The row with what its list says about all units of its kind."""
        tags = self.mix.tags(row.counter)
        if "optional" in tags:
            row = row.saying("choice", "supply caches")
        if "organic" in tags and not line.later:
            row = row.saying("note", "full (5.0 G)")
        if self.mix.kind(row.counter) == "transport" and row.where.kind == "reinforcement":
            row = row.saying("note", "arrives loaded")
        if "fighter" in tags and "(*)" in line.head:
            but = ", but not at W33.18" if line.rule == "5.5" else ""
            row = row.saying("note", f"may also start on the map{but}")
        if line.head.startswith(("With any HQ", "At Daugavpils")):
            row = row.saying("note", line.head[0].lower() + line.head[1:])
        if row.unit.words == "Garrison unit":
            row = row.saying("draw", "garrison")
        if line.rule == "5.8" and row.where.kind == "setup" and row.side == "german":
            row = self._reduced(row)
        return row

    def _reduced(self, row: Placed) -> Placed:
        """A German division of 5.8: two losses for each of four steps."""
        if row.unit.factors == "16-4-3":
            row = replace(row, unit=replace(row.unit, steps_lost=2))
            return row.saying("choice", "4-step divisions")
        if row.unit.factors.startswith("14-") and row.unit.words.endswith("Div"):
            return row.saying("conditional", "two losses if it is a 4-step division (5.8)")
        return row

    def _remark(self) -> None:
        """Adds the remarks of `baltic_gap_remarks.csv`."""
        for remark in read_table(HERE / "baltic_gap_remarks.csv"):
            fights = remark["only"] == "attack-capable"
            meant = [
                i
                for i, row in enumerate(self.rows)
                if _means(remark, row) and not (fights and self.mix.never_attacks(row.counter))
            ]
            if not meant:
                raise ValueError(f"line {remark.line} of the remarks matches no row")
            for i in meant:
                self.rows[i] = self.rows[i].saying(remark["column"], remark["text"])
        for row in self.rows:
            if row.where.hypothetical and not row.cell("choice"):
                raise ValueError(f"missing remark with the die roll for {row.head!r}")


def _in_play(rule: str, hex_: str) -> bool:
    """Whether a POP hex is in a scenario's part of the map."""
    if rule == "5.2":
        return hex_ not in NOT_IN_5_2
    if rule == "5.3":
        row = int(hex_[1:].split(".")[0])
        return row >= 19 and (hex_.startswith("E") or hex_.endswith(".01"))
    return True


def _means(remark: Cells, row: Placed) -> bool:
    return (
        remark["rule"] == row.rule
        and remark["side"] == row.side
        and fnmatchcase(row.head, remark["head"] or "*")
        and any(fnmatchcase(row.counter, form) for form in remark["counters"].split())
    )
