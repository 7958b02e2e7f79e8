"""VASSAL's sequence codec: how a list of strings becomes one string, and back.

Commands, trait types and states, and property values are lists joined by a delimiter, at any depth
of nesting. A delimiter inside a token gains a backslash. A token that would be misread (it starts
or ends with a backslash, or is enclosed in apostrophes) is wrapped in apostrophes. Backslashes are
never doubled. Source: VASSAL's `SequenceEncoder`. This decoder equals VASSAL's for every string.
The encoder deliberately differs in one respect: it also wraps a token that ends in a backslash,
which engines since 3.4 fail to do and then misread. All versions decode it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from hexmarshal.vassal.errors import VassalError

MAX_DEPTH = 1000
"""Deepest malformed nesting; well-formed nesting is limited only by the text's size."""

_ESCAPE = "\\"
_QUOTE = "'"
_TAB = "\t"
_BETWEEN = ("", *(_ESCAPE * level + _TAB for level in range(200)))
"""What precedes each state in a nest without wrapped tokens."""


def encode(items: Iterable[object], delimiter: str) -> str:
    """Join `items` with `delimiter`; None becomes "", booleans become `true` and `false`.

    `decode(encode(items, d), d)` restores every list of at least one string. An empty list has no
    encoding of its own: it becomes "", like a list of one empty string.
    """
    tokens = [item if type(item) is str else _plain(item) for item in items]
    joined = delimiter.join(tokens)
    is_plain = _ESCAPE not in joined and _QUOTE not in joined
    if is_plain and joined.count(delimiter) == len(tokens) - 1:
        return joined
    return delimiter.join([escaped(token, delimiter) for token in tokens])


def escaped(token: str, delimiter: str) -> str:
    """One token as written in a sequence."""
    text = token.replace(delimiter, _ESCAPE + delimiter)
    return f"'{text}'" if _needs_quotes(token) else text


def decode(text: str, delimiter: str) -> list[str]:
    """Split `text` at each `delimiter` without a backslash before it; at least one token."""
    parts = text.split(delimiter)
    if len(parts) > 1 and _ESCAPE in text:
        parts = _rejoined(parts, delimiter)
    if _QUOTE in text:
        parts = [unquoted(part) for part in parts]
    return parts


def decode_list(text: str, delimiter: str = ",") -> tuple[str, ...]:
    """Like `decode`, for lists where an empty string means "no items"."""
    return tuple(decode(text, delimiter)) if text else ()


def nest_types(types: Sequence[str]) -> str:
    """Join trait types, outermost first, in pairs with TAB: `[a, [b, [c, d]]]`."""
    return nest_states([*types[:-1], escaped(types[-1], _TAB)])


def unnest_types(text: str) -> list[str]:
    """Undo `nest_types`; like the engine, ignore third and later tokens of a level."""
    return _unnest(text, None)


def nest_states(states: Sequence[str]) -> str:
    """Join trait states like types, except that the innermost is written unchanged."""
    # Each level adds a backslash to every TAB of the inner text. As long as nothing needs
    # apostrophes, writing the n-th TAB with n - 1 backslashes gives the same in one pass.
    if len(states) <= len(_BETWEEN) and not _delicate("\n".join(("", *states, ""))):
        return "".join(chain.from_iterable(zip(_BETWEEN, states, strict=False)))
    result = states[-1]
    for state in reversed(states[:-1]):
        result = encode((state, result), _TAB)
    return result


def unnest_states(text: str, count: int) -> list[str]:
    """Undo `nest_states` of `count` states; may return fewer if the text has fewer."""
    return _unnest(text, count)


def unquoted(token: str) -> str:
    """The token without the pair of apostrophes that wraps it, if any."""
    if len(token) > 1 and token[0] == _QUOTE and token[-1] == _QUOTE:
        return token[1:-1]
    return token


def _plain(item: object) -> str:
    if item is None:
        return ""
    if isinstance(item, bool):
        return "true" if item else "false"
    return str(item)


def _needs_quotes(token: str) -> bool:
    return bool(token) and (
        token[0] == _ESCAPE or token[-1] == _ESCAPE or (token[0] == _QUOTE and token[-1] == _QUOTE)
    )


def _rejoined(parts: list[str], delimiter: str) -> list[str]:
    tokens: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if index < last and part.endswith(_ESCAPE):
            pending.append(part[:-1])
        elif pending:
            pending.append(part)
            tokens.append(delimiter.join(pending))
            pending = []
        else:
            tokens.append(part)
    return tokens


def _delicate(lines: str) -> bool:
    """Whether any state, each enclosed in line ends, needs apostrophes in a nest."""
    return _TAB in lines or "\n\\" in lines or "\n'" in lines or "\\\n" in lines


def _unnest(text: str, count: int | None) -> list[str]:
    """The nested tokens in linear time, using that the n-th TAB has n - 1 backslashes.

    With a `count`, the last of that many tokens is the unparsed rest.
    """
    parts = text.split(_TAB)
    if _QUOTE not in text and (plain := _plainly_nested(parts, count)):
        return plain
    tokens: list[str] = []
    current: list[str] = []
    level = 0
    for index in range(len(parts) - 1):
        part = parts[index]
        innermost = level + 1 == count
        escapes = len(part) - len(part.rstrip(_ESCAPE)) if part.endswith(_ESCAPE) else 0
        if escapes < level:
            return _unnest_level_by_level(text, count)
        if escapes > level or innermost:
            current.append(part[: len(part) - level - (not innermost)])
        else:
            current.append(part[: len(part) - level])
            tokens.append(unquoted(_TAB.join(current)))
            current.clear()
            level += 1
            _unquote_rest(parts, index + 1)
    current.append(parts[-1])
    token = _TAB.join(current)
    return [*tokens, token if level + 1 == count else unquoted(token)]


def _plainly_nested(parts: list[str], count: int | None) -> list[str]:
    """The tokens if none of them contains a TAB or ends in a backslash, else []."""
    if count is not None and len(parts) > count:
        return []
    tokens = []
    for level, part in enumerate(parts[:-1]):
        bare = part.rstrip(_ESCAPE) if level or part.endswith(_ESCAPE) else part
        if len(part) - len(bare) != level:
            return []
        tokens.append(bare)
    return [*tokens, parts[-1]]


def _unquote_rest(parts: list[str], first: int) -> None:
    """Strip, in place, the apostrophes around `parts[first:]` as one token."""
    if not (parts[first].startswith(_QUOTE) and parts[-1].endswith(_QUOTE)):
        return
    if first == len(parts) - 1:
        parts[first] = unquoted(parts[first])
    else:
        parts[first] = parts[first][1:]
        parts[-1] = parts[-1][:-1]


def _unnest_level_by_level(text: str, count: int | None) -> list[str]:
    tokens: list[str] = []
    while len(tokens) + 1 != count:
        if len(tokens) == MAX_DEPTH:
            raise VassalError(f"more than {MAX_DEPTH} malformed nested traits")
        level = decode(text, _TAB)
        tokens.append(level[0])
        if len(level) == 1:
            return tokens
        text = level[1]
    return [*tokens, text]
