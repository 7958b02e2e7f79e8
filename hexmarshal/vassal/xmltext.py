"""XML of VASSAL's files: read without entities or network access, and escaped for writing."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml import etree

from hexmarshal.vassal.errors import VassalError

MAX_DEPTH = 250
"""Deepest nesting of elements."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*?>")
_DECLARED = re.compile(rb"""(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']""")
_PLAIN_ENCODING = re.compile(
    rb"utf-?8|us-ascii|ascii|iso-?8859-\d+|latin-?1|(?:windows-|cp)\d+", re.IGNORECASE
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def parse(data: bytes, file: str = "", place: str = "") -> etree._Element:
    """The root element, without comments.

    Entities are never resolved: a DOCTYPE raises VassalError, and so does an encoding that could
    hide one. Text that does not match its declared encoding is read as Windows-1252, which
    hand-edited files often use.
    """
    if data.startswith(_WIDE_MARKS):
        data = _as_utf8(data, "utf-16", file, place)
    encoding = _DECLARED.match(data)
    if b"\0" in data[:64] or (encoding and not _PLAIN_ENCODING.fullmatch(encoding[1])):
        raise VassalError("unsupported encoding; VASSAL files use UTF-8", file, place)
    if _DOCTYPE.search(data):
        raise VassalError("DOCTYPE and entities are not allowed", file, place)
    try:
        root = etree.fromstring(data, _parser())
    except etree.XMLSyntaxError as error:
        if not _is_foreign(data):
            raise VassalError(f"not well-formed XML: {error.msg}", file, place) from None
        root = _parse_windows_text(data, file, place)
    except ValueError as error:
        raise VassalError(f"not XML: {error}", file, place) from None
    _check_depth(root, file, place)
    return root


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )


def _is_foreign(data: bytes) -> bool:
    """Whether the bytes are not UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


def _parse_windows_text(data: bytes, file: str, place: str) -> etree._Element:
    try:
        return etree.fromstring(_as_utf8(data, "cp1252", file, place), _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise VassalError(f"not well-formed XML: {error}", file, place) from None


def _as_utf8(data: bytes, encoding: str, file: str, place: str) -> bytes:
    try:
        return _DECLARATION.sub(b"", data.decode(encoding).removeprefix("\ufeff").encode())
    except UnicodeError:
        raise VassalError("unknown text encoding", file, place) from None


def _check_depth(root: etree._Element, file: str, place: str) -> None:
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise VassalError(f"elements nested deeper than {MAX_DEPTH}", file, place)


def is_legal(text: str) -> bool:
    """Whether XML allows every character of `text`."""
    return _ILLEGAL.search(text) is None


def check_legal(text: str, place: str) -> str:
    """`text` unchanged. Raises VassalError at `place` for a character that XML does not allow."""
    match = _ILLEGAL.search(text)
    if match:
        code = f"U+{ord(match[0]):04X}"
        raise VassalError(f"character {code} at {match.start()} is not allowed in XML", place=place)
    return text


def escape_text(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    )


@lru_cache(maxsize=4096)
def escape_attribute(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return (
        escaped.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")
        if "\t" in text or "\n" in text or "\r" in text
        else escaped
    )
