"""Where games lie: three folders that share an ID under one root."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hexmarshal.game.faults import DataError, Fault, Mark

ROOMS = ("counters", "maps", "scenarios")


@dataclass(frozen=True, slots=True, order=True)
class Folders:
    """The data folders of one game."""

    id: str
    root: Path

    @property
    def counters(self) -> Path:
        return self.root / "counters" / self.id

    @property
    def maps(self) -> Path:
        return self.root / "maps" / self.id

    @property
    def scenarios(self) -> Path:
        return self.root / "scenarios" / self.id


def shipped_root() -> Path:
    """The root of the shipped games: package data when installed, else the checkout."""
    package = Path(__file__).resolve().parents[1]
    data = package / "data"
    return data if data.is_dir() else package.parent


def games_under(root: Path) -> list[Folders]:
    """The games whose data lie under a root, by ID."""
    try:
        return sorted(
            Folders(folder.name, root)
            for folder in (root / "scenarios").iterdir()
            if (folder / "game.yaml").is_file()
        )
    except (OSError, ValueError):
        return []  # missing or unreadable folder, or a name that no folder can have


def _folders(root: Path) -> list[str]:
    """The names of the folders in a folder; empty when it cannot be read."""
    try:
        return sorted(folder.name for folder in root.iterdir() if folder.is_dir())
    except (OSError, ValueError):
        return []


_BEGIN = "every game starts with it; `hexmarshal new NAME` writes one"


def shipped_games() -> list[Folders]:
    """The shipped games, by ID."""
    return games_under(shipped_root())


def own_games(here: Path) -> list[Folders]:
    """The games under a folder, unless it is the root of the shipped games."""
    return [] if here.resolve() == shipped_root() else games_under(here)


def nested_games(here: Path) -> Iterator[Folders]:
    """The games in the folders of a folder."""
    for name in _folders(here):
        yield from games_under(here / name)


def locate(spec: str, here: Path) -> Folders:
    """The game that a user names by its ID, by a ROOT with one game in it, or by ROOT:ID.

    A game in the current folder, or in a folder named like it, comes before a shipped game of the
    same ID, and a shipped game before one in any other folder. Raises DataError when there is no
    such game, or when several would come first.
    """
    first = (*own_games(here), *games_under(here / spec), *shipped_games())
    if matches := [found for found in first if found.id == spec]:
        return matches[0]
    root, colon, id_ = spec.rpartition(":")
    if colon and len(root) > 1:
        there = games_under(here / root)
        if matches := [found for found in there if found.id == id_]:
            return matches[0]
        if there:
            names = ", ".join(found.id for found in there)
            raise DataError.single(root, f"contains no game {id_!r}", f"it contains {names}")
    games = games_under(here / spec)
    if len(games) > 1:
        names = ", ".join(found.id for found in games)
        raise DataError.single(spec, f"contains several games: {names}", f"write {spec}:ID")
    games = games or [found for found in nested_games(here) if found.id == spec]
    if len(games) == 1:
        return games[0]
    if games:
        roots = [found.root.relative_to(here).as_posix() for found in games]
        wrong = f"is the ID of several games, in {' and '.join(roots)}"
        raise DataError.single(spec, wrong, f"write {roots[0]}:{spec}, for example")
    for name in (name for part in ROOMS for name in _folders(here / spec / part)):
        missing = here / spec / "scenarios" / name / "game.yaml"
        raise DataError([Fault(Mark(str(missing), 1, 1), "the file is missing", _BEGIN)])
    known = (*own_games(here), *shipped_games(), *nested_games(here))
    ids = dict.fromkeys(found.id for found in known)
    remedy = f"known games: {', '.join(ids)}; or give a folder that contains {', '.join(ROOMS)}"
    raise DataError.single(spec, "unknown game", remedy)
