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
        return []  # no such folder, not to be read, or a name that no folder can have


def _folders(root: Path) -> list[str]:
    """The names of the folders in a folder; none when it cannot be read."""
    try:
        return sorted(folder.name for folder in root.iterdir() if folder.is_dir())
    except (OSError, ValueError):
        return []


_BEGIN = "a game begins with it; `hexmarshal new NAME` writes one to start from"


def shipped_games() -> list[Folders]:
    """The games that ship, by ID."""
    return games_under(shipped_root())


def own_games(here: Path) -> list[Folders]:
    """The games whose data lie under a folder, if it is not where those lie that ship."""
    return [] if here.resolve() == shipped_root() else games_under(here)


def nested_games(here: Path) -> Iterator[Folders]:
    """The games in the folders of a folder."""
    for name in _folders(here):
        yield from games_under(here / name)


def locate(spec: str, here: Path) -> Folders:
    """The game a user means by an ID, a ROOT that holds one game, or ROOT:ID.

    One's own game in the current folder, or in one named like it, comes before a shipped game of
    its ID, and that before one in any other folder. Raises DataError when there is none, or when
    there are several of which none comes first.
    """
    first = (*own_games(here), *games_under(here / spec), *shipped_games())
    if wanted := [found for found in first if found.id == spec]:
        return wanted[0]
    root, colon, id_ = spec.rpartition(":")
    if colon and len(root) > 1:
        there = games_under(here / root)
        if wanted := [found for found in there if found.id == id_]:
            return wanted[0]
        if there:
            names = ", ".join(found.id for found in there)
            raise DataError.single(root, f"holds no game {id_!r}", f"it holds {names}")
    games = games_under(here / spec)
    if len(games) > 1:
        names = ", ".join(found.id for found in games)
        raise DataError.single(spec, f"holds several games: {names}", f"write {spec}:ID")
    games = games or [found for found in nested_games(here) if found.id == spec]
    if len(games) == 1:
        return games[0]
    if games:
        roots = [found.root.relative_to(here).as_posix() for found in games]
        wrong = f"is the ID of several games, in {' and '.join(roots)}"
        raise DataError.single(spec, wrong, f"write {roots[0]}:{spec}, say")
    for name in (name for room in ROOMS for name in _folders(here / spec / room)):
        missing = here / spec / "scenarios" / name / "game.yaml"
        raise DataError([Fault(Mark(str(missing), 1, 1), "the file is missing", _BEGIN)])
    known = (*own_games(here), *shipped_games(), *nested_games(here))
    ids = dict.fromkeys(found.id for found in known)
    remedy = f"known games: {', '.join(ids)}; or give a folder with {', '.join(ROOMS)} in it"
    raise DataError.single(spec, "is no game", remedy)
