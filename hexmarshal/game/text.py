"""How texts are compared: folding of words, spellings of names, words in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_STRENGTHS = re.compile(r"^\s*\(?\d+\)?(?:\s*[-–]\s*\(?\d+\)?)+\s+(?=\S)")
"""`10-3-3` of `10-3-3 Gd Inf Div (71)`."""
_REDUCED = re.compile(r"\s*\(r\)\s*$|(?<=\w)\s+r\s*$")
"""How people mark the reduced side: `61 (r)`."""
ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b")
NOISE = frozenset({"marker", "counter", "unit", "chit", "the", "of"})
"""Words of names that tell nothing."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """A name as it is compared: lower case, hyphens and underscores as single spaces."""
    return " ".join(text.replace("-", " ").replace("_", " ").casefold().split())


@lru_cache(maxsize=1 << 12)
def plain(text: str) -> str:
    """A text without accents and capitals, its spaces single."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def squash(text: str) -> str:
    """Letters and digits alone, without accents and capitals."""
    return "".join(c for c in plain(text) if c.isalnum())


def without_umlauts(key: str) -> str:
    """A key in which `ü` and `ue` are one."""
    return re.sub(r"(?<=[aou])e", "", key)


def quiet(text: str) -> str:
    """A plain text without the words and endings that tell nothing."""
    words = (word for word in ORDINAL.sub("", text).split() if word not in NOISE)
    return " ".join(words).replace("independent", "ind")


def bare(text: str) -> str:
    """A plain text without the strengths at its head and the sign of a reduced side."""
    return _REDUCED.sub("", _STRENGTHS.sub("", text))


def strength_of(text: str) -> str:
    """The strengths that a name begins with, "" without any: `16-4-3` of `16-4-3 Inf Div (24)`."""
    found = _STRENGTHS.match(plain(text))
    return found[0].replace(" ", "") if found else ""


def has_words(text: str, choices: Iterable[tuple[str, ...]]) -> bool:
    """Whether a text has all the words of one of several choices; digits are words of their own."""
    words = set(re.findall(r"\d+|[^\W\d_]+", plain(text)))
    return any(words.issuperset(choice) for choice in choices)
