"""`$property$` texts, as names of locations, labels and prototypes use them."""

from __future__ import annotations

from collections.abc import Mapping

from hexmarshal.vassal.sequence import decode


def formatted(text: str, values: Mapping[str, str], *, bare: bool = True) -> str:
    """`text` with each `$name$` replaced by its value.

    As in the engine, a name without a value stands bare (in localised texts, `bare` False, it
    falls away), a lone `$` falls away, `\\$` stays a dollar sign. An `{expression}` is not
    evaluated and comes out as it stands.
    """
    stripped = text.strip()
    if "$" not in stripped or (stripped.startswith("{") and stripped.endswith("}")):
        return text
    return "".join(
        values.get(token, token if bare else "") if is_name else token
        for token, is_name in tokens(stripped)
    )


def tokens(text: str) -> list[tuple[str, bool]]:
    """The pieces of a `$property$` text, each with whether it is a property's name."""
    parts = decode(text, "$")
    last = len(parts) - 1
    return [(part, index % 2 == 1 and index < last) for index, part in enumerate(parts) if part]
