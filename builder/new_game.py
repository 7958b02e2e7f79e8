"""A small complete game to start from: `hexmarshal new`."""

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
    try:
        _write(root, id_, name)
    except OSError as error:
        wrong = f"cannot be made: {error.strerror or error}"
        raise DataError.single(root, wrong, "go to another folder") from None
    return root


def _write(root: Path, id_: str, title: str) -> None:
    """Writes all files beside the place, then puts them there: all or nothing."""
    with TemporaryDirectory(prefix=f".{id_}.", dir=root.parent) as beside:
        made = Path(beside) / id_
        for room in ROOMS:
            folder = made / room / id_
            folder.mkdir(parents=True)
            for source in files("builder").joinpath("starter", room).iterdir():
                _copy(source, folder / source.name, title)
        made.rename(root)


def identity(name: str) -> str:
    """The ID for a game of this name: `Hill 200` gives `hill-200`.

    Windows keeps some names for itself: `Con` gives `con-game`.
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    id_ = re.sub(r"[^a-z0-9]+", "-", plain)[:64].strip("-")
    return f"{id_}-game" if re.fullmatch(r"con|prn|aux|nul|com[0-9]|lpt[0-9]", id_) else id_


def _copy(source: Traversable, target: Path, title: str) -> None:
    text = source.read_text(encoding="utf-8")
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    target.write_bytes(text.replace(_TITLE, quoted).encode())
