"""Loading the game that a file belongs to; each game is read once."""

from __future__ import annotations

import os
import tempfile
from functools import lru_cache
from pathlib import Path, PurePosixPath

from checker.inputs import CheckError
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import ROOMS, games_under, locate, shipped_games
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from hexmarshal.module_contract import DATA_FOLDERS, OLD_DATA, in_current_words
from hexmarshal.vassal.archive import Archive, is_zip, read_file
from hexmarshal.vassal.errors import VassalError


@lru_cache(maxsize=8)
def game_of(spec: str) -> Game:
    """The game named by an ID, a ROOT or ROOT:ID. Raises CheckError."""
    try:
        return load(locate(spec, Path.cwd()))
    except DataError as error:
        raise CheckError(_faults(error)) from None


@lru_cache(maxsize=8)
def game_in(module: str) -> Game | None:
    """The game whose data a module holds; None if it holds none or is a bare build file.

    Raises CheckError.
    """
    try:
        data = read_file(module)
        if not is_zip(data):
            return None
        archive = Archive.of(data, module)
        with tempfile.TemporaryDirectory(prefix="hexcheck-") as folder:
            return _loaded(archive, Path(folder))
    except VassalError as error:
        raise CheckError(str(error)) from None


def _loaded(archive: Archive, root: Path) -> Game | None:
    """The game whose files a module holds, after unpacking them under a folder.

    For a shipped game in a module of 0.1 the data shipped today are used: the game's own rules in
    Python have moved on with them.
    """
    names = list(filter(_is_data, archive.names))
    folder = names[0].split("/")[0] if names else ""
    for name in names:
        path = root.joinpath(*PurePosixPath(name).parts[1:])
        path.parent.mkdir(parents=True, exist_ok=True)
        data = archive.read(name)
        path.write_bytes(in_current_words(data) if folder == OLD_DATA else data)
    found = games_under(root)
    if folder == OLD_DATA:
        shipped = {folders.id: folders for folders in shipped_games()}
        found = [shipped.get(folders.id, folders) for folders in found]
    try:
        return load(found[0]) if found else None
    except DataError as error:
        faults = _faults(error).replace(f"{root}{os.sep}", f"{archive.file}: {folder}/")
        raise CheckError(f"cannot use the game data in the module: {faults}") from None


def _is_data(name: str) -> bool:
    """Whether an entry is a `hexmarshal/FOLDER/ID/FILE` that stays inside its folder."""
    parts = name.split("/")
    plain = all(part not in ("", ".", "..") and not set(part) & set("\\:\0") for part in parts)
    return plain and len(parts) == 4 and parts[0] in DATA_FOLDERS and parts[1] in ROOMS


def _faults(error: DataError) -> str:
    first, *more = error.faults
    return f"{first}" + (f" (and {len(more)} more)" if more else "")
