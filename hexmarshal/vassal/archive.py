"""Zip containers of modules, extensions, saves and logs: safe reading, atomic writing.

Every file is treated as hostile: sizes are limited, entries are read in memory and never unpacked
to disk, and the size an entry declares is not trusted. Writing is reproducible (entries in the
order given, fixed dates) and atomic (the file appears complete or not at all).
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
"""Largest container on disk, in bytes."""
MAX_ENTRY = 256 << 20
"""Largest entry once unpacked, in bytes."""
MAX_ENTRIES = 100_000
"""Most entries in a container."""
MAX_REASON = 150
"""Longest reason quoted, in characters: the zip library may quote kilobytes of the file."""

SAVED_GAME = "savedGame"
SAVE_DATA = "savedata"
MODULE_DATA = "moduledata"
EXTENSION_DATA = "extensiondata"
BUILD_FILES = ("buildFile.xml", "buildFile")

_DATE = (1980, 1, 1, 0, 0, 0)
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")


class FileKind(Enum):
    """The kind of a file, which the engine recognises by its entries."""

    MODULE = "module"
    EXTENSION = "extension"
    SAVE = "save"
    """A save or a log; only the commands inside distinguish the two."""
    OTHER = "other"

    @property
    def with_article(self) -> str:
        """For messages: `a module`, `an extension`, `a save`, `another kind of file`."""
        if self is FileKind.OTHER:
            return "another kind of file"
        return f"an {self.value}" if self is FileKind.EXTENSION else f"a {self.value}"


@dataclass(frozen=True, slots=True)
class Archive:
    """A container in memory; its entries are read on demand."""

    file: str
    names: tuple[str, ...]
    _zip: zipfile.ZipFile = field(repr=False, compare=False)

    @classmethod
    def open(cls, path: Path | str) -> Archive:
        """The container at `path`. Raises VassalError if it cannot be read or is not a zip file."""
        return cls.of(read_file(path), str(path))

    @classmethod
    def of(cls, data: bytes, file: str = "") -> Archive:
        """The container whose bytes are `data`; `file` is the name given in errors."""
        try:
            archive = zipfile.ZipFile(io.BytesIO(data))
            names = tuple(archive.namelist())
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
            raise VassalError(f"damaged or incomplete zip file ({error})", file) from None
        if len(names) > MAX_ENTRIES:
            raise VassalError(
                f"too many entries: {len(names)}; at most {MAX_ENTRIES} are allowed", file
            )
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
        """The name of the module's build file, or None."""
        return next((name for name in BUILD_FILES if name in self.names), None)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def read(self, name: str) -> bytes:
        """The bytes of entry `name`. Raises VassalError above MAX_ENTRY bytes."""
        if name not in self.names:
            raise VassalError("missing entry", self.file, name)
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
            why = shorten(str(error), MAX_REASON, placeholder=" ...") or "cut off"
            raise VassalError(f"damaged entry ({why})", self.file, name) from None
        if len(content) > MAX_ENTRY:
            raise VassalError(f"too large: unpacks to more than {MAX_ENTRY} bytes", self.file, name)
        return content


def read_file(path: Path | str) -> bytes:
    """A file's bytes. Raises VassalError if it cannot be read or exceeds MAX_FILE bytes."""
    path = Path(path)
    try:
        if path.is_dir():
            raise VassalError("this is a folder; expected a file", str(path))
        if path.stat().st_size > MAX_FILE:
            raise VassalError(f"larger than {MAX_FILE} bytes", str(path))
        return path.read_bytes()
    except OSError as error:
        raise VassalError(error.strerror or str(error), str(path)) from None


def is_zip(data: bytes) -> bool:
    return data.startswith(_ZIP_MARKS)


def pack(entries: Mapping[str, bytes] | Iterable[tuple[str, bytes]], level: int = 6) -> bytes:
    """The bytes of a container with these entries, in their order.

    Equal entries give equal bytes on any day. Pictures and sounds are already compressed, so they
    are only stored.
    """
    pairs = entries.items() if isinstance(entries, Mapping) else entries
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in pairs:
            _check_name(name)
            if name in archive.NameToInfo:
                raise VassalError("duplicate entry name", place=name)
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            stored = name.endswith((".png", ".jpg", ".gif", ".ogg", ".mp3", ".vsav"))
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=level)
    return out.getvalue()


def write_atomically(path: Path | str, data: bytes) -> None:
    """Write `data` to `path`; readers see either the old file or the complete new one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        # mkstemp makes a private file; a kit must be readable by everyone.
        os.chmod(temporary, 0o644)  # noqa: PTH101
        os.replace(temporary, path)  # noqa: PTH105
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _check_name(name: str) -> None:
    parts = name.split("/")
    if not name or name.startswith("/") or "\\" in name or "\0" in name or ".." in parts:
        raise VassalError(
            "invalid entry name; use a relative path with / between folders", place=name
        )
