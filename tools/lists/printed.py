"""Parser for one entry of a printed list: count, factors, words, numbers, losses.

3x Truck Point
16-4-3 Inf Div (205, -1 step)
10-3-3 Inf Div (235, 306; -1 step)
12 Pz Div (II-29 Pz, 12 PJ, 25 Gr, 5 PG, 23 Recon, 2 Arty)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FACTORS = re.compile(r"\(?\d+\)?-\d+-\d+")
_COUNT = re.compile(r"(\d+)x? (?=SP\b)|(\d+)(?=T$)|(\d+)x ")
_LOSS = re.compile(r"-(\d+) steps?")
_WHOLE = re.compile(r"(.*?)(?: \(([^()]*)\))?(?:, (-\d+ steps?))?")


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit, or `count` identical ones, as printed in a list."""

    words: str
    """Its type: `Inf Div`, `43 Army HQ`, `Truck Point`; for a formation's member its own name."""
    factors: str = ""
    name: str = ""
    """Its identity among units of one type: `205`, `7 Est`, `random`."""
    formation: str = ""
    count: int = 1
    steps_lost: int = 0
    group: str = ""
    """The entry as printed, if its losses are spread over several units."""
    group_steps_lost: int = 0

    @property
    def printed(self) -> str:
        """The unit alone as the list prints it: `16-4-3 Inf Div (205)`."""
        head = f"{self.factors} {self.words}".strip()
        return f"{head} ({self.name})" if self.name else head

    @property
    def key(self) -> str:
        """The same, but a member with its formation: `12 Pz Div (5 PG)`."""
        return f"{self.formation} ({self.words})" if self.formation else self.printed


def entries(body: str) -> tuple[list[str], str]:
    """The entries of a line, and the sentences that follow them."""
    found: list[str] = []
    depth = start = 0
    for i, letter in enumerate(body):
        depth += (letter == "(") - (letter == ")")
        if depth:
            continue
        if letter == ";":
            found.append(body[start:i].strip())
            start = i + 1
        elif letter == "." and body[i + 1 : i + 2] in ("", " "):
            return [*found, body[start:i].strip()], body[i + 1 :].strip()
    return [*found, body[start:].strip()], ""


def units(entry: str) -> Iterator[Unit]:
    """The units of one entry, in order."""
    count = 1
    text = entry
    if match := _COUNT.match(entry):
        count = int(match[1] or match[2] or match[3])
        text = entry[match.end() :]
    factors = ""
    if match := FACTORS.match(text):
        factors, text = match[0], text[match.end() :].strip()
    match = _WHOLE.fullmatch(text)
    if match is None:
        yield Unit(text, factors, count=count)
        return
    words, inside, after = match[1], match[2] or "", match[3] or ""
    names, _, spread = inside.partition(";")
    lost = _loss(spread) + _loss(after)
    members = [part.strip() for part in names.split(",") if part.strip()]
    if members and is_formation(words):
        for member in members:
            yield Unit(member, formation=words)
        return
    own = sum(_loss(part) for part in members)
    members = [part for part in members if not _loss(part)] or [""]
    group = entry if lost else ""
    for member in members:
        yield Unit(words, factors, member, "", count, own, group, lost)


def is_formation(words: str) -> bool:
    """Whether these words are a formation of several units: `29 Tank Corps`, `4 Pz Div`."""
    return bool(re.fullmatch(r"(\d+ |GD |1\.HG ).*(Corps|Pz Div|PG Div|SS Div|Gr Div)", words))


def _loss(text: str) -> int:
    match = _LOSS.fullmatch(text.strip())
    return int(match[1]) if match else 0
