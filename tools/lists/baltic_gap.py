"""The lists of *Baltic Gap*: from the rulebook's text to its counters and placements.

    python -m tools.lists.baltic_gap RULEBOOK.txt

The text itself is not part of this project; who has it can see that the tables hold every line of
sections 5.1 to 5.8 and 6.0. Tables beside this page say what a line alone does not:
`baltic_gap_misprints.csv` which unit a misprinted one is, `baltic_gap_things.csv` what is no ground
unit, `baltic_gap_remarks.csv` what the sentences of a list add to its lines.
"""

from __future__ import annotations

import re
import sys
from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from hexwright.game.find import shipped_root
from hexwright.game.tables import Row as Cells
from hexwright.game.tables import read_table
from tools.lists.baltic_gap_counters import Mix
from tools.lists.printed import Unit, entries, units
from tools.maps.tables import text_of, write

HERE = Path(__file__).parent
SCENARIOS = shipped_root() / "scenarios" / "baltic-gap"
COUNTERS = shipped_root() / "counters" / "baltic-gap"

HEX = re.compile(r"\b([EW])0?(\d+)\.(\d\d)\b")
SIDE_HEADS = {
    "Soviet Information": ("soviet", False),
    "German Information": ("german", False),
    "Soviet Arrival Schedule": ("soviet", True),
    "German Arrival Schedule": ("german", True),
}
SILENT_HEADS = ("General Information", "Special Rules", "Special Scenario Rules", "Railroads")
MONTHS = {"Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10}
SENTENCES = (
    "None", "Randomly select", "Each 4-step", "Roll for", "Begin rolls", "Reset LRAF",
    "The Soviets might", "Up to two",
)  # fmt: skip
"""How entries begin that are sentences and name no unit."""
REPAIRS = (
    ("6x IL-2; -1 step", "6x IL-2, -1 step"),
    ("5x Wagon Point and 2x Truck Point are removed from", "5x Wagon Point; 2x Truck Point. Are"),
)
"""Slips of punctuation, and the one arrival that is told in a sentence."""
POP_SLIPS = {"W26.17": "E26.17", "W22.34": "W22.24"}
"""Ludza and Mazeikiai: hexes of the POP list that geography and the set-ups contradict."""
NOT_IN_5_2 = frozenset({"W38.01", "E36.24", "E26.17", "E25.19", "E42.34"})
"""Latvian POP hexes north of the Daugava and off its railway."""
PORT = "Any functioning port"
AIR_BASE = "Any air base"
AT_HAND = "Available"
LOST = {"soviet": ("1944-07-16", "1944-08-28"), "german": ("1944-07-30", "1944-08-21")}
"""The dates whose arrivals 6.0 has lost."""
COLUMNS = (
    "kind", "counter", "side", "count", "as_printed", "rule", "hex", "hexes", "within", "place",
    "date", "entry", "steps_lost", "group", "group_steps_lost", "draw", "conditional", "note",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: `- HEAD: BODY`."""

    rule: str
    side: str
    later: bool
    """Whether it stands in a schedule of arrivals."""
    front: str
    head: str
    body: str


SENTENCED = (
    Line(
        "5.4", "german", False, "", "Available", "(5)-2-0 Navy Flak Bn (712); 1 SP; Level-1 Airbase"
    ),
    Line("6.0", "german", True, "", "15 July, Narva Box", "3-4-3 SS Inf KG (6)"),
    Line("6.0", "german", True, "", "26 August, Narva Box", "14-3-2 Inf Div (563, -1 step)"),
    Line("6.0", "german", True, "", "26 August, at any functioning port", "3-3-2 Brkdwn Rgt"),
)
"""What 5.4b and the notes of 6.0 place in sentences."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where, when and as what the units of a line are placed."""

    kind: str
    hexes: tuple[str, ...] = ()
    within: str = ""
    place: str = ""
    entry: str = ""
    date: str = ""
    hypothetical: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """One row of a list to be written."""

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
        """The row with a text added to a column."""
        joined = "; ".join(filter(None, (self.cell(column), text)))
        return replace(self, cells={**self.cells, column: joined})


# -- lines ------------------------------------------------------------------------------------


def lines(text: str) -> Iterator[Line]:
    """The lines of all lists of sections 5.1 to 6.0."""
    rule = side = front = ""
    later = False
    for raw in text.splitlines():
        if match := re.match(r"(5\.[1-8]|6\.0) (?=[A-Z])", raw):
            rule, side = match[1], ""
        elif raw in ("Place Names", "POP Locations"):
            rule = ""
        elif raw in SIDE_HEADS:
            side, later = SIDE_HEADS[raw]
            front = ""
        elif raw in SILENT_HEADS:
            side = ""
        elif rule and side:
            if re.fullmatch(r"[\w ]+ (Front|Army|Setup)", raw):
                front = raw
            elif found := _line(raw):
                yield Line(rule, side, later, front, *found)


def _line(raw: str) -> tuple[str, str] | None:
    """Head and body of a line; None for what is no line of a list."""
    for slip, right in REPAIRS:
        raw = raw.replace(slip, right)
    plain = raw.removeprefix("- ")
    head, colon, body = plain.partition(": ")
    known = r"Dead (Pile|Units)|Available|.* Box( \(.*\))?|Level-\d Air Bases|(At a|A)ny .*"
    if colon and (plain != raw or re.fullmatch(known, head)):
        return head, body
    return None


def hexes_in(text: str) -> tuple[str, ...]:
    """The hexes a text names, without needless zeros."""
    return tuple(f"{m[1]}{m[2]}.{m[3]}" for m in HEX.finditer(text))


def population(text: str) -> dict[str, list[str]]:
    """The hexes of the POP list by nation."""
    found: dict[str, list[str]] = {}
    nation = ""
    for raw in text[text.index("POP Locations\n14 ") :].splitlines()[1:]:
        if match := re.match(r"\d+ — (\w+) POP locations", raw):
            nation = match[1]
        elif (match := re.match(r"- \d — .* \((\S+)\)", raw)) and nation:
            (hex_,) = hexes_in(match[1])
            found.setdefault(nation, []).append(POP_SLIPS.get(hex_, hex_))
        else:
            break
    return found


# -- where ------------------------------------------------------------------------------------


def where(line: Line, hq_hexes: Iterable[str]) -> Where | None:
    """What the head of a line says; None for a line that only tells of an event."""
    return _later(line.head) if line.later else _at_start(line, hq_hexes)


def _at_start(line: Line, hq_hexes: Iterable[str]) -> Where:
    head = line.head
    if head.startswith("Dead"):
        return Where("dead")
    if head == "Available":
        return Where("available")
    if head.startswith("Level-"):
        return Where("airbase", hexes_in(line.body))
    if head.startswith(("Any", "At any")):
        return Where("air")
    if head.startswith("With any HQ"):
        return Where("setup", tuple(hq_hexes), "3")
    if match := re.match(r".* Box", head):
        kind = "air" if re.search(r"Air Army|LRAF", head) else "box"
        return Where(kind, place=match[0])
    if head.startswith("At Daugavpils"):
        return Where("setup", ("E15.25", "E25.30", "E27.34", "W33.10"))
    within = re.search(r"w/i (\d+) hex", head)
    return Where("setup", hexes_in(head), within[1] if within else "")


def _later(head: str) -> Where | None:
    match = re.fullmatch(r"(\d+) ([A-Z][a-z]{2})[a-z]*(?:, (.*?))?(?: (\(hypothetical\)))?", head)
    if match is None:
        return None
    date = f"1944-{MONTHS[match[2]]:02}-{int(match[1]):02}"
    spot, hypothetical = match[3] or "", bool(match[4])
    if spot.startswith("Withdraw"):
        place = "Saaremaa Box" if "Saaremaa" in spot else ""
        return Where("withdrawal", place=place, date=date)
    base = Where("reinforcement", date=date, hypothetical=hypothetical)
    if spot in ("LRAF", "V# Check (1.8a)"):
        return base
    if entry := re.fullmatch(r"(?:At )?Entry ([A-I])", spot, re.IGNORECASE):
        return replace(base, entry=entry[1])
    if "functioning port" in spot:
        latvian = " in Latvia" if "Latvia" in spot else ""
        return replace(base, place=PORT + latvian)
    if spot.endswith("air base"):
        return replace(base, place=AIR_BASE)
    if hexes := hexes_in(spot):
        within = re.search(r"w/i (\d+) hex", spot)
        return replace(base, hexes=hexes, within=within[1] if within else "")
    if box := re.match(r".* Box", spot):
        return replace(base, place=box[0])
    return base


# -- rows -------------------------------------------------------------------------------------


class Lists:
    """Reads the lists of the text into rows, entering each unit it meets into the counter mix."""

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
        """A unit as one row or several: each hex of `(each)`, both qualities of aircraft, draws."""
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
        """How many of some aircraft are good ones and how many inexperienced (2.6, 5.0 E)."""
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
        """The row with its place, where the head of its line leaves it to the list's own rules."""
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
        """Baltic units come in at home (1.9a), others at Entry G, in 5.3 at any POP place."""
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
        """The row with what its list says of all units of its kind."""
        tags = self.mix.tags(row.counter)
        if row.where.hypothetical:
            row = row.saying("conditional", "hypothetical: a die no higher than the V# (1.9d)")
        if "optional" in tags:
            row = row.saying("conditional", "optional (7.0 #8)")
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
            choice = "one loss, for up to six such divisions, if as many others have three (5.8)"
            row = replace(row, unit=replace(row.unit, steps_lost=2))
            return row.saying("conditional", choice)
        if row.unit.factors.startswith("14-") and row.unit.words.endswith("Div"):
            return row.saying("conditional", "two losses if it is a 4-step division (5.8)")
        return row

    def _remark(self) -> None:
        """Adds what `baltic_gap_remarks.csv` says."""
        for remark in read_table(HERE / "baltic_gap_remarks.csv"):
            fights = "Attack-Capable" in remark["text"]
            meant = [
                i
                for i, row in enumerate(self.rows)
                if _means(remark, row) and not (fights and self.mix.never_attacks(row.counter))
            ]
            if not meant:
                raise ValueError(f"line {remark.line} of the remarks means no row")
            for i in meant:
                self.rows[i] = self.rows[i].saying(remark["column"], remark["text"])

    def files(self) -> Iterator[tuple[str, list[Placed]]]:
        """The rows of each list file."""
        for rule in sorted({row.rule for row in self.rows}):
            for side in ("soviet", "german"):
                own = [r for r in self.rows if (r.rule, r.side) == (rule, side)]
                start = [row for row in own if not row.where.date]
                later = [row for row in own if row.where.date]
                alone = [row for row in start if rule == "5.3" and self._in_5_2_too(row)]
                yield f"{rule}-{side}", [row for row in start if row not in alone]
                yield f"{rule}-{side}-alone", alone
                if rule == "6.0":
                    later = sorted([*later, *self._lost(side)], key=lambda row: row.where.date)
                yield f"{rule}-{side}-arrivals", later

    def _in_5_2_too(self, row: Placed) -> bool:
        """Whether 5.4, which unites 5.2 and 5.3, has a row once only."""
        once = row.where.kind == "dead" or row.counter == "s-arty-ammo"
        return once and any((r.rule, r.counter) == ("5.2", row.counter) for r in self.rows)

    def _lost(self, side: str) -> Iterator[Placed]:
        """What 5.2 and 5.3 tell of the arrivals that 6.0 has lost."""
        first, last = LOST[side]
        seen: set[tuple[str, str]] = set()
        for row in self.rows:
            date = row.where.date
            if row.rule not in ("5.2", "5.3") or row.side != side or not first <= date <= last:
                continue
            plural = row.unit.count > 1 or self.mix.kind(row.counter) == "air"
            key = (row.counter, "" if not plural else f"{row.rule} {date}")
            if row.where.kind == "reinforcement":
                if key in seen:
                    continue
                seen.add(key)
            if side == "german" and row.where.hexes and row.rule == "5.3":
                row = self._at_home(row)
            yield row.saying("note", f"lost in 6.0, taken from {row.rule}")

    def _at_home(self, row: Placed) -> Placed:
        """An arrival of 5.3 as the campaign has it: at home, or at Entry G."""
        nation = self.mix.nation(row.counter)
        if nation:
            return replace(row, where=replace(row.where, hexes=tuple(self.homes[nation])))
        cells = {**row.cells, "note": ""}
        return replace(row, where=replace(row.where, hexes=(), entry="G"), cells=cells)


def _in_play(rule: str, hex_: str) -> bool:
    """Whether a POP hex lies in a scenario's part of the map."""
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


def cells_of(row: Placed, shared: bool) -> tuple[str, ...]:
    """A row as it stands in its table; `shared` when its counter belongs to neither side."""
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
    """The rows as CSV, without columns that nothing fills."""
    cells = [cells_of(row, mix.is_shared(row.counter)) for row in rows]
    used = [i for i in range(len(COLUMNS)) if any(line[i] for line in cells)]
    return text_of([COLUMNS[i] for i in used], [[line[i] for i in used] for line in cells])


def tables(text: str) -> tuple[dict[str, str], str]:
    """The list files by name, and the counter table, from the text of the rulebook."""
    lists = Lists(text)
    found = dict(lists.files())
    pools = Pools(lists, found)
    written = {f"{name}.csv": table(rows, lists.mix) for name, rows in found.items() if rows}
    return written, lists.mix.table(pools.most)


class Pools:
    """How many of each counter are ever in play at once, over all scenarios."""

    def __init__(self, lists: Lists, files: dict[str, list[Placed]]) -> None:
        self.most: Tally[str] = Tally()
        for story in ("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8"):
            self._play(lists.mix, story, files)

    def _play(self, mix: Mix, story: str, files: dict[str, list[Placed]]) -> None:
        own = ("5.2", "5.3", "5.4") if story == "5.4" else (story,)
        start = [row for name, rows in files.items() for row in rows if name[:3] in own]
        schedule = own if story in ("5.2", "5.3", "5.6") else ("6.0",)
        later = [
            row
            for name, rows in files.items()
            for row in rows
            if name.endswith("arrivals") and name[:3] in schedule
        ]
        there: Tally[str] = Tally()
        for row in start:
            if not row.where.date:
                there[row.counter] += row.unit.count
        self.most |= there
        for row in sorted(later, key=lambda row: (row.where.date, row.where.kind)):
            if row.where.date < FIRST[story]:
                continue
            going = row.where.kind == "withdrawal"
            if not going and mix.is_spent(row.counter):
                self.most[row.counter] = max(self.most[row.counter], row.unit.count)
            elif not going or not row.where.place:
                there[row.counter] += -row.unit.count if going else row.unit.count
            self.most |= there


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


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.lists.baltic_gap RULEBOOK.txt")
    lists, counters = tables(Path(sys.argv[1]).read_text("utf-8"))
    write(SCENARIOS, lists)
    write(COUNTERS, {"counters.csv": counters})


if __name__ == "__main__":
    main()
