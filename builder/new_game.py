"""`hexmarshal new`: creates a small complete game to start from."""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import ROOMS

_TITLE = "@TITLE@"


def new_game(name: str, here: Path) -> Path:
    """Writes the game into a new folder below `here` and returns that folder.

    The name gives both the game's ID and the name of the folder. Raises DataError if the folder
    exists already, or if the name has no letter or digit that an ID may contain.
    """
    id_ = game_id(name)
    if not id_:
        wrong = "this name has no letter a-z and no digit"
        raise DataError.single(name, wrong, "use at least one, as in hill-200")
    root = here / id_
    if root.exists():
        remedy = "choose another name, or remove the folder"
        raise DataError.single(root, "this folder exists already", remedy)
    try:
        _write(root, id_, name)
    except OSError as error:
        wrong = f"cannot create this folder: {error.strerror or error}"
        raise DataError.single(root, wrong, "change to another folder") from None
    return root


def _write(root: Path, id_: str, title: str) -> None:
    """Writes all files to a temporary folder, then renames it: all or nothing."""
    with TemporaryDirectory(prefix=f".{id_}.", dir=root.parent) as temporary:
        made = Path(temporary) / id_
        for room in ROOMS:
            folder = made / room / id_
            folder.mkdir(parents=True)
            for source in files("builder").joinpath("starter", room).iterdir():
                _copy(source, folder / source.name, title)
        made.rename(root)


def game_id(name: str) -> str:
    """The ID for a game of this name: `Hill 200` gives `hill-200`.

    Windows reserves some file names, so `Con` gives `con-game`.
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    id_ = re.sub(r"[^a-z0-9]+", "-", plain)[:64].strip("-")
    return f"{id_}-game" if re.fullmatch(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", id_) else id_


def _copy(source: Traversable, target: Path, title: str) -> None:
    text = source.read_text(encoding="utf-8")
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    target.write_bytes(text.replace(_TITLE, quoted).encode())
