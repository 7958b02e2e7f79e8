"""Reports as self-contained web pages: one per file, and an index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from checker.inputs import CheckError
from checker.report import Failure, Report
from checker.report.counter_art import CounterArt
from checker.report.page_map import COUNTER, PageMap, board_picture
from checker.report.text import (
    counter_name,
    counter_names,
    move_needs,
    needs_text,
    out_of_supply,
    side_name,
    supply_unknown,
)
from hexmarshal.game.faults import DataError
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules.findings import Severity
from hexmarshal.vassal.archive import write_atomically


def page(report: Report, game: Game, position: Position) -> str:
    """The page on one file; it shows the position on the map if the map can be drawn."""
    return (
        environment()
        .get_template("report.html")
        .render(
            report=report,
            name=Path(report.file).name,
            map=_map(report, game, position),
            titles={text.number: text.title for text in game.rules.texts},
            judged=[f for f in report.findings if f.severity is not Severity.NOTE],
            notes=[f for f in report.findings if f.severity is Severity.NOTE],
            out=out_of_supply(report),
            unknown=supply_unknown(report),
            style=_text("report.css"),
            script=_text("report.js"),
        )
    )


def _map(report: Report, game: Game, position: Position) -> PageMap | None:
    try:
        board = board_picture(game, position.board)
        art = CounterArt(game, round(COUNTER * board.layout.pitch, 1))
        return PageMap(game, position, report, board, art)
    except DataError:
        return None


def _text(name: str) -> str:
    return files("checker").joinpath("templates", name).read_text("utf-8")


@cache
def environment() -> Environment:
    """The environment of all templates, with the functions they call."""
    found = Environment(
        loader=PackageLoader("checker"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    functions = (counter_name, counter_names, move_needs, needs_text, side_name)
    found.globals |= {function.__name__: function for function in functions}
    return found


INDEX = "index.html"


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A row of the index; `page` is empty for a file that was not judged."""

    file: str
    page: str
    verdict: str
    about: str


def write_pages(
    folder: Path, reports: Iterable[Report | Failure], *, keep: bool = False
) -> Iterator[Report | Failure]:
    """Writes the page of each report into a folder, and the index last; yields the reports.

    To save memory the yielded reports have no page, unless `keep` is set. Raises CheckError if
    a page cannot be written.
    """
    names: Counter[str] = Counter({INDEX: 1})
    rows = []
    for report in reports:
        if isinstance(report, Failure):
            rows.append(IndexRow(report.file, "", "error", report.error))
            yield report
            continue
        name = _page_name(report.file, names)
        _write(folder / name, report.page)
        rows.append(IndexRow(report.file, name, report.verdict, report.heading))
        yield report if keep else replace(report, page="")
    _write(folder / INDEX, _index(rows))


def _page_name(file: str, names: Counter[str]) -> str:
    """The name of a file's page: the file's own, with a number if it is taken."""
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
        raise CheckError(f"cannot write the report: {error.strerror or error}") from None
