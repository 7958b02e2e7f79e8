"""Formations by their names: numbers, echelon, arms of service, names of honour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hexmarshal.game.text import ORDINAL, plain, squash

_ECHELONS = {
    "division": "division div divisions id",
    "brigade": "brigade bde brig",
    "regiment": "regiment rgt regt",
    "battalion": "battalion bn btl",
    "corps": "corps korps corp",
    "army": "army armee arm",
    "group": "group gruppe grp kampfgruppe kg",
    "front": "front",
}
ARMS = {
    "guards": "guards guard gds gd g",
    "panzer": "panzer pz",
    "panzergrenadier": "panzergrenadier pg pzgr pzgren",
    "tank": "tank tk t",
    "assault gun": "ag su stug",
    "engineer": "engineer eng pio pionier pioneer",
    "mechanised": "mechanised mechanized mech",
    "cavalry": "cavalry cav",
    "ss": "ss waffenss",
    "security": "security sec sicherung sich",
    "shock": "shock sh",
    "infantry": "infantry inf rifle",
    "mountain": "mountain mtn gebirgs geb",
    "tank hunter": "panzerjager panzerjaeger pzjg pj",
    "reconnaissance": "reconnaissance recon aufklarung aufkl",
    "pontoon": "pontoon pontoons pontonier pontoniers pon",
    "fortified": "fortified fortress ukrep ur region",
    "special": "special spec",
}
_ECHELON_OF = {w: word for word, spellings in _ECHELONS.items() for w in spellings.split()}
_ARM_OF = {w: word for word, spellings in ARMS.items() for w in spellings.split()}
_ARMS_OF = {word: {arm} for word, arm in _ARM_OF.items()} | {
    "gt": {"guards", "tank"},
    "speceng": {"special", "engineer"},
}
_WORDS = {
    "arty": "artillery art arti",
    "mort": "mortar mortars mrt",
    "katy": "katyusha",
    "at": "antitank pak",
    "bdr": "border",
    "pol": "police",
    "lat": "latvian latvia",
    "est": "estonian estonia",
    "lith": "lithuanian lithuania",
    "mot": "motorised motorized",
    "rr": "railroad railway rail",
    "breakdown": "brkdwn",
    "para": "parachute paratroop",
    "mc": "motorcycle",
    "gr": "grenadier gren",
    "tgr": "tiger tigers",
    "lw": "luftwaffe",
    "fld": "field feld",
    "mar": "marine marines naval navy",
    "bicycle": "bike",
}
"""Further words of names and their spellings."""
_WORD_OF = {w: word for word, spellings in _WORDS.items() for w in spellings.split()}
_PHRASES = {
    "anti tank": "at",
    "assault gun": "ag",
    "home defense": "hd",
    "home defence": "hd",
    "rail repair": "rr",
    "railroad repair": "rr",
    "motor cycle": "mc",
}
_WORD = re.compile(r"(\d+)(?:(?:st|nd|rd|th)\b)?|([a-z]+)")
_ROMAN = re.compile(r"(x{0,3})(ix|iv|v?i{0,3})")


@dataclass(frozen=True, slots=True)
class Formation:
    """The name of a formation taken apart."""

    numbers: tuple[str, ...]
    echelon: str
    arms: frozenset[str]
    names: frozenset[str]

    @property
    def open(self) -> bool:
        """Whether it is a mere number or name, without echelon or arm."""
        return not (self.echelon or self.arms)


@lru_cache(maxsize=1 << 14)
def agreement(name: str, own: str) -> int | None:
    """How loosely two names of a formation agree, 0 for exactly; None if they do not.

    Numbers must be the same. Echelon and arm must not contradict each other; a mere number or
    name leaves both open. A name of honour may be missing. An empty name agrees with all.
    """
    if not name.strip():
        return 0
    if squash(name) == squash(own):
        return 0
    a, b = formation_of(name), formation_of(own)
    if a.numbers != b.numbers and ((a.numbers and b.numbers) or not a.names & b.names):
        return None
    if a.echelon and b.echelon and a.echelon != b.echelon:
        return None
    if a.arms != b.arms and not (a.open or b.open):
        return None
    if not (a.names <= b.names or b.names <= a.names):
        return None
    if not (a.numbers or a.names or a.arms):
        return None
    return 1 + len(a.arms ^ b.arms) + len(a.names ^ b.names)


@lru_cache(maxsize=1 << 12)
def formation_of(text: str) -> Formation:
    """The parts of a formation's name; words that are not a number, echelon or arm are names."""
    numbers: list[str] = []
    echelon = ""
    arms: set[str] = set()
    names: set[str] = set()
    rest = plain(text).replace("-", " ")
    for phrase, word in _PHRASES.items():
        rest = rest.replace(phrase, word)
    for digits, word in _WORD.findall(rest):
        if digits:
            numbers.append(digits.lstrip("0") or "0")
        elif word in _ECHELON_OF:
            echelon = _ECHELON_OF[word]
        elif word in _ARMS_OF:
            arms |= _ARMS_OF[word]
        elif number := _roman(word):
            numbers.append(str(number))
        elif word not in {"st", "nd", "rd", "th", "the", "of"}:
            names.add(_WORD_OF.get(word, word))
    return Formation(tuple(numbers), echelon, frozenset(arms - {"infantry"}), frozenset(names))


def _roman(word: str) -> int:
    """The number that a Roman numeral up to 39 stands for, 0 for any other word."""
    match = _ROMAN.fullmatch(word)
    if not match or not word:
        return 0
    ones = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8}
    return 10 * len(match[1]) + {**ones, "ix": 9}.get(match[2], 0)


def core(formation: str) -> str:
    """The part of a formation's name that people add to a unit's: "61" of the "61st Division"."""
    words = ORDINAL.sub("", plain(formation)).split()
    return " ".join(w for w in words if _ECHELON_OF.get(w.strip(".")) is None)
