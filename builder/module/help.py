"""The module's help and charts: pages of our own about the game at hand."""

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
    ("Turn", "Alt+PgDn, Alt+PgUp", "next and previous phase"),
    ("Overview", "Ctrl+Shift+O", "the whole map in a window"),
    ("Hide pieces", "Ctrl+H", "shows the bare map"),
    ("Range", "Ctrl+Shift+R", "counts hexes along a line you drag"),
    ("Not moved", "Ctrl+Shift+M", "takes all moved signs off"),
    ("Off-map", "Ctrl+O", "dead piles and pieces that wait off the map"),
    ("End of turn", "Ctrl+Shift+E", "goes on to the next turn, phase by phase"),
    ("Order of battle", "Ctrl+I", "all pieces by side, formation and condition"),
    ("Counters", "Ctrl+Shift+C", "all counters, to add what the set-up does not have"),
    ("Charts", "Ctrl+Shift+T", "arrivals and tables"),
    ("Notes", "Ctrl+Shift+N", "the scenario's special rules; room for your own"),
    ("Side", "", "which side you play, or none"),
    ("Camera, Save text", "", "the map as a picture or as a list of its pieces"),
)


def help_page(maker: PieceMaker) -> str:
    """What the module does, every key, and the rules that players need at hand."""
    game = maker.game
    states = [maker.state_key(word) for word in maker.states if word != "pinned"]
    answered = [key for key in (*KEYS, *states) if _has(maker, key)]
    keys = [(key.menu, key.shown, key.does) for key in answered]
    return _page(
        game.title,
        (
            f"<h1>{escape(game.title)}</h1>",
            *(f"<p>{escape(str(game.about[name]))}</p>" for name in _SAID if name in game.about),
            "<p>This module was made by Hexmarshal from plain data. The rules are the publisher's; "
            "you need the game to play it.</p>",
            "<h2>Keys of pieces</h2>",
            *_table(("Menu", "Key", "Does"), keys),
            "<h2>Buttons</h2>",
            *_table(("Button", "Key", "Does"), (*_BUTTONS, *_own_buttons(maker))),
            "<h2>Good to know</h2>",
            *(f"<p>{text}</p>" for text in _remarks(game)),
            "<h2>Sequence of play</h2>",
            "<ol>",
            *(f"<li>{escape(name.text)}</li>" for name in phase_names(game)),
            "</ol>",
            *(line for scenario in game.scenarios for line in _special(scenario)),
            *_judged(game),
        ),
    )


def _has(maker: PieceMaker, key: Key) -> bool:
    """Whether any piece of the game answers to a key."""
    absent = {
        KEYS.mask: not maker.fog,
        KEYS.cup: not maker.cup,
        KEYS.take_over: not maker.twins,
        KEYS.supply: maker.game.rules.supply is None,
        KEYS.pinned: "pinned" not in maker.states,
    }
    return not absent.get(key, False)


_SAID = ("subtitle", "credits", "statement")


def arrivals_page(game: Game) -> str:
    """Who comes when, by scenario."""
    return _page("Arrivals", [line for s in game.scenarios for line in _arrivals(game, s)])


def _own_buttons(maker: PieceMaker) -> Iterator[tuple[str, str, str]]:
    key = "Ctrl+Shift+H" if len(playable(maker.game)) == 1 else ""
    yield "Set-up hexes", key, "lights the hexes in which a scenario's units set up"
    for die in maker.form.dice:
        yield die.name, die.hotkey, f"rolls {die.count} dice of {die.sides} sides"
    if maker.game.rules.zoc is not None:
        for number, side in enumerate(maker.game.sides, 1):
            yield f"{side.adjective} ZOC", f"Alt+{number}", "shades zones of control"
    if maker.stacking is not None:
        yield "Overstacked?", "Ctrl+Shift+S", "names the hexes that break the stacking limit"
    if maker.cup:
        yield "Draw chit", "Ctrl+G", "draws a chit from the cup"
        does = "puts drawn chits back; those that wait for their turn or are out of play stay"
        yield "Chits back", "Ctrl+Shift+G", does


def _remarks(game: Game) -> Iterator[str]:
    if game.rules.zoc is not None:
        yield (
            "Zones of control are shaded as the rules have them, at rivers too, with the hexes of "
            f"the units that exert them. {remark(game)}"
        )
    if game.rules.stacking or game.rules.stack_weight:
        yield "A red frame lights up on a stack that breaks the stacking limit."
    yield (
        "Point at a stack to see it with its strengths, at an empty hex to see its number and "
        "terrain, at any zoom. Double-click opens a stack, Alt+click tells the others where to "
        "look."
    )
    yield (
        "Step losses, supply and other signs stay with the unit when it moves. Pieces in the "
        "palette are without end; take one only to add what the set-up does not have."
    )
    yield (
        "Save the game as usual and run <b>hexcheck SAVE</b>: it names each position that the "
        "rules forbid, with the rule's number."
    )


def _special(scenario: Scenario) -> Iterator[str]:
    yield f"<h2>{escape(scenario.title)} ({escape(scenario.rule)})</h2>"
    yield f"<p>Turns {scenario.first_turn} to {scenario.last_turn}.</p>"
    chosen = ((choice.rule, choice.summary) for choice in scenario.choices)
    yield from _table(("Rule", ""), (*scenario.notes, *chosen))


def _judged(game: Game) -> Iterator[str]:
    """The rules that hexcheck judges, in a few words of our own."""
    if game.rules.texts:
        yield "<h2>What hexcheck judges</h2>"
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
    """Where VASSAL looks for a chart: pictures among the pictures, pages at the top."""
    return f"images/{name}" if name.endswith(".png") else name


def chart_window(maker: PieceMaker) -> Component:
    """The arrivals, the game's charts, and those of its `module:` section."""
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
        tooltip="Arrivals and tables",
        hotkey=key_stroke("Ctrl+Shift+T"),
    )


def chart_page(chart: Chart) -> str:
    """A chart as a page of HTML."""
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
