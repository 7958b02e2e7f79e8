"""Permanent piece ids: `counters/ID/ids.csv`, which only ever gains rows.

By this number (gpid) VASSAL finds the palette slot that a piece in a saved game came from. So every
counter needs one, and no number is ever used again.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterable
from pathlib import Path

from hexmarshal.game.counters import Counter
from hexmarshal.game.faults import DataError, Fault, Mark
from hexmarshal.game.folders import Folders
from hexmarshal.game.load.tables import read_table
from hexmarshal.game.model import Game
from hexmarshal.vassal.archive import write_atomically

HEADER = ("piece_id", "counter", "copy")


def ids_file(folders: Folders) -> Path:
    return folders.counters / "ids.csv"


def without_id(game: Game) -> list[Counter]:
    """The counters without a piece id."""
    return [counter for counter in game.counters.values() if not counter.piece_ids]


def next_id(game: Game, folders: Folders) -> int:
    """One more than the highest number in use, including rows of counters since removed."""
    path = ids_file(folders)
    used = [int(row["piece_id"]) for row in read_table(path, HEADER)] if path.exists() else []
    used += [int(id_) for counter in game.counters.values() for id_ in counter.piece_ids]
    return max(used, default=0) + 1


def add_ids(game: Game, folders: Folders) -> list[Counter]:
    """Adds a row for each counter without a piece id; returns those counters. Raises DataError."""
    missing = without_id(game)
    if missing:
        path = ids_file(folders)
        data = path.read_bytes() if path.exists() else b""
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        text = with_rows(data.decode("utf-8-sig"), missing, next_id(game, folders))
        try:
            write_atomically(path, mark + text.encode())
        except OSError as error:
            ids = ", ".join(counter.id for counter in missing)
            wrong = f"cannot write new piece ids for {ids}: {error.strerror or error}"
            remedy = "close the program that has it open, or add the rows yourself"
            raise DataError([Fault(Mark(str(path), 1, 1), wrong, remedy)]) from None
    return missing


def with_rows(text: str, missing: Iterable[Counter], first: int) -> str:
    """The table's text with rows added, keeping its columns, separator and line ends."""
    newline = "\r\n" if "\r\n" in text else "\n"
    if not text.strip():
        text = ",".join(HEADER) + newline
    if not text.endswith(("\n", "\r")):
        text += newline
    header = next(line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    separator = max(",;\t", key=header.count)
    columns = [cell.strip().casefold() for cell in header.split(separator)]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=newline)
    for number, counter in enumerate(missing, first):
        row = {"piece_id": str(number), "counter": counter.id, "copy": "1"}
        writer.writerow([row.get(column, "") for column in columns])
    return text + out.getvalue()
