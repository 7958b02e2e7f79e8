"""Arm of service, size, nation and branch from the words of a unit's printed name."""

from __future__ import annotations

from dataclasses import dataclass

SIZES = {
    "Bn": "II",
    "Rgt": "III",
    "Bde": "X",
    "Div": "XX",
    "KG": "KG",
    "Grp": "",
}
"""Size marks; a corps artillery group and a battle group have no fixed one."""

BRANCHES = {
    "Gd": "guards",
    "SS": "ss",
    "LW": "luftwaffe",
    "Fld": "luftwaffe",
    "Navy": "navy",
    "Mar": "navy",
    "Est": "estonian",
    "Lat": "latvian",
    "Lith": "lithuanian",
}
"""Words for a unit's nation or branch."""

ARMS = {
    "": ("infantry", ""),
    "Inf": ("infantry", ""),
    "Assault": ("assault", ""),
    "Bdr": ("border", ""),
    "Bicycle": ("bicycle infantry", ""),
    "HD": ("militia", ""),
    "Koruck": ("security", ""),
    "Mar": ("marine infantry", ""),
    "Para": ("parachute infantry", ""),
    "Pol": ("police", ""),
    "Sec": ("security", ""),
    "Mot": ("motorised infantry", "mechanised"),
    "Gr": ("motorised infantry", "mechanised"),
    "PG": ("mechanised infantry", "mechanised"),
    "Fus PG": ("mechanised infantry", "mechanised"),
    "Gren PG": ("mechanised infantry", "mechanised"),
    "Mech": ("mechanised infantry", "mechanised"),
    "MC": ("motorcycle infantry", "mechanised"),
    "Recon": ("recon", "mechanised"),
    "Tank": ("tank", "mechanised"),
    "Pz": ("tank", "mechanised"),
    "Tgr": ("heavy tank", "mechanised"),
    "AG": ("assault gun", "mechanised"),
    "SU": ("assault gun", "mechanised"),
    "AT": ("anti tank", ""),
    "PJ": ("anti tank", ""),
    "Flak": ("flak", ""),
    "Arty": ("artillery", ""),
    "Katy": ("katyusha", ""),
    "Mort": ("mortar", ""),
    "Werfer": ("rocket artillery", ""),
    "Pontoon": ("pontoon", ""),
    "RR": ("rail repair", ""),
    "UR": ("fortified region", ""),
    "Breakdown": ("breakdown", ""),
    "Pol Breakdown": ("breakdown", ""),
    "Alert": ("garrison", "garrison"),
}
"""Type and tag of each arm."""

BARRAGE = frozenset({"artillery", "katyusha", "mortar", "rocket artillery"})
"""Types with a barrage strength as their first factor."""


@dataclass(frozen=True, slots=True)
class Arm:
    """The arm and size of a unit."""

    type: str
    echelon: str
    tags: tuple[str, ...]


def independent(words: str) -> Arm:
    """The arm of an independent unit such as `Gd Tank Bn`. Raises KeyError for unknown words."""
    *rest, size = words.split()
    branches = [word for word in rest if word in BRANCHES]
    arm = " ".join(word for word in rest if word not in BRANCHES or word == "Mar")
    type_, tag = ARMS[arm]
    tags = [BRANCHES[word] for word in branches]
    return Arm(type_, SIZES[size], tuple(filter(None, [*tags, tag])))


def member(name: str) -> Arm:
    """The arm of a formation's member such as `II-29 Pz`, `2 Gd Mot` or `Fus PG`.

    Regiments have a number or are guards. Battalions have a Roman numeral or only their arm's name.
    """
    words = name.split()
    branches = [word for word in words if word in BRANCHES]
    arms = [word for word in words if word not in BRANCHES and not word[0].isdigit()]
    roman = bool(arms) and set(arms[0].split("-")[0]) <= set("IV")
    arm = " ".join(arms[1:] if roman else arms)
    type_, tag = ARMS[arm]
    return Arm(type_, _size(type_, arm, roman), (*(BRANCHES[word] for word in branches), tag))


def _size(type_: str, arm: str, roman: bool) -> str:
    if arm in ("Tank", "Mech", "Mot"):
        return "X"
    if roman and arm != "PG":
        return "II"
    if arm in ("SU", "AT", "Mort"):
        return "III"
    return "II" if type_ in ("tank", "assault gun", "anti tank", "recon", "flak") else "III"
