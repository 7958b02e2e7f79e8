"""Finding the counter that somebody means by a name.

People write the same unit in many ways: "1074", "10-3-3 Gd Inf Div (71)", "gd inf div 71", "61 HQ",
"HQ" of "61" or of the "61st Division". Names are compared in tiers, from as written to as loose as
is still safe, and at last by what their words say; side and formation must agree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from hexwright.game.board import fold
from hexwright.game.counters import UNIT_KINDS, Counter
from hexwright.game.model import Game

_STRENGTHS = re.compile(r"^\s*\(?\d+\)?(?:\s*[-–]\s*\(?\d+\)?)+\s+(?=\S)")
_NUMBER_LAST = re.compile(r"^(.*\S)\s*\(([^()]+)\)$")
"""`inf div (24)`, which people also call `24 inf div`."""
_REDUCED = re.compile(r"\s*\(r\)\s*$|(?<=\w)\s+r\s*$")
_PARENT = re.compile(r"^(.+)/[^/()]+?(\s*\(.*\))?$")
"""`1/151/61(Ind)`, of whose formation people say nothing: `1/151 (Ind)`."""
_COPY = re.compile(r"\s+\d+$")
"""The number of a copy: `Arty Ammo Marker 3`."""
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b")
_NOISE = frozenset({"marker", "counter", "unit", "chit", "the", "of"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody says of a counter; empty where nothing is said."""

    name: str
    side: str = ""
    formation: str = ""
    kind: str = ""
    type: str = ""
    id: str = ""


@dataclass(frozen=True)
class CounterBook:
    """The counters of a game by every name they answer to."""

    game: Game

    def find(self, wanted: Wanted, used: Mapping[str, int]) -> Counter | None:
        """The counter that is meant, or None when the game lists no such counter.

        An id settles it. Of several counters that fit as well, the first of which `used` (pieces
        placed so far, by counter id) leaves one over is taken; when all are used, the best of
        them once more, so that a counter placed twice can be seen as such.
        """
        if wanted.id:
            return self.game.counters.get(wanted.id)
        fitting = self.fitting(wanted)
        return next((c for c in fitting if used.get(c.id, 0) < c.count), next(iter(fitting), None))

    def fitting(self, wanted: Wanted) -> list[Counter]:
        """All counters that fit, the best first."""
        if wanted not in self._known:
            self._known[wanted] = self._by_name(wanted)
        return self._known[wanted]

    def _by_name(self, wanted: Wanted) -> list[Counter]:
        """By spelling, unless only what the words say is of the kind and strength wanted."""
        spelled, strength = self._by_spelling(wanted), _strength(wanted.name)
        for counter in spelled:
            if wanted.kind in ("", counter.kind) and _is_of_strength(counter, strength):
                return spelled
        return self._by_words(wanted) or spelled

    @cached_property
    def _known(self) -> dict[Wanted, list[Counter]]:
        """What was asked before."""
        return {}

    def _by_spelling(self, wanted: Wanted) -> list[Counter]:
        """The counters that are spelled as the name is."""
        ranked: dict[str, tuple[tuple[int, ...], Counter]] = {}
        strength = _strength(wanted.name)
        for tier, keys in enumerate(_keys([wanted.name], wanted.formation)):
            for key in keys:
                for order, counter in self._index[tier].get(key, ()):
                    formation = _of_formation(wanted, counter)
                    if formation is None or counter.id in ranked:
                        continue
                    other_kind = bool(wanted.kind) and wanted.kind != counter.kind
                    other_type = bool(wanted.type) and wanted.type != counter.type
                    other_strength = not _is_of_strength(counter, strength)
                    rank = (other_kind, other_strength, tier, formation, other_type, order)
                    ranked[counter.id] = (rank, counter)
        return [counter for _, counter in sorted(ranked.values(), key=lambda r: r[0])]

    @cached_property
    def _index(self) -> tuple[dict[str, list[tuple[int, Counter]]], ...]:
        index: tuple[dict[str, list[tuple[int, Counter]]], ...] = ({}, {}, {}, {})
        for order, counter in enumerate(self.game.counters.values()):
            spellings = [counter.name, *counter.as_printed]
            tiers = _keys(spellings, counter.formation)
            if counter.is_unit:  # a unit's last number is its own, not that of a copy
                tiers = tiers[:-1]
            for tier, keys in enumerate(tiers):
                for key in keys:
                    index[tier].setdefault(key, []).append((order, counter))
        return index

    # -- by what the words say ------------------------------------------------------------------

    def _by_words(self, wanted: Wanted) -> list[Counter]:
        """The one counter that what the words say of the name fits best; none if several do."""
        kind, words = _kind_told(wanted)
        told = [_described(words), _described(f"{wanted.formation} {words}")]
        if told[0].is_bare and _SIZE_FIRST.fullmatch(words):
            return []
        found: list[tuple[int, Counter]] = []
        for counter in self.game.counters.values():
            if counter.kind != kind and (kind or counter.kind not in NAMED_BY_NUMBER | {"air"}):
                continue
            if counter.kind == "air" != kind and not told[0].names:
                continue
            other_type = bool(wanted.type) and wanted.type != counter.type
            if other_type or _of_formation(wanted, counter) is None:
                continue
            apart = [_apart(a, b, counter) for a in told for b in self._descriptions[counter.id]]
            if near := [distance for distance in apart if distance is not None]:
                found.append((min(near), counter))
        if strength := _strength(wanted.name):
            found = [one for one in found if _is_of_strength(one[1], strength)] or found
        least = min((distance for distance, _ in found), default=0)
        best = [counter for distance, counter in found if distance == least]
        return best if len(best) == 1 else []

    @cached_property
    def _descriptions(self) -> Mapping[str, tuple[_Described, ...]]:
        """What the words of every counter say: each spelling, alone and with its formation."""
        return {counter.id: _descriptions_of(counter) for counter in self.game.counters.values()}


