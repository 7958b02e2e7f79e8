"""A small complete game to start from: `hexwright new`."""

from __future__ import annotations

import re
import unicodedata
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from hexwright.game.faults import DataError
from hexwright.game.find import ROOMS

_TITLE = "@TITLE@"


def new_game(name: str, here: Path) -> Path:
    """Writes the game into a new folder below `here` and returns the folder.

    Its ID and the folder's name are made from the name. Raises DataError when there is such a
    folder already, or when no letter or digit of the name can stand in an ID.
    """
    id_ = identity(name)
    if not id_:
        raise DataError.single(name, "is no name for a game", "use letters a-z or digits in it")
    root = here / id_
    if root.exists():
        remedy = "choose another name, or remove the folder"
        raise DataError.single(root, "there is a folder of that name", remedy)
    starter = files("builder").joinpath("starter")
    for room in ROOMS:
        folder = root / room / id_
        folder.mkdir(parents=True)
        for source in starter.joinpath(room).iterdir():
            _copy(source, folder / source.name, name)
    return root


def identity(name: str) -> str:
    """The ID for a game of this name: `Hill 200` gives `hill-200`."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _copy(source: Traversable, target: Path, title: str) -> None:
    text = source.read_text(encoding="utf-8")
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    target.write_bytes(text.replace(_TITLE, quoted).encode())
