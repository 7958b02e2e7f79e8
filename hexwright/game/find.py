"""Where games lie: three folders that share an ID under one root."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hexwright.game.faults import DataError, Fault, Mark

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


_BEGIN = "a game begins with it; `hexwright new NAME` writes one to start from"


def known_games(here: Path) -> Iterator[Folders]:
    """The games that an ID alone means: those under `here`, then those shipped.

    A game of one's own that bears a shipped game's ID takes its place; a shipped game is still
    meant by its root, `ROOT:ID`.
    """
    own = [] if here.resolve() == shipped_root() else games_under(here)
    yield from own
    names = {folders.id for folders in own}
    yield from (found for found in games_under(shipped_root()) if found.id not in names)


def replaced_games(here: Path) -> Iterator[Folders]:
    """The shipped games whose ID a game under `here` bears."""
    known = set(known_games(here))
    yield from (found for found in games_under(shipped_root()) if found not in known)


def nested_games(here: Path) -> Iterator[Folders]:
    """The games in the folders of a folder."""
    for name in _folders(here):
        yield from games_under(here / name)


def locate(spec: str, here: Path) -> Folders:
    """The game a user means by an ID, a ROOT that holds one game, or ROOT:ID.

    Raises DataError when there is none, or when there are several of which none comes first.
    """
    for found in known_games(here):
        if found.id == spec:
            return found
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
    ids = dict.fromkeys(found.id for found in (*known_games(here), *nested_games(here)))
    remedy = f"known games: {', '.join(ids)}; or give a folder with {', '.join(ROOMS)} in it"
    raise DataError.single(spec, "is no game", remedy)
