"""The module's help, arrivals and charts, as HTML pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from builder.module.keys import KEYS, Key, key_stroke
from builder.module.names import phase_names
from builder.module.pieces import PieceMaker
from builder.module.zoc import remark
from builder.print.charts import EDGE, EVEN, HEAD, ODD, notes
from builder.print.paper import ACCENT, GREY, INK
from builder.print.setup_lists import where
from builder.setup import playable
from hexmarshal.game.model import Chart, ChartTable, Game
from hexmarshal.game.scenario import LATER, Scenario
from hexmarshal.vassal.buildfile import Component, component

HELP, ARRIVALS = "help.html", "arrivals.html"

_STYLE = (
    "body{font-family:sans-serif;margin:12px}h1{font-size:18pt}h2{font-size:14pt}"
    "td,th{padding:2px 8px;text-align:left;vertical-align:top}"
)
_BUTTONS = (
    ("Turn", "Alt+PgDn, Alt+PgUp", "goes to the next or previous phase"),
    ("Overview", "Ctrl+Shift+O", "shows the whole map in a window"),
    ("Hide pieces", "Ctrl+H", "shows the bare map"),
    ("Range", "Ctrl+Shift+R", "counts the hexes along a line that you drag"),
    ("Not moved", "Ctrl+Shift+M", "clears all moved marks"),
    ("Off-map", "Ctrl+O", "shows eliminated pieces and pieces waiting off the map"),
    ("End of turn", "Ctrl+Shift+E", "advances to the next turn, phase by phase"),
    ("Order of battle", "Ctrl+I", "lists all pieces by side, formation and condition"),
    (
        "Counters",
        "Ctrl+Shift+C",
        "offers all counters, for pieces that are not in the set-up",
    ),
    ("Charts", "Ctrl+Shift+T", "shows arrivals and tables"),
    ("Notes", "Ctrl+Shift+N", "shows the scenario's special rules; you can add your own notes"),
    ("Side", "", "sets the side you play, or none"),
    ("Camera, Save text", "", "saves the map as a picture, or its pieces as a list"),
)


def help_page(maker: PieceMaker) -> str:
    """The help page: every shortcut and button, hints, sequence of play and special rules."""
    game = maker.game
    states = [maker.state_key(word) for word in maker.states if word != "pinned"]
    used = [key for key in (*KEYS, *states) if _is_used(maker, key)]
    keys = [(key.menu, key.text, key.does) for key in used]
    return _page(
        game.title,
        (
            f"<h1>{escape(game.title)}</h1>",
            *(f"<p>{escape(str(game.about[name]))}</p>" for name in _ABOUT if name in game.about),
            "<p>Hexmarshal built this module from plain data. The rules belong to the publisher; "
            "you need the published game to play.</p>",
            "<h2>Keys for pieces</h2>",
            *_table(("Menu", "Key", "Does"), keys),
            "<h2>Buttons</h2>",
            *_table(("Button", "Key", "Does"), (*_BUTTONS, *_game_buttons(maker))),
            "<h2>Good to know</h2>",
            *(f"<p>{text}</p>" for text in _remarks(game)),
            "<h2>Sequence of play</h2>",
            "<ol>",
            *(f"<li>{escape(name.text)}</li>" for name in phase_names(game)),
            "</ol>",
            *(line for scenario in game.scenarios for line in _special(scenario)),
            *_rules(game),
        ),
    )


def _is_used(maker: PieceMaker, key: Key) -> bool:
    """Whether any piece of the game has this shortcut."""
    absent = {
        KEYS.mask: not maker.fog,
        KEYS.cup: not maker.cup,
        KEYS.take_over: not maker.replaces,
        KEYS.supply: maker.game.rules.supply is None,
        KEYS.pinned: "pinned" not in maker.states,
    }
    return not absent.get(key, False)


_ABOUT = ("subtitle", "credits", "statement")


def arrivals_page(game: Game) -> str:
    """The page of arrivals, by scenario."""
    return _page("Arrivals", [line for s in game.scenarios for line in _arrivals(game, s)])


def _game_buttons(maker: PieceMaker) -> Iterator[tuple[str, str, str]]:
    key = "Ctrl+Shift+H" if len(playable(maker.game)) == 1 else ""
    yield "Set-up hexes", key, "highlights the set-up hexes of a scenario"
    for die in maker.form.dice:
        yield die.name, die.hotkey, f"rolls {die.count}d{die.sides}"
    if maker.game.rules.zoc is not None:
        for number, side in enumerate(maker.game.sides, 1):
            yield f"{side.adjective} ZOC", f"Alt+{number}", "shades zones of control"
    if maker.stacking is not None:
        yield "Overstacked?", "Ctrl+Shift+S", "lists all overstacked hexes in the chat"
    if maker.cup:
        yield "Draw chit", "Ctrl+G", "draws a chit from the cup"
        does = "returns drawn chits to the cup, except those waiting for their turn or out of play"
        yield "Chits back", "Ctrl+Shift+G", does


def _remarks(game: Game) -> Iterator[str]:
    if game.rules.zoc is not None:
        yield (
            "The shading of zones of control follows the rules, including rivers, and covers the "
            f"hexes of the units themselves. {remark(game)}"
        )
    if game.rules.stacking or game.rules.stack_weight:
        yield "A red frame appears around an overstacked stack."
    yield (
        "Point at a stack to see its units and their strengths, or at an empty hex to see its "
        "number and terrain. Double-click a stack to open it. Alt+click a place to show it to the "
        "other players."
    )
    yield (
        "Step losses, supply and other states stay with a unit when it moves. The palette never "
        "runs out; take a piece from it only if the set-up does not have it."
    )
    yield (
        "To check a position, save the game and run <b>hexcheck SAVE</b>. It reports everything "
        "that breaks a rule, with the number of the rule."
    )


def _special(scenario: Scenario) -> Iterator[str]:
    yield f"<h2>{escape(scenario.title)} ({escape(scenario.rule)})</h2>"
    yield f"<p>Turns {scenario.first_turn} to {scenario.last_turn}.</p>"
    choices = ((choice.rule, choice.summary) for choice in scenario.choices)
    yield from _table(("Rule", ""), (*scenario.notes, *choices))


def _rules(game: Game) -> Iterator[str]:
    """The rules that hexcheck checks, each in a few words."""
    if game.rules.texts:
        yield "<h2>Rules that hexcheck checks</h2>"
        rows = ((text.number, text.title, text.decides) for text in game.rules.texts)
        yield from _table(("Rule", "", "Decides"), rows)


def _arrivals(game: Game, scenario: Scenario) -> Iterator[str]:
    rows = [p for p in scenario.placements if p.kind in LATER]
    yield f"<h2>{escape(scenario.title)}</h2>"
    yield from _table(
        ("Turn", "Unit", "Formation", "Where", "Rule"),
        [
            (
                p.date or str(p.turn or ""),
                (f"{p.count} x " if p.count > 1 else "") + game.counters[p.counter].name,
                game.counters[p.counter].formation,
                "; ".join(filter(None, (where(game, p), scenario.doubt(p)))),
                p.rule,
            )
            for p in sorted(rows, key=lambda p: (p.date, p.turn or 0))
        ],
    )


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    yield "<table>"
    yield f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in header)}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</table>"


def _page(title: str, body: Iterable[str]) -> str:
    head = f"<html><head><title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
    return "\n".join((head, *body, "</body></html>", ""))


def chart_file(number: int, chart: Chart) -> str:
    """The name of a chart's page in the module; `number` counts from 1."""
    return f"chart-{number}-{re.sub(r'[^a-z0-9]+', '-', chart.title.casefold()).strip('-')}.html"


