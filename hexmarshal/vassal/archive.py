"""The zip containers: modules, extensions, saves and logs; read with care, written whole.

Reading counts every file as hostile: sizes are limited, entries are read in memory and never
unpacked to disk, an entry's size is believed only once it has been read. Writing is reproducible
(entries in the order given, fixed dates) and atomic (the file appears complete or not at all).
"""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from textwrap import shorten

from hexmarshal.vassal.errors import VassalError

MAX_FILE = 1 << 30
"""Bytes a container may have on disk."""
MAX_ENTRY = 256 << 20
"""Bytes one entry may unpack to."""
MAX_ENTRIES = 100_000
"""Entries a container may have."""
MOST_WORDS = 150
"""Characters of a reason: the zip library's may hold kilobytes of the file."""

SAVED_GAME = "savedGame"
SAVE_DATA = "savedata"
MODULE_DATA = "moduledata"
EXTENSION_DATA = "extensiondata"
BUILD_FILES = ("buildFile.xml", "buildFile")

_DATE = (1980, 1, 1, 0, 0, 0)
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")


class FileKind(Enum):
    """What a file is, as the engine tells it by its entries."""

    MODULE = "module"
    EXTENSION = "extension"
    SAVE = "save"
    """A save or a log: only its commands tell one from the other."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Archive:
    """A container in memory: its name, and its entries read when asked for."""

    file: str
    names: tuple[str, ...]
    _zip: zipfile.ZipFile = field(repr=False, compare=False)

    @classmethod
    def open(cls, path: Path | str) -> Archive:
        """The container at `path`; VassalError if it cannot be read or is no zip file."""
        return cls.of(read_file(path), str(path))

    @classmethod
    def of(cls, data: bytes, file: str = "") -> Archive:
        """The container whose bytes are `data`; `file` names it in errors."""
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
            names = tuple(archive.namelist())
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
            raise VassalError(f"not a whole zip file ({error})", file) from None
        if len(names) > MAX_ENTRIES:
            raise VassalError(f"{len(names)} entries; at most {MAX_ENTRIES} are read", file)
        return cls(file, names, archive)

    @property
    def kind(self) -> FileKind:
        if SAVED_GAME in self.names:
            return FileKind.SAVE
        if self.build_file is None:
            return FileKind.OTHER
        return FileKind.EXTENSION if EXTENSION_DATA in self.names else FileKind.MODULE

    @property
    def build_file(self) -> str | None:
        """The name of the module's build file, None if there is none."""
        return next((name for name in BUILD_FILES if name in self.names), None)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def read(self, name: str) -> bytes:
        """The bytes of entry `name`, at most MAX_ENTRY of them."""
        if name not in self.names:
            raise VassalError("no such entry", self.file, name)
        try:
            with self._zip.open(name) as entry:
                content = entry.read(MAX_ENTRY + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            ValueError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            why = shorten(str(error), MOST_WORDS, placeholder=" ...") or "cut off"
            raise VassalError(f"damaged entry ({why})", self.file, name) from None
        if len(content) > MAX_ENTRY:
            raise VassalError(f"unpacks to more than {MAX_ENTRY} bytes", self.file, name)
        return content


def read_file(path: Path | str) -> bytes:
    """A file's bytes, at most MAX_FILE of them; VassalError if it cannot be read."""
    path = Path(path)
    try:
        if path.is_dir():
            raise VassalError("a folder, not a file", str(path))
        if path.stat().st_size > MAX_FILE:
            raise VassalError(f"larger than {MAX_FILE} bytes", str(path))
        return path.read_bytes()
    except OSError as error:
        raise VassalError(error.strerror or str(error), str(path)) from None


def is_zip(data: bytes) -> bool:
    return data.startswith(_ZIP_MARKS)


def pack(entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]], level: int = 6) -> bytes:
    """The bytes of a container holding `entries` in their order; the same bytes for the same
    entries, on any day. Pictures and sounds that are compressed already are stored."""
    pairs = entries.items() if isinstance(entries, Mapping) else entries
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in pairs:
            _check_name(name)
            if name in archive.NameToInfo:
                raise VassalError("two entries of one name", place=name)
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            stored = name.endswith((".png", ".jpg", ".gif", ".ogg", ".mp3", ".vsav"))
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=level)
    return out.getvalue()


def write_atomically(path: Path | str, data: bytes) -> None:
    """Write `data` to `path` so that a reader sees the old file or the whole new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # mkstemp makes a private file; a kit is to be read like any other.
        os.chmod(temporary, 0o644)  # noqa: PTH101
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _check_name(name: str) -> None:
    parts = name.split("/")
    if not name or name.startswith("/") or "\\" in name or "\0" in name or ".." in parts:
        raise VassalError("not a name for an entry: relative, with / between folders", place=name)