def _strength(text: str) -> str:
    """The strengths that a name begins with, "" without any: `16-4-3` of `16-4-3 Inf Div (24)`."""
    found = _STRENGTHS.match(plain(text))
    return found[0].replace(" ", "") if found else ""


def _is_of_strength(counter: Counter, strength: str) -> bool:
    """Whether a counter is printed with these strengths; so is every one if none are said."""
    return not strength or any(
        _strength(text) == strength for text in (counter.name, *counter.as_printed)
    )


def find_side(game: Game, text: str) -> str:
    """The id of a side by any of its names; "" when the game has no such side."""
    key = squash(text)
    for side in game.sides:
        names = {squash(name) for name in (side.id, side.title, side.adjective, *side.other_names)}
        if key in names or key.removesuffix("s") in names:
            return side.id
    return ""


@lru_cache(maxsize=1 << 12)
def plain(text: str) -> str:
    """A text without accents and capitals, its spaces single."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def squash(text: str) -> str:
    """Letters and digits alone, without accents and capitals."""
    return "".join(c for c in plain(text) if c.isalnum())


def _without_umlauts(key: str) -> str:
    """A key in which `ü` and `ue` are one."""
    return re.sub(r"(?<=[aou])e", "", key)


def _keys(spellings: Iterable[str], formation: str) -> tuple[set[str], ...]:
    """What a counter answers to: as written, without punctuation, joined with its formation, and
    without the number of a copy."""
    whole = {plain(spelling) for spelling in spellings}
    bare = {_REDUCED.sub("", _STRENGTHS.sub("", spelling)) for spelling in whole}
    quiet = {_quiet(text) for text in bare}
    loose = {squash(text) for text in quiet}
    loose |= {squash(_NUMBER_LAST.sub(r"\2 \1", text)) for text in quiet}
    for said in filter(None, {_core(formation), _quiet(plain(formation))}):
        loose |= {squash(f"{said} {text}") for text in quiet}
        loose |= {squash(f"{text} {said}") for text in quiet}
    copies = {squash(_quiet(_COPY.sub("", spelling))) for spelling in whole}
    loose |= {_without_umlauts(key) for key in loose}
    return whole, {squash(text) for text in whole | bare} - {""}, loose - {""}, copies - {""}


def _quiet(text: str) -> str:
    """A plain text without the words and endings that tell nothing."""
    words = (word for word in _ORDINAL.sub("", text).split() if word not in _NOISE)
    return " ".join(words).replace("independent", "ind")


# -- formations -------------------------------------------------------------------------------

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
_ARMS = {
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
_ARM_OF = {w: word for word, spellings in _ARMS.items() for w in spellings.split()}
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
"""Further words of names and what people write for them."""
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
class _Formation:
    numbers: tuple[str, ...]
    echelon: str
    arms: frozenset[str]
    names: frozenset[str]

    @property
    def open(self) -> bool:
        """A mere number or name: it leaves open what kind of formation it is."""
        return not (self.echelon or self.arms)


@lru_cache(maxsize=1 << 14)
def agreement(said: str, true: str) -> int | None:
    """How loosely two names of a formation agree, 0 for the same; None when they do not.

    Numbers must be the same; echelon and arm must not contradict each other; a mere number
    or name leaves both open, and a name of honour may be missing. Saying nothing agrees with all.
    """
    if not said.strip():
        return 0
    if squash(said) == squash(true):
        return 0
    a, b = _formation(said), _formation(true)
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


def _of_formation(wanted: Wanted, counter: Counter) -> int | None:
    """How loosely a counter is of the side and formation that are wanted; None when it is not.

    A formation goes by its other names as well, which its counters bear as tags.
    """
    if wanted.side and counter.side and wanted.side != counter.side:
        return None
    found = agreement(wanted.formation, counter.formation)
    if found is None and fold(wanted.formation) in counter.tags:
        return 1
    return found


@lru_cache(maxsize=1 << 12)
def _formation(text: str) -> _Formation:
    numbers: list[str] = []
    echelon = ""
    arms: set[str] = set()
    names: set[str] = set()
    said = plain(text).replace("-", " ")
    for phrase, word in _PHRASES.items():
        said = said.replace(phrase, word)
    for digits, word in _WORD.findall(said):
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
    return _Formation(tuple(numbers), echelon, frozenset(arms - {"infantry"}), frozenset(names))


def _roman(word: str) -> int:
    """The number that a Roman numeral up to 39 stands for, 0 for any other word."""
    match = _ROMAN.fullmatch(word)
    if not match or not word:
        return 0
    ones = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8}
    return 10 * len(match[1]) + {**ones, "ix": 9}.get(match[2], 0)


def _core(formation: str) -> str:
    """What is put beside a unit's name to tell its formation: "61" of the "61st Division"."""
    words = _ORDINAL.sub("", plain(formation)).split()
    return " ".join(w for w in words if _ECHELON_OF.get(w.strip(".")) is None)


