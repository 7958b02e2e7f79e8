"""A unit's printed values in a few words, for stacks under the mouse and lists of pieces."""

from __future__ import annotations

from hexmarshal.game.counters import Counter


def strength(counter: Counter, *, reduced: bool = False) -> str:
    """A unit's printed values in a few words: `3-4-4`, `range 18`, `18-2-2, RE 1`.

    Values that are no numbers are left out, and a movement allowance that stands alone beside
    others: the counter shows it.
    """
    values = {name: counter.value(name, reduced=reduced).number for name in counter.front}
    texts = {name: "?" if v is None else str(v) for name, v in values.items() if _is_told(v)}
    row, printed = ("attack", "defence", "movement"), values.get("factors")
    if printed is not None:
        said, among = [str(printed)], _IN_FACTORS
    elif set(row) <= texts.keys():
        said, among = ["-".join(texts[name] for name in row)], frozenset(row)
    else:
        said, among = [], frozenset({"movement"})
    others = {name: text for name, text in texts.items() if name not in among}
    return ", ".join([*said, *(f"{_title(name)} {text}" for name, text in others.items())])


_IN_FACTORS = frozenset({"attack", "defence", "movement", "action_rating", "barrage", "factors"})
"""What printed factors are made of, in games that print them in forms of their own."""


def _is_told(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _title(name: str) -> str:
    return name.upper() if len(name) < 3 else name.replace("_", " ")
