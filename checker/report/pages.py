"""The report as web pages that need nothing else: one a file, and an index of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from checker.overrides import CheckError
from checker.report import Failure, Report
from checker.report.map import COUNTER, PageMap, sheet_of
from checker.report.text import called, left_open, named, needs, out_of_supply, side_name, untold
from checker.report.tokens import Wardrobe
from hexmarshal.game.faults import DataError
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules.findings import Severity
from hexmarshal.vassal.archive import write_atomically


def page(told: Report, game: Game, position: Position) -> str:
    """The page on one file, with its position on the map where the game's map can be drawn."""
    return (
        environment()
        .get_template("report.html")
        .render(
            report=told,
            name=Path(told.file).name,
            map=_map(told, game, position),
            titles={text.number: text.title for text in game.rules.texts},
            judged=[f for f in told.findings if f.severity is not Severity.NOTE],
            notes=[f for f in told.findings if f.severity is Severity.NOTE],
            out=out_of_supply(told),
            untold=untold(told),
            style=_text("report.css"),
            script=_text("report.js"),
        )
    )


def _map(told: Report, game: Game, position: Position) -> PageMap | None:
    try:
        sheet = sheet_of(game, position.board)
        wardrobe = Wardrobe(game, round(COUNTER * sheet.layout.pitch, 1))
        return PageMap(game, position, told, sheet, wardrobe)
    except DataError:
        return None


def _text(name: str) -> str:
    return files("checker").joinpath("templates", name).read_text("utf-8")


@cache
def environment() -> Environment:
    """The templates of all pages."""
    found = Environment(
        loader=PackageLoader("checker"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = (called, left_open, named, needs, side_name)
    found.globals |= {word.__name__: word for word in words}
    return found


INDEX = "index.html"


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A line of the index; `page` is empty for a file that was not judged."""

    file: str
    page: str
    verdict: str
    about: str
    illegal: int = 0


def written(
    folder: Path, reports: Iterable[Report | Failure], *, keep: bool = False
) -> Iterator[Report | Failure]:
    """The reports, each once its page is written; the index comes last.

    The reports leave their pages behind, since many are large, unless told to keep them.
    Raises CheckError when the folder cannot be written to.
    """
    names: Counter[str] = Counter({INDEX: 1})
    rows = []
    for told in reports:
        if isinstance(told, Failure):
            rows.append(IndexRow(told.file, "", "error", told.error))
            yield told
            continue
        name = _page_name(told.file, names)
        _write(folder / name, told.page)
        illegal = sum(f.severity == "illegal" for f in told.all_findings)
        rows.append(IndexRow(told.file, name, told.verdict, told.heading, illegal))
        yield told if keep else replace(told, page="")
    _write(folder / INDEX, _index(rows))


def _page_name(file: str, names: Counter[str]) -> str:
    """A name for a file's page: the file's own, numbered where several are alike."""
    stem = "position" if file == "-" else Path(file).name
    name = f"{stem}.html"
    names[name.casefold()] += 1
    count = names[name.casefold()]
    return name if count == 1 else f"{stem}.{count}.html"


def _index(rows: list[IndexRow]) -> str:

    return environment().get_template("index.html").render(rows=rows)


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise CheckError(f"cannot be written: {error.strerror or error}") from None