def chart_entry(name: str) -> str:
    """The entry of a chart: images in `images/`, pages at the top level."""
    return f"images/{name}" if name.endswith(".png") else name


def chart_window(maker: PieceMaker) -> Component:
    """The charts window: arrivals, the game's charts, and those of its `module:` section."""
    charts = [component("HtmlChart", chartName="Arrivals", fileName=ARRIVALS)]
    for number, page in enumerate(maker.game.charts, 1):
        name = chart_file(number, page)
        charts.append(component("HtmlChart", chartName=page.title, fileName=name))
    for chart in maker.form.charts:
        kind = "HtmlChart" if chart.file.endswith(".html") else "Chart"
        charts.append(component(kind, chartName=chart.title, fileName=chart.file))
    return component(
        "ChartWindow",
        component("TabWidget", *charts, entryName="Charts"),
        name="Charts",
        text="Charts",
        tooltip="Arrivals and tables (Ctrl+Shift+T)",
        hotkey=key_stroke("Ctrl+Shift+T"),
    )


def chart_page(chart: Chart) -> str:
    """A chart as an HTML page."""
    style = f"body{{font-family:sans-serif;margin:10px;color:{INK}}}h2{{color:{ACCENT}}}"
    return "\n".join(
        (
            f"<html><head><title>{escape(chart.title)}</title><style>{style}</style></head>",
            "<body bgcolor='#ffffff'>",
            *(line for table in chart.tables for line in _html(table)),
            "</body></html>",
            "",
        )
    )


def _html(table: ChartTable) -> Iterator[str]:
    rule = f" <font size='-1' color='{GREY}'>{escape(table.rule)}</font>" if table.rule else ""
    yield f"<h2>{escape(table.title)}{rule}</h2>"
    yield f"<table border='0' cellspacing='1' cellpadding='4' bgcolor='{EDGE}'>"
    if table.heads:
        cells = ((f"colspan='{span}' align='center'", over) for over, span in table.heads)
        yield _row(HEAD, cells, head=True)
    yield _row(HEAD, (("align='left'", name) for name in table.names), head=True)
    for i, row in enumerate(table.rows):
        yield _row(ODD if i % 2 else EVEN, (("valign='top'", cell) for cell in row))
    yield "</table>"
    for note in notes(table):
        yield f"<p><font size='-1'>{escape(note)}</font></p>"


def _row(ground: str, cells: Iterator[tuple[str, str]], *, head: bool = False) -> str:
    before, after = ("<font color='#ffffff'><b>", "</b></font>") if head else ("", "")
    inner = "".join(f"<td {how}>{before}{escape(text)}{after}</td>" for how, text in cells)
    return f"<tr bgcolor='{ground}'>{inner}</tr>"