# -- what the words of a name say ---------------------------------------------------------------

NAMED_BY_NUMBER = UNIT_KINDS - {"hq"}
"""Kinds of counter that are meant when a name says no other."""
_KIND_OF = {"hq": "hq", "headquarters": "hq", "chit": "chit"}
_EMPTY = frozenset({"hq", "command", "action"})
"""Words that tell nothing once the kind is known."""


_INFANTRY = frozenset({*_ARMS["infantry"].split(), "id"})
_NOT_ON_FOOT = frozenset(
    {"panzer", "panzergrenadier", "tank", "assault gun", "mechanised", "cavalry", "tank hunter"}
)
_SYMBOLS = {
    "XX": "division", "X": "brigade", "III": "regiment", "II": "battalion", "KG": "group"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Described:
    """A name taken apart, whatever the order of its words."""

    numbers: tuple[str, ...]
    echelon: str
    arms: frozenset[str]
    names: frozenset[str]
    on_foot: bool = False
    """It says that it is infantry, which other arms are not."""
    shortened: bool = False
    """Of a counter: without the formation at its end, or with its type for letters."""

    @property
    def is_bare(self) -> bool:
        """A number and perhaps a size, and nothing else."""
        return not (self.arms or self.names or self.on_foot)


_SIZE_FIRST = re.compile(r"[a-z.]+ ?\d+")
"""`division 1`, which is a mere label, while `1st division` means a unit of that number."""


def kind_said(name: str) -> str:
    """The kind of counter that a name says itself, "" for none: `58 HQ`, `Wehrmacht chit`."""
    return next((_KIND_OF[word] for word in plain(name).split() if word in _KIND_OF), "")


def _kind_told(wanted: Wanted) -> tuple[str, str]:
    """The kind of counter that a name or its teller says, and the name without that word."""
    words = _REDUCED.sub("", _STRENGTHS.sub("", plain(wanted.name))).split()
    rest = " ".join(word for word in words if word not in _KIND_OF)
    return kind_said(wanted.name) or wanted.kind, rest


def _described(text: str) -> _Described:
    found = _formation(text)
    names = frozenset("ind" if name == "independent" else name for name in found.names)
    on_foot = bool(_INFANTRY.intersection(re.findall(r"[a-z]+", plain(text))))
    return _Described(found.numbers, found.echelon, found.arms, names - _EMPTY - _NOISE, on_foot)


def _descriptions_of(counter: Counter) -> tuple[_Described, ...]:
    printed = {plain(name) for name in (counter.name, *counter.as_printed)}
    spellings = {_REDUCED.sub("", _STRENGTHS.sub("", name)) for name in printed}
    both = {f"{counter.formation} {spelling}" for spelling in spellings}
    found = [_described(text) for text in sorted(spellings | both)]
    short = {_PARENT.sub(r"\1\2", spelling) for spelling in spellings}
    if counter.kind in NAMED_BY_NUMBER:
        short |= {_by_type(text, counter.type) for text in short}
    found += [replace(_described(text), shortened=True) for text in sorted(short - spellings)]
    if counter.kind in {*NAMED_BY_NUMBER, "air"}:
        return tuple(found)
    formation = _described(counter.formation)  # an HQ is its formation's, a chit activates it
    return tuple(replace(one, echelon=one.echelon or formation.echelon) for one in found)


def _by_type(name: str, type_: str) -> str:
    """A name of a number and letters, with the arm of service for the letters: `1 engineer`."""
    numbered = re.fullmatch(r"(\d+)\s*[a-z]+", name)
    return f"{numbered[1]} {type_}" if numbered else name


def _apart(said: _Described, true: _Described, counter: Counter) -> int | None:
    """How much a name leaves out of what a counter is called; None when it says anything else.

    A name without a number is enough for what goes by names: an HQ, a chit.
    """
    named_only = not said.numbers and said.names and counter.kind not in NAMED_BY_NUMBER
    if {*said.numbers} != {*true.numbers} and not named_only:
        return None
    if true.shortened and len(said.numbers) > len(true.numbers):
        return None  # a name that says more cannot be meant by one that says less
    if not (said.numbers or said.names):
        return None
    if said.echelon and true.echelon and said.echelon != true.echelon:
        return None
    if said.on_foot and not true.on_foot and true.arms & _NOT_ON_FOOT:
        return None
    names = true.names | (counter.tags if named_only else frozenset())
    if not (said.arms <= true.arms and said.names <= names):
        return None
    left_out = len(true.arms - said.arms) + len(true.names - said.names)
    symbol = _SYMBOLS.get(counter.echelon, "")
    sizes = ("", symbol, true.echelon)
    other_size = bool(symbol) and said.echelon not in sizes
    return left_out + (said.numbers != true.numbers) + true.shortened + 2 * other_size
