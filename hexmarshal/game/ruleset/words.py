"""How the words of a counter that no list names give away its type and its tags."""

from __future__ import annotations

from typing import Literal

from hexmarshal.game.ruleset.cited import Side
from hexmarshal.game.schema import Form, Names, Words


class TagWords(Form):
    """How the words of a counter that no list names tell that it has a tag.

    They are those of its formation (of its name when it has none) or, `by: name`, of its name and
    type. Each entry of `words` is a set of words that must all occur; one entry is enough.
    """

    tag: str
    by: Literal["formation", "name"] = "formation"
    side: Side = ""
    words: tuple[Words, ...]
    but: tuple[Words, ...] = ()
    """Words that tell the contrary: an anti tank gun is no tank."""


class TypeWords(Form):
    """How the words for its type, or else the name, of such a counter tell its type."""

    type: str
    kind: Names = ()
    side: Side = ""
    words: tuple[Words, ...]
