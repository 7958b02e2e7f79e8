"""Words that show the type and the tags of an unlisted counter."""

from __future__ import annotations

from typing import Literal

from hexmarshal.game.ruleset.cited import Side
from hexmarshal.game.schema import Form, Names, Words


class TagWords(Form):
    """Words that show that an unlisted counter has a tag.

    They are looked for in its formation (in its name if it has none) or, with `by: name`, in its
    name and type. Each entry of `words` is a set of words that must all occur; one entry suffices.
    """

    tag: str
    by: Literal["formation", "name"] = "formation"
    side: Side = ""
    words: tuple[Words, ...]
    but: tuple[Words, ...] = ()
    """Words that rule the tag out: an anti-tank gun is not a tank."""


class TypeWords(Form):
    """Words in the given type, or else the name, of an unlisted counter that show its type."""

    type: str
    kind: Names = ()
    side: Side = ""
    words: tuple[Words, ...]
