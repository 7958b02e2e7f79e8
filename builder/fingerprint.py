"""What a value is, as a SHA-256: the same for the same value, on any machine, on any day.

Python's own hashes change from run to run and sets have no order; a fingerprint has neither fault,
so that it can be kept in a file and compared by the next build. Mappings count in their order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from typing import Any

from pydantic import BaseModel

import builder
import hexmarshal

_LIBRARIES = ("fonttools", "lxml", "pillow", "pypdfium2", "reportlab", "svgwrite")
"""What writes bytes for us: another version may write other bytes."""


def fingerprint(*values: object) -> str:
    """The SHA-256 of values made of dataclasses, mappings, sequences, sets and plain values.

    A function counts by its name. Raises TypeError for anything else.
    """
    out: list[str] = []
    for value in values:
        _spell(value, out.append)
    return hashlib.sha256("".join(out).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def program() -> str:
    """The fingerprint of this program: version, sources, and the libraries it writes with."""
    sources = {
        path.relative_to(root.parent).as_posix(): path.read_bytes()
        for root in (Path(hexmarshal.__file__).parent, Path(builder.__file__).parent)
        for path in sorted(root.rglob("*"))
        if path.suffix in {".py", ".ttf", ".woff2"} and "data" not in path.relative_to(root).parts
    }
    return fingerprint(hexmarshal.__version__, sources, [_version(name) for name in _LIBRARIES])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _spell(value: Any, out: Callable[[str], None]) -> None:  # noqa: ANN401
    """Spells a value so that no two different values are spelt alike."""
    kind = type(value)
    if kind is str:
        out(f"s{len(value)}:{value}")
    elif kind is int:
        out(f"i{value:x};")  # a set of hexes has thousands of digits
    elif kind is float or kind is bool or value is None:
        out(f"{value!r};")
    elif kind is bytes:
        out(f"b{hashlib.sha256(value).hexdigest()};")
    elif kind is tuple or kind is list:
        out(f"l{len(value)}:")
        for item in value:
            _spell(item, out)
    elif is_dataclass(kind):
        out(f"d{kind.__name__}:")
        for name in _fields(kind):
            _spell(getattr(value, name), out)
    elif isinstance(value, BaseModel):
        out(f"d{kind.__name__}:")
        for name in kind.model_fields:
            _spell(getattr(value, name), out)
    elif isinstance(value, Enum):
        out(f"e{kind.__name__}.{value.name};")
    elif isinstance(value, Mapping):
        out(f"m{len(value)}:")
        for key, item in value.items():
            _spell(key, out)
            _spell(item, out)
    elif isinstance(value, set | frozenset):
        out(f"f{len(value)}:" + "".join(sorted(fingerprint(item) for item in value)))
    elif isinstance(value, PurePath):
        out(f"p{value.as_posix()};")
    elif isinstance(value, tuple):
        _spell(tuple(value), out)
    elif callable(value):
        out(f"c{value.__module__}.{value.__qualname__};")
    else:
        raise TypeError(f"no fingerprint for a {kind.__name__}")


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
