"""Builds the files of a kit: only stale ones, in parallel, each written whole or not at all.

An artifact is a value: its path, the function that makes its bytes, and that function's arguments.
The fingerprint covers exactly these, and the function gets nothing else, so no dependency can be
missed. `kit.json` keeps the fingerprints.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from typing import Any

from pydantic import BaseModel

import builder
import hexmarshal
from hexmarshal.game.faults import DataError
from hexmarshal.vassal.archive import write_atomically

_LIBRARIES = ("fonttools", "lxml", "pillow", "pypdfium2", "reportlab", "svgwrite")
"""Libraries that write our files; another version may write other bytes."""


def fingerprint(*values: object) -> str:
    """The SHA-256 of values made of dataclasses, mappings, sequences, sets and plain values.

    A function is represented by its name. Raises TypeError for a value of any other type.
    """
    out: list[str] = []
    for value in values:
        _spell(value, out.append)
    return hashlib.sha256("".join(out).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def program() -> str:
    """The fingerprint of this program: its version, its sources and the libraries it uses."""
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
    """Writes a value out as text, different for any two different values."""
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


KIT = "kit.json"


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file to build.

    `path` is relative to the kit's folder and uses `/`. `make` returns the file's bytes from
    `inputs`; it is a module-level function, which worker processes can import. `needs` are paths of
    earlier artifacts; if there are any, `make` first gets a mapping of their bytes by path.
    """

    path: str
    make: Callable[..., bytes]
    inputs: tuple[object, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KitEntry:
    """An entry of `kit.json`: SHA-256 of a file's inputs and of the file, and its size in bytes."""

    inputs: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The paths that a build made, kept and removed."""

    made: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kit:
    """The contents of `kit.json`."""

    about: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, KitEntry] = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Kit:
        """Reads `kit.json` in a folder; empty if it is missing or unreadable."""
        try:
            found = json.loads((folder / KIT).read_text(encoding="utf-8"))
            files = {path: KitEntry(**entry) for path, entry in found.pop("files").items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()
        return cls(found, files)

    def write(self, folder: Path) -> None:
        files = {
            path: {"inputs": e.inputs, "sha256": e.sha256, "bytes": e.bytes}
            for path, e in sorted(self.files.items())
        }
        text = json.dumps({**self.about, "files": files}, indent=1, ensure_ascii=False)
        with _write_faults(folder / KIT):
            write_atomically(folder / KIT, text.encode() + b"\n")


def build(
    artifacts: Sequence[Artifact],
    folder: Path,
    about: Mapping[str, str],
    *,
    keep: Callable[[str], bool] = lambda _: False,
    jobs: int = 0,
    force: bool = False,
    started: Callable[[int], None] = lambda _: None,
    made: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Builds the stale artifacts in a folder and removes leftover files of earlier builds.

    A file that is not among the artifacts stays if `keep` returns true for its path, or if no build
    made it. `jobs` is the number of processes, 0 for one per processor. `started` is called with
    the number of files to build, `made` with each path as it is finished. Raises DataError; files
    finished by then stay, and `kit.json` lists them.
    """
    _make_folder(folder)
    known = Kit.read(folder)
    inputs = _fingerprints(artifacts)
    stale = [
        a
        for a in artifacts
        if force or not _fresh(folder / a.path, inputs[a.path], known.files.get(a.path))
    ]
    started(len(stale))
    gone = [path for path in known.files if path not in inputs and not keep(path)]
    files = {path: entry for path, entry in known.files.items() if path not in gone}
    try:
        for path, (sha256, size) in _run(stale, folder, jobs or os.cpu_count() or 1):
            files[path] = KitEntry(inputs[path], sha256, size)
            made(path)
    finally:
        _remove(folder, gone)
        kit = Kit({**about, "program": program()}, files)
        if kit != known:
            kit.write(folder)
    fresh = set(inputs) - {a.path for a in stale}
    return Outcome(tuple(a.path for a in stale), tuple(sorted(fresh)), tuple(gone))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = f"cannot create this folder: {error.strerror or error}"
        raise DataError.single(folder, wrong, "choose another folder with --out") from None


def _fingerprints(artifacts: Sequence[Artifact]) -> dict[str, str]:
    """The fingerprint of each artifact's inputs, including those of the artifacts it needs."""
    found: dict[str, str] = {}
    known_inputs: dict[int, str] = {}
    for a in artifacts:
        for value in a.inputs:
            if id(value) not in known_inputs:  # many artifacts share one game
                known_inputs[id(value)] = fingerprint(value)
        inputs = [known_inputs[id(value)] for value in a.inputs]
        needs = [(path, found[path]) for path in a.needs]
        found[a.path] = fingerprint(program(), a.make, inputs, needs)
    return found


def _fresh(path: Path, inputs: str, entry: KitEntry | None) -> bool:
    if entry is None or entry.inputs != inputs:
        return False
    try:
        data = path.read_bytes()
    except OSError:
        return False
    return hashlib.sha256(data).hexdigest() == entry.sha256


Made = tuple[str, tuple[str, int]]


def _run(stale: Sequence[Artifact], folder: Path, jobs: int) -> Iterator[Made]:
    """Makes artifacts, each after those it needs; yields path, SHA-256 and size of each.

    Every worker process gets all artifacts at once, which keeps their shared inputs shared.
    """
    waiting = {a.path: a for a in stale}
    number = {a.path: n for n, a in enumerate(stale)}
    with ExitStack() as stack:
        pool = None
        if jobs > 1 and len(stale) > 1:
            context = multiprocessing.get_context("spawn")
            workers = min(jobs, len(stale))
            pool = ProcessPoolExecutor(workers, context, _start_worker, (stale,))
            stack.callback(pool.shutdown, cancel_futures=True)
        running: dict[Future[tuple[str, int]], str] = {}
        while waiting or running:
            busy = set(waiting) | set(running.values())
            ready = [a for a in waiting.values() if busy.isdisjoint(a.needs)]
            for a in ready:
                del waiting[a.path]
                if pool is None:
                    yield a.path, _make(a, folder)
                else:
                    with _uninterrupted():
                        running[pool.submit(_make_number, number[a.path], folder)] = a.path
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()


_artifacts: list[Artifact] = []
"""In a worker process: the artifacts of its build."""


def _start_worker(artifacts: Sequence[Artifact]) -> None:
    """Starts a worker process: stores its artifacts, and exits if the parent process dies."""
    _artifacts.extend(artifacts)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Makes processes started in this block ignore Ctrl+C; the parent stops them instead."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _make_number(number: int, folder: Path) -> tuple[str, int]:
    return _make(_artifacts[number], folder)


def _make(a: Artifact, folder: Path) -> tuple[str, int]:
    """Makes one file; returns its SHA-256 and size."""
    target = folder / a.path
    with _write_faults(target):
        given: list[Any] = [{n: (folder / n).read_bytes() for n in a.needs}] if a.needs else []
        data = a.make(*given, *a.inputs)
        write_atomically(target, data)
    return hashlib.sha256(data).hexdigest(), len(data)


@contextmanager
def _write_faults(target: Path) -> Iterator[None]:
    """Turns an OSError for this file into a DataError."""
    try:
        yield
    except OSError as error:
        remedy = "close the program that has it open, or choose another folder with --out"
        wrong = f"cannot write this file: {error.strerror or error}"
        raise DataError.single(target, wrong, remedy) from None


def _remove(folder: Path, paths: Iterable[str]) -> None:
    """Removes files of an earlier build, and the folders left empty."""
    for path in paths:
        target = folder / path
        if not target.is_relative_to(folder) or ".." in Path(path).parts:
            continue
        with _write_faults(target):
            target.unlink(missing_ok=True)
            parent = target.parent
            while parent != folder and parent.is_dir() and not any(parent.iterdir()):
                parent.rmdir()
                parent = parent.parent


def wanted(artifacts: Sequence[Artifact], chosen: Callable[[str], bool]) -> list[Artifact]:
    """The artifacts whose paths are chosen, and those they need, in order."""
    needed: set[str] = set()
    for a in reversed(artifacts):
        if chosen(a.path) or a.path in needed:
            needed.add(a.path)
            needed.update(a.needs)
    return [a for a in artifacts if a.path in needed]
