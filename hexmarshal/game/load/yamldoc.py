"""YAML documents in which every scalar is text and knows its place.

A bare `17.40`, `01.20`, `0125` or `NO` comes out as it was written. The schema that reads it
decides its type, not YAML.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from hexmarshal.game.faults import DataError, Fault, Mark
from hexmarshal.game.load.tables import check_characters, read_text, unprintable

MAX_NODES = 200_000
MAX_DEPTH = 40
_LIMITS = f"at most {MAX_NODES} entries, {MAX_DEPTH} deep"

Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML document: nested dicts, lists and texts, with the mark of every node by its path."""

    file: str
    data: Any
    marks: Mapping[Path_, Mark]

    def mark(self, path: Path_) -> Mark:
        """The mark of a node, or of the nearest one above it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.marks:
                return self.marks[path[:end]]
        return Mark(self.file, 1, 1)

    def within(self, path: Path_) -> Path_:
        """The part of a path that the document has; all of it when no place is known."""
        ends = range(len(path), -1, -1) if self.marks else ()
        return next((path[:end] for end in ends if path[:end] in self.marks), path)


def read_yaml(path: Path) -> Document:
    """Reads a YAML file. Raises DataError with line and column."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, file: str) -> Document:
    """A document from text; `file` names it in faults. Raises DataError."""
    check_characters(text, file)
    try:
        root = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        raise DataError([_not_yaml(error, text, file)]) from None
    except RecursionError:
        fault = Fault(Mark(file, 1, 1), "the document is nested too deeply", _LIMITS)
        raise DataError([fault]) from None
    reader = _Reader(file)
    data = reader.value(root, ()) if root is not None else {}
    reader.marks.setdefault((), Mark(file, 1, 1))
    if reader.faults:
        raise DataError(reader.faults)
    return Document(file, data, reader.marks)


def _not_yaml(error: MarkedYAMLError, text: str, file: str) -> Fault:
    at = error.problem_mark or error.context_mark
    mark = Mark(file, at.line + 1, at.column + 1) if at else Mark(file, 1, 1)
    wrong = " ".join(str(error.problem or error.context or error).split())
    line = text.splitlines()[mark.line - 1 : mark.line]
    if line and "\t" in line[0][: mark.column]:
        remedy = "indent with spaces, not with TABs"
    elif "quoted scalar" in str(error.context):
        remedy = "fix the quotes; inside '...' a backslash is an ordinary character"
    else:
        remedy = "fix a quote, bracket or indent on this line or above it, or quote the text"
    return Fault(mark, f"not YAML: {wrong}", remedy)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.marks: dict[Path_, Mark] = {}
        self.faults: list[Fault] = []

    def value(self, node: Node, path: Path_) -> object:
        mark = Mark(self.file, node.start_mark.line + 1, node.start_mark.column + 1)
        self.marks[path] = mark
        if len(self.marks) > MAX_NODES or len(path) > MAX_DEPTH:
            raise DataError([Fault(mark, "the document is too large or too deep", _LIMITS)])
        if isinstance(node, ScalarNode):
            text = str(node.value)
            if wrong := unprintable(text):
                self.faults.append(Fault(mark, wrong, "remove it"))
            return text
        if isinstance(node, SequenceNode):
            return [self.value(item, (*path, i)) for i, item in enumerate(node.value)]
        assert isinstance(node, MappingNode)
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            at = Mark(self.file, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
            if not isinstance(key_node, ScalarNode):
                self.faults.append(
                    Fault(at, "a key must be a single word, not a list or a mapping", "rewrite it")
                )
                continue
            key = str(key_node.value)
            if key in found:
                self.faults.append(Fault(at, f"duplicate key {key!r}", "remove one"))
            found[key] = self.value(value_node, (*path, key))
        return found
