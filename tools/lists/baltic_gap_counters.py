"""The counter mix of *Baltic Gap*: one counter for each unit in any list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hexmarshal.game.load.tables import Row as Cells
from hexmarshal.game.load.tables import read_table
from tools.lists import arms
from tools.lists.printed import Unit, units
from tools.maps.tables import text_of

HERE = Path(__file__).parent
COLUMNS = (
    "id", "name", "side", "kind", "formation", "type", "echelon", "reverse", "count", "as_printed",
    "tags", "rule", "basis", "note", "look", "factors", "attack", "defence", "action_rating",
    "movement", "barrage", "attack_capable", "steps", "re", "quality", "attack_back",
    "movement_back",
)  # fmt: skip
KINDS = (
    "hq", "combat", "naval", "air", "transport", "supply", "replacement", "hedgehog", "airbase",
    "marker",
)  # fmt: skip
NATIONS = {"estonian": "Estonian", "latvian": "Latvian", "lithuanian": "Lithuanian"}
ARMY_HQ, CORPS_HQ, GROUP_HQ = "XXXX", "XXX", "XX"
MULTI_STEP = frozenset({
    "12-5-6 PG Bde (vWerth)", "10-4-6 Pz Bde (101)", "12-4-6 SS Pz Bde (Gross)",
    "10-4-3 SS Inf Bde (4)", "10-2-2 Lat Bdr KG (Knap)", "10-2-3 Lat Pol KG (Kruk)",
    "8-3-3 Lat Pol KG (Osis)", "10-3-3 SS Pol KG (Gott)",
})  # fmt: skip
"""Brigades and battle groups of several steps (1.7a; Gott as the third SS unit of the errata)."""
HYPOTHETICAL = frozenset({
    "10-3-3 SS Pol KG (Gott)", "16-4-3 Inf Div (170)", "14-2-2 Lith Inf Div (SK)",
    "12-5-6 PG Bde (vWerth)", "9-5-4 Tgr Bn (505)",
})  # fmt: skip
"""Units that arrive by a die roll (1.9d) or not at all."""
THREE_BRIGADES = frozenset({"Arty Div", "Gd Arty Div"})
"""Artillery divisions: those in halves, and those with 84 factors, are three brigades (1.7b)."""
ORGANIC = ("4 Pz Div", "5 Pz Div", "7 Pz Div", "12 Pz Div", "14 Pz Div", "GD PG Div")
"""Divisions with an organic truck that is in no list (2.8, 5.0 I)."""


@dataclass
class Made:
    """A counter while it is assembled."""

    id: str
    name: str
    side: str
    kind: str
    type: str = ""
    echelon: str = ""
    formation: str = ""
    reverse: str = ""
    tags: list[str] = field(default_factory=list)
    rule: str = ""
    basis: str = "rulebook"
    note: str = ""
    look: str = ""
    values: dict[str, str] = field(default_factory=dict)
    pool: bool = False
    """Whether there are several identical counters without names."""
    as_printed: list[str] = field(default_factory=list)
    count: int = 0


class Mix:
    """All counters by id, in order of first mention."""

    def __init__(self) -> None:
        self.made: dict[str, Made] = {}
        self._misprints = {
            row["printed"]: row for row in read_table(HERE / "baltic_gap_misprints.csv")
        }
        self._things = dict(_things())
        for (side, _), row in self._things.items():
            self._add(_thing(side, row))
        for formation in ORGANIC:
            truck = _member("german", Unit("Truck", formation=formation))
            truck.tags += ["optional"]
            truck.rule, truck.note = "5.0 I", "hypothetical: only by the variant of 2.8 or in 5.6"
            self._add(truck)

    def enter(self, side: str, unit: Unit, rule: str) -> str:
        """The id of the counter for a unit, created on first mention."""
        misprint = self._misprints.get(unit.key)
        meant = next(units(misprint["meant"])) if misprint else unit
        made = self._find(side, meant)
        made.rule = made.rule or rule
        for tag in _branches(unit):
            if tag not in made.tags:
                made.tags.append(tag)
        for spelling in (_spelling(meant), _spelling(unit)):
            if spelling not in made.as_printed:
                made.as_printed.append(spelling)
        if misprint:
            notes = dict.fromkeys((made.note, misprint["note"]))
            made.note = "; ".join(filter(None, notes))
            made.basis = misprint["basis"] or made.basis
        if unit.words and meant.factors != made.values.get("factors", meant.factors):
            raise ValueError(f"{unit.printed} in {rule} has other factors than elsewhere")
        return made.id

    def garrison(self, number: int) -> str:
        """The stand-in for the n-th garrison drawn by a list: Alert and Flak alternate."""
        made = self.made["g-alert" if number % 2 else "g-flak"]
        made.as_printed = ["Garrison unit", "Garrison unit (random)"]
        return made.id

    def has_two_qualities(self, side: str, words: str) -> bool:
        return (side, f"{words} (inexperienced)") in self._things

    def kind(self, id_: str) -> str:
        return self.made[id_].kind

    def tags(self, id_: str) -> list[str]:
        return self.made[id_].tags

    def nation(self, id_: str) -> str:
        """The home nation of a Baltic unit; "" for others."""
        return next((NATIONS[tag] for tag in self.made[id_].tags if tag in NATIONS), "")

    def never_attacks(self, id_: str) -> bool:
        """Whether a counter is never Attack-Capable, whatever its factors."""
        made = self.made[id_]
        return made.kind != "combat" or made.type in arms.BARRAGE

    def is_shared(self, id_: str) -> bool:
        return not self.made[id_].side

    def is_spent(self, id_: str) -> bool:
        """Whether a counter is removed when used, so arrivals do not add up."""
        made = self.made[id_]
        return made.kind in ("supply", "replacement") or "optional" in made.tags

    def table(self, most: Mapping[str, int]) -> str:
        """The counter table; `most` gives the most of each in play at once."""
        sides = {"german": 0, "soviet": 1, "": 2}
        order = list(self.made.values())
        order.sort(key=lambda made: (sides[made.side], KINDS.index(made.kind)))
        return text_of(COLUMNS, [_cells(made, most.get(made.id, 1)) for made in order])

    def _find(self, side: str, unit: Unit) -> Made:
        for owner in (side, ""):
            row = self._things.get((owner, unit.key))
            if row:
                return self.made[_thing(owner, row).id]
        made = _hq(side, unit) or (_member if unit.formation else _independent)(side, unit)
        return self.made.get(made.id) or self._add(made)

    def _add(self, made: Made) -> Made:
        self.made[made.id] = made
        return made


# -- kinds of counter -------------------------------------------------------------------------


def _things() -> Iterator[tuple[tuple[str, str], Cells]]:
    for row in read_table(HERE / "baltic_gap_things.csv"):
        for side in row["sides"].split() or [""]:
            yield (side, row["printed"]), row


def _thing(side: str, row: Cells) -> Made:
    prefix = f"{side[:1]}-" if side else ""
    values = dict(pair.split("=") for pair in row["values"].split(";") if pair)
    look = f"name={row['printed'].split(' (')[0]}" if "(" in row["printed"] else ""
    if row["type"] == "garrison":
        values["factors"] = row["printed"].split(" ")[0] if values["attack"] != "?" else "?"
        arm = "flak" if "flak" in row["tags"] else "infantry"
        look = f"symbol={arm};name={arm.replace('infantry', 'alert').capitalize()}"
    return Made(
        id=f"{prefix}{row['id']}",
        name=row["printed"],
        side=side,
        kind=row["kind"],
        type=row["type"],
        echelon="II" if row["type"] == "garrison" else "",
        reverse=row["reverse"] or ("move mode" if row["kind"] == "combat" else ""),
        tags=[tag for tag in row["tags"].split(";") if tag],
        rule=row["rule"],
        basis=row["basis"],
        note=row["note"],
        look=look,
        values=values,
        pool=True,
        count=int(row["count"] or 0),
    )


def _hq(side: str, unit: Unit) -> Made | None:
    if not unit.words.endswith(" HQ"):
        return None
    words = unit.words.split()
    size = ARMY_HQ if "Army" in words else CORPS_HQ if "Corps" in words else GROUP_HQ
    tags = [*_branches(unit), *(["army"] if size == ARMY_HQ else [])]
    return Made(
        id=f"{side[0]}-{slug(unit.words)}",
        name=unit.words,
        side=side,
        kind="hq",
        type="hq",
        echelon=size,
        reverse="move mode",
        tags=tags,
    )


def _member(side: str, unit: Unit) -> Made:
    id_ = f"{side[0]}-{slug(unit.formation)}-{slug(unit.words)}"
    if unit.words == "Truck":
        return Made(
            id=id_,
            name="Truck",
            side=side,
            kind="transport",
            type="truck",
            formation=unit.formation,
            reverse="empty",
            tags=["organic"],
            as_printed=["Truck"],
        )
    arm = arms.member(unit.words)
    tags = [tag for tag in arm.tags if tag]
    if unit.formation.startswith("11 SS"):
        tags.append("ss")
    if "HG" in unit.formation:
        tags += ["luftwaffe", "hypothetical"]
    if unit.key == "11 SS PG Div (11 Pz)":
        tags.append("hypothetical")
    return Made(
        id=id_,
        name=unit.words,
        side=side,
        kind="combat",
        type=arm.type,
        echelon=arm.echelon,
        formation=unit.formation,
        reverse="move mode",
        tags=list(dict.fromkeys(tags)),
    )


def _independent(side: str, unit: Unit) -> Made:
    arm = arms.independent(unit.words)
    tags = [*arm.tags, *_branches(unit)]
    tags += ["hypothetical"] if unit.printed in HYPOTHETICAL else []
    tags += ["multi step"] if unit.printed in MULTI_STEP else []
    tail = unit.name or unit.factors
    return Made(
        id=f"{side[0]}-{slug(unit.words)}-{slug(tail)}",
        name=unit.printed,
        side=side,
        kind="combat",
        type=arm.type,
        echelon=arm.echelon,
        reverse="move mode",
        tags=list(dict.fromkeys(tags)),
        look=_look(unit, arm.type),
        values=_values(unit, arm.type),
        pool=not unit.name,
    )


def _look(unit: Unit, type_: str) -> str:
    symbols = {"breakdown": "police" if "Pol" in unit.words else "infantry"}
    symbols["motorcycle infantry"] = "bicycle infantry"
    symbol = f"symbol={symbols[type_]};" if type_ in symbols else ""
    return f"{symbol}name={unit.name or 'Brkdwn'}"


def _values(unit: Unit, type_: str) -> dict[str, str]:
    """The factors of a unit: strength, action rating and movement allowance.

    A strength in parentheses only defends; artillery's is its barrage strength (1.7b), and the
    middle number is the action rating (1.7b and 1.7c: it is not the defence of an artillery
    division, and a breakdown regiment has that of its parent).
    """
    first, rating, movement = re.fullmatch(r"(\(?\d+\)?)-(\d+)-(\d+)", unit.factors).groups()  # type: ignore[union-attr]
    strength = first.strip("()")
    values = {"factors": unit.factors, "action_rating": rating, "movement": movement}
    if type_ in arms.BARRAGE:
        values |= {"attack": "0", "barrage": strength, "attack_capable": "no"}
    elif first != strength:
        values |= {"attack": "0", "defence": strength, "attack_capable": "no"}
    else:
        values |= {"attack": strength, "defence": strength, "attack_capable": "yes"}
    if unit.words in THREE_BRIGADES and (unit.name[-1] in "ab" or strength == "84"):
        values |= {"steps": "3", "re": "3", "defence": "3"}
    if unit.factors == "16-4-3":
        values["steps"] = "4"
    if unit.printed == "8-3-3 Inf Div (115)":
        values |= {"attack_back": "4", "movement_back": "5"}
    return values


def _branches(unit: Unit) -> list[str]:
    """The nation and branch in the words and name of a unit."""
    words = f"{unit.words} {unit.name}".split()
    return [arms.BRANCHES[word] for word in words if word in arms.BRANCHES]


# -- writing ----------------------------------------------------------------------------------


def _spelling(unit: Unit) -> str:
    if unit.name in ("inexperienced", "LRAF"):
        return unit.words
    return unit.words if unit.formation else unit.printed


def _cells(made: Made, most: int) -> tuple[str, ...]:
    count = made.count or (most if made.pool else 1)
    filled = {
        "id": made.id,
        "name": made.name,
        "side": made.side,
        "kind": made.kind,
        "formation": made.formation,
        "type": made.type,
        "echelon": made.echelon,
        "reverse": made.reverse,
        "count": str(count) if count != 1 else "",
        "as_printed": "; ".join(made.as_printed),
        "tags": ";".join(made.tags),
        "rule": made.rule,
        "basis": made.basis,
        "note": made.note,
        "look": made.look,
        **made.values,
    }
    return tuple(filled.get(column, "") for column in COLUMNS)


def slug(text: str) -> str:
    """A text as part of an id."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")
