"""The report as web pages that need nothing else: one a file, and an index of several."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from checker.page_map import COUNTER, PageMap
from checker.report import Report
from checker.sheet import sheet_of
from checker.text import called, left_open, named, needs, out_of_supply, side_name, untold
from checker.tokens import Wardrobe
from hexmarshal.game.faults import DataError
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.rules.findings import Severity


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
