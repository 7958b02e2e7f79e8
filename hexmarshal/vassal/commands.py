"""The command tree of a save, a log or a network message, as a list of commands.

A command with children is the ESC-sequence of its own text and its encoded children. Each level of
nesting adds a backslash to the ESCs inside. The engine executes the tree in order, so a reader only
needs the leaves in order; a logged *step* is one branch of the top level.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexmarshal.vassal.sequence import encode

ESC = "\x1b"
_ESCAPE = "\\"
_QUOTE = "'"


def join(commands: Iterable[str]) -> str:
    """One text that holds all commands on one level; it executes the same."""
    return encode(commands, ESC)


def flatten(text: str) -> list[str]:
    """All commands in `text` in execution order, whatever their nesting.

    As in the engine, an ESC is always a separator at some level, so no command contains one. Time
    and memory grow with the length of the text, not with the depth of nesting.
    """
    parts = text.split(ESC)
    if any(part[:1] == _QUOTE for part in parts):
        return [command for _, command in leaves(text)]
    last = parts.pop()
    return [part.rstrip(_ESCAPE) if part[-1:] == _ESCAPE else part for part in parts] + [last]


def branches(text: str) -> list[list[str]]:
    """The commands of `flatten`, grouped by top-level command."""
    groups: list[list[str]] = []
    for level, command in leaves(text):
        if level == 0:
            groups.append([])
        groups[-1].append(command)
    return groups


def depth(text: str) -> int:
    """Levels of nesting in `text`; 1 for a flat list."""
    return 1 + max((level for level, _ in leaves(text)), default=0)


def leaves(text: str) -> list[tuple[int, str]]:
    """Each command with the level of the separator before it (0 for the first)."""
    parts = text.split(ESC)
    levels = [0]
    for index in range(len(parts) - 1):
        part = parts[index]
        if part.endswith(_ESCAPE):
            bare = part.rstrip(_ESCAPE)
            levels.append(len(part) - len(bare))
            parts[index] = bare
        else:
            levels.append(0)
    if _QUOTE in text:
        _strip_quotes(parts, levels)
    return list(zip(levels, parts, strict=True))


def _strip_quotes(parts: list[str], levels: list[int]) -> None:
    """Strip, in place, the apostrophes around whole tokens, outermost level first."""
    starts = [index for index, part in enumerate(parts) if part.startswith(_QUOTE)]
    if not starts:
        return
    following = _next_shallower(levels)
    for start in starts:
        # The tokens that start here end before ever nearer separators as the level grows.
        ends = [start]
        while (after := ends[-1] + 1) < len(parts) and levels[after] > levels[start]:
            ends.append(following[after] - 1)
        # `ends` lists, innermost first, the last part of each token that starts at `start`.
        for index in range(len(ends) - 1, 0, -1):
            end = ends[index]
            outer = levels[end + 1] if end + 1 < len(parts) else levels[start]
            inner = levels[ends[index - 1] + 1]
            for _ in range(max(outer, levels[start]), inner):
                if not (parts[start].startswith(_QUOTE) and parts[end].endswith(_QUOTE)):
                    break
                parts[start] = parts[start][1:]
                parts[end] = parts[end][:-1]
        part = parts[start]
        while len(part) > 1 and part[0] == _QUOTE and part[-1] == _QUOTE:
            part = part[1:-1]
        parts[start] = part


def _next_shallower(levels: list[int]) -> list[int]:
    """For each separator, the index of the next one at a shallower level, or the list's length."""
    result = [len(levels)] * len(levels)
    waiting: list[int] = []
    for index, level in enumerate(levels):
        while waiting and levels[waiting[-1]] > level:
            result[waiting.pop()] = index
        waiting.append(index)
    return result
