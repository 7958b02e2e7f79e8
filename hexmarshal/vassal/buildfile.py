"""The build file: a module as a tree of components.

`component("Zone", name="Map", path=...)` makes one from the last word of its class name. Attributes
left out get the engine's default; attributes and children that the engine does not accept raise
VassalError. `components.txt` lists the known classes. Any other class is a plain `Component` with
its full tag.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.sequence import encode
from hexmarshal.vassal.text import java_double
from hexmarshal.vassal.xmltext import (
    check_legal,
    escape_attribute,
    escape_text,
    is_legal,
    parse,
)

Value = str | bool | int | float | tuple[str, ...] | None

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


@dataclass(frozen=True, slots=True)
class Component:
    """One element of a build file: full class name (or plain tag), attributes and children.

    `text` is the element's own text, stripped; piece slots and prototypes have one.
    """

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[Component, ...] = ()
    text: str = ""

    @property
    def kind(self) -> str:
        """The last word of the class name: `Map`, `Zone`, `PieceSlot`."""
        return self.tag.rpartition(".")[2]

    def get(self, attribute: str, default: str = "") -> str:
        return self.attributes.get(attribute, default)

    def with_text(self, text: str) -> Component:
        return replace(self, text=text)

    def holding(self, *children: Component) -> Component:
        """The same component with `children` appended."""
        for child in children:
            _check_child(self, child)
        return replace(self, children=(*self.children, *children))

    def walk(self) -> Iterator[Component]:
        """This component and all its descendants, in file order."""
        waiting = [self]
        while waiting:
            current = waiting.pop()
            yield current
            waiting.extend(reversed(current.children))

    def find(self, *kinds: str) -> Iterator[Component]:
        """All components of these kinds among this one and its descendants."""
        return (found for found in self.walk() if found.kind in kinds)

    def only(self, *kinds: str) -> tuple[Component, ...]:
        """The direct children of these kinds."""
        return tuple(child for child in self.children if child.kind in kinds)


def component(kind: str, /, *children: Component, **attributes: Value) -> Component:
    """A component of the class whose name ends in `kind`, with `children`.

    Attributes not given get the engine's default; None omits one; a tuple is written as a
    comma-separated list, booleans as `true` and `false`. Raises VassalError for an unknown class,
    attribute or child, and suggests the nearest known one.
    """
    tag = tag_of(kind)
    known = _catalogue()[tag].attributes
    for name in attributes:
        if name not in known:
            raise VassalError(f"unknown attribute {name!r}{_nearest(name, known)}", place=kind)
    values = known | {name: _plain(value) for name, value in attributes.items()}
    made = Component(
        tag, {name: text for name, text in values.items() if text is not None}, children
    )
    for child in children:
        _check_child(made, child)
    return made


def tag_of(kind: str) -> str:
    """The full class name for `kind`. Raises VassalError for an unknown class."""
    tag = _tags().get(kind)
    if tag is None:
        raise VassalError(f"unknown component {kind!r}{_nearest(kind, _tags())}")
    return tag


def to_xml(root: Component) -> bytes:
    """The build file's bytes: one line per child, attributes in their order.

    Raises VassalError, naming the component and attribute, for a character XML cannot hold.
    """
    out = [_HEAD]
    _write(root, "", out)
    text = "".join(out)
    if not is_legal(text):
        _find_illegal(root)
    return text.encode()


def read_xml(data: bytes, file: str = "", entry: str = "") -> Component:
    """The component tree of any module's build file.

    Unknown classes are read like any other. Raises VassalError for XML that is not well-formed.
    """
    root = parse(data, file, entry)
    # Post-order without recursion: children are complete before their parent is made.
    made: dict[object, Component] = {}
    for element in reversed(list(root.iter())):
        children = tuple(made.pop(child) for child in element)
        texts = [element.text or "", *(child.tail or "" for child in element)]
        made[element] = Component(
            str(element.tag),
            {str(name): str(value) for name, value in element.attrib.items()},
            children,
            "".join(texts).strip(),
        )
    return made[root]


@dataclass(frozen=True, slots=True)
class _Class:
    attributes: dict[str, str | None]
    children: frozenset[str]


@cache
def _catalogue() -> Mapping[str, _Class]:
    text = files("hexmarshal.vassal").joinpath("components.txt").read_text(encoding="utf-8")
    classes: dict[str, _Class] = {}
    for block in re.split(r"\n(?=\w)", text)[1:]:
        tag, *lines = block.splitlines()
        children = lines.pop()[4:].split() if lines and lines[-1].startswith("  > ") else []
        pairs = [line.strip().partition("=") for line in lines]
        attributes = {name: default if equals else None for name, equals, default in pairs}
        classes[tag] = _Class(attributes, frozenset(children))
    return classes


@cache
def _tags() -> Mapping[str, str]:
    return {tag.rpartition(".")[2]: tag for tag in _catalogue()}


def _plain(value: Value) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return encode(value, ",")
    return java_double(value) if isinstance(value, float) else str(value)


def _check_child(parent: Component, child: Component) -> None:
    known = _catalogue()
    if parent.tag in known and child.tag in known:
        allowed = known[parent.tag].children
        if child.kind not in allowed:
            raise VassalError(f"cannot contain a {child.kind}", place=parent.kind)


def _nearest(word: str, words: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(word, list(words), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _write(root: Component, indent: str, out: list[str]) -> None:
    out.append(f"{indent}<{root.tag}")
    out += [f' {name}="{escape_attribute(value)}"' for name, value in root.attributes.items()]
    if not root.children and not root.text:
        out.append("/>\n")
        return
    out.append(">")
    if root.text:
        out.append(escape_text(root.text))
    if root.children:
        out.append("\n")
        for child in root.children:
            _write(child, indent + " ", out)
        out.append(indent)
    out.append(f"</{root.tag}>\n")


def _find_illegal(root: Component) -> None:
    """Raise VassalError at the first text with a character that XML does not allow."""
    for found in root.walk():
        label = found.get("name") or found.get("mapName") or found.get("entryName")
        place = f"{found.kind} {label!r}" if label else found.kind
        for name, value in found.attributes.items():
            check_legal(value, f"{place}, {name}")
        check_legal(found.text, f"{place}, text")
