"""How texts are compared: folding of words, spellings of names, words in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_STRENGTHS = re.compile(r"^\s*\(?\d+\)?(?:\s*[-–]\s*\(?\d+\)?)+\s+(?=\S)")
"""`10-3-3` of `10-3-3 Gd Inf Div (71)`."""
_REDUCED = re.compile(r"\s*\(r\)\s*$|(?<=\w)\s+r\s*$")
"""The mark of a reduced side: `61 (r)`."""
ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b")
NOISE = frozenset({"marker", "counter", "unit", "chit", "the", "of"})
"""Words of names without a meaning of their own."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """A name as it is compared: lower case, hyphens and underscores as single spaces."""
    return " ".join(text.replace("-", " ").replace("_", " ").casefold().split())


@lru_cache(maxsize=1 << 12)
def plain(text: str) -> str:
    """A text in lower case without accents, with single spaces."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def squash(text: str) -> str:
    """The letters and digits of a text, in lower case without accents."""
    return "".join(c for c in plain(text) if c.isalnum())


def without_umlauts(key: str) -> str:
    """A key in which `ü` and `ue` are the same."""
    return re.sub(r"(?<=[aou])e", "", key)


def quiet(text: str) -> str:
    """A plain text without meaningless words and the endings of ordinals."""
    words = (word for word in ORDINAL.sub("", text).split() if word not in NOISE)
    return " ".join(words).replace("independent", "ind")


def bare(text: str) -> str:
    """A plain text without the strengths at its beginning and the mark of a reduced side."""
    return _REDUCED.sub("", _STRENGTHS.sub("", text))


def strength_of(text: str) -> str:
    """The strengths at the beginning of a name, or "": `16-4-3` of `16-4-3 Inf Div (24)`."""
    found = _STRENGTHS.match(plain(text))
    return found[0].replace(" ", "") if found else ""


def words_of(text: str) -> list[str]:
    """The words of a text, without accents and capitals; digits are words of their own."""
    return re.findall(r"\d+|[^\W\d_]+", plain(text))


def has_words(text: str, choices: Iterable[tuple[str, ...]]) -> bool:
    """Whether a text has all the words of one of several choices."""
    words = set(words_of(text))
    return any(words.issuperset(choice) for choice in choices)
