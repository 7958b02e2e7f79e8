"""XML as VASSAL's files hold it: read without entities or network, written without surprises."""

from __future__ import annotations

import re

from lxml import etree

from hexwright.vassal.errors import VassalError

MAX_DEPTH = 250
"""Nesting of elements that is read."""

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*?>")


def parse(data: bytes, file: str = "", place: str = "") -> etree._Element:
    """The root element. Entities are not resolved and a DOCTYPE is refused; text that is not in
    its declared encoding is tried as CP-1252, as hand-edited files often are."""
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", data[:65536], re.IGNORECASE):
        raise VassalError("a DOCTYPE or entity, which VASSAL files never have", file, place)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        root = _parse_as_windows_text(data)
        if root is None:
            raise VassalError(f"not well-formed XML: {error.msg}", file, place) from None
    except ValueError as error:
        raise VassalError(f"not XML: {error}", file, place) from None
    _check_depth(root, file, place)
    return root


def _parse_as_windows_text(data: bytes) -> etree._Element | None:
    try:
        data.decode()
    except UnicodeDecodeError:
        pass
    else:
        return None
    try:
        text = _DECLARATION.sub(b"", data).decode("cp1252")
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        return etree.fromstring(text.encode(), parser)
    except (UnicodeDecodeError, etree.XMLSyntaxError, ValueError):
        return None


def _check_depth(root: etree._Element, file: str, place: str) -> None:
    depth = 0
    for event, _ in etree.iterwalk(root, events=("start", "end")):
        depth += 1 if event == "start" else -1
        if depth > MAX_DEPTH:
            raise VassalError(f"elements nested deeper than {MAX_DEPTH}", file, place)


def check_legal(text: str, place: str) -> str:
    """`text` itself; VassalError at `place` if it holds a character that XML cannot."""
    match = _ILLEGAL.search(text)
    if match:
        code = f"U+{ord(match[0]):04X}"
        raise VassalError(f"character {code} at {match.start()} cannot stand in XML", place=place)
    return text


def escape_text(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    )


def escape_attribute(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return (
        escaped.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")
        if "\t" in text or "\n" in text or "\r" in text
        else escaped
    )
