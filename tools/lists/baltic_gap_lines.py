"""The lines of *Baltic Gap*'s lists, with place, time and status from their heads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

HEX = re.compile(r"\b([EW])0?(\d+)\.(\d\d)\b")
SIDE_HEADS = {
    "Soviet Information": ("soviet", False),
    "German Information": ("german", False),
    "Soviet Arrival Schedule": ("soviet", True),
    "German Arrival Schedule": ("german", True),
}
SILENT_HEADS = ("General Information", "Special Rules", "Special Scenario Rules", "Railroads")
MONTHS = {"Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10}
REPAIRS = (
    ("6x IL-2; -1 step", "6x IL-2, -1 step"),
    ("5x Wagon Point and 2x Truck Point are removed from", "5x Wagon Point; 2x Truck Point. Are"),
)
"""Punctuation errors, and the one arrival given in a sentence."""
POP_SLIPS = {"W26.17": "E26.17", "W22.34": "W22.24"}
"""Ludza and Mazeikiai: hexes of the POP list contradicted by geography and the set-ups."""
PORT = "Any functioning port"
AIR_BASE = "Any air base"
AT_HAND = "Available"
GONE = "Withdraw"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list: `- HEAD: BODY`."""

    rule: str
    side: str
    later: bool
    """Whether the line is in an arrival schedule."""
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
"""Placements given in sentences in 5.4b and the notes of 6.0."""


@dataclass(frozen=True, slots=True)
class Where:
    """Place, time and status of the units of a line."""

    kind: str
    hexes: tuple[str, ...] = ()
    within: str = ""
    place: str = ""
    entry: str = ""
    date: str = ""
    hypothetical: bool = False


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
    """Head and body of a line, None if it is not a list line."""
    for slip, right in REPAIRS:
        raw = raw.replace(slip, right)
    plain = raw.removeprefix("- ")
    head, colon, body = plain.partition(": ")
    known = r"Dead (Pile|Units)|Available|.* Box( \(.*\))?|Level-\d Air Bases|(At a|A)ny .*"
    if colon and (plain != raw or re.fullmatch(known, head)):
        return head, body
    return None


def hexes_in(text: str) -> tuple[str, ...]:
    """The hexes in a text, without leading zeros."""
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
    """The placement in a line's head, None for a line that is only an event."""
    return _later(line.head) if line.later else _at_start(line, hq_hexes)


def _at_start(line: Line, hq_hexes: Iterable[str]) -> Where:
    head = line.head
    if head.startswith("Dead"):
        return Where("dead", place=head)
    if head == AT_HAND:
        return Where("available", place=head)
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
        place = "Saaremaa Box" if "Saaremaa" in spot else GONE
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
