"""The three small XML entries with the module's name and version and the engine's version.

`moduledata` in modules, extensions and saves; `savedata` in saves; `extensiondata` in extensions.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexmarshal.vassal.archive import Archive
from hexmarshal.vassal.xmltext import check_legal, escape_text, parse

ENGINE = "3.7.26"
"""The engine version whose formats this package writes."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The contents of one of the three entries. Absent elements are "".

    `engine` is the VASSAL version that wrote it; `saved` is in milliseconds since 1970;
    `description` is the module's or, in a save, its comment; only `moduledata` has a `name`.
    """

    name: str = ""
    version: str = ""
    engine: str = ENGINE
    description: str = ""
    extra1: str = ""
    extra2: str = ""
    saved: int = 0

    def to_xml(self, *, with_name: bool) -> bytes:
        """The entry's bytes; `savedata` and `extensiondata` have no name."""
        elements = [
            ("version", self.version),
            ("extra1", self.extra1),
            ("extra2", self.extra2),
            ("VassalVersion", self.engine),
            ("dateSaved", str(self.saved)),
            ("description", self.description),
        ]
        if with_name:
            elements.append(("name", self.name))
        body = "".join(
            f"<{tag}>{escape_text(check_legal(text, tag))}</{tag}>" for tag, text in elements
        )
        head = '<?xml version="1.0" encoding="UTF-8"?>\n'
        return f'{head}<data version="1">{body}</data>\n'.encode()


def read_metadata(archive: Archive, entry: str) -> Metadata | None:
    """The metadata in `entry`, None if the entry is missing."""
    if entry not in archive:
        return None
    root = parse(archive.read(entry), archive.file, entry)
    texts: dict[str, str] = {}
    for element in root:
        tag = str(element.tag)
        if tag not in texts and not element.get("lang"):
            texts[tag] = element.text or ""
    saved = texts.get("dateSaved", "")
    return Metadata(
        name=texts.get("name", ""),
        version=texts.get("version", ""),
        engine=texts.get("VassalVersion", ""),
        description=texts.get("description", ""),
        extra1=texts.get("extra1", ""),
        extra2=texts.get("extra2", ""),
        saved=int(saved) if saved.isascii() and saved.isdigit() else 0,
    )
