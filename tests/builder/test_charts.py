"""Charts: every cell of the data in the module's pages and on paper, and faults."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pypdfium2
import pytest

from builder.module.help import chart_file, chart_page
from builder.print.charts import charts_pdf
from hexmarshal.game.faults import DataError
from hexmarshal.game.load import load
from hexmarshal.game.model import Chart, ChartTable, Game
from tests.builder.conftest import Workshop
from tests.games import shipped_game


@pytest.fixture(scope="module", params=["narva", "iskra", "baltic-gap"])
def game(request: pytest.FixtureRequest) -> Game:
    return shipped_game(request.param)


class Rows(HTMLParser):
    """The cells of each row of a page, and how many columns each takes."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.columns: list[int] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
            self.columns.append(0)
        if tag == "td":
            self.rows[-1].append("")
            self.columns[-1] += int(dict(attrs).get("colspan") or 1)
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "td"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data


def _read(chart: Chart) -> Rows:
    rows = Rows()
    rows.feed(chart_page(chart))
    return rows


def test_a_page_of_the_module_has_every_row(game: Game) -> None:
    assert game.charts
    for chart in game.charts:
        rows = _read(chart)
        wanted = [
            list(row)
            for table in chart.tables
            for row in (
                *([tuple(over for over, _ in table.heads)] if table.heads else ()),
                table.names,
                *table.rows,
            )
        ]
        assert rows.rows == wanted
        widths = [
            len(table.columns)
            for table in chart.tables
            for _ in range(bool(table.heads) + 1 + len(table.rows))
        ]
        assert rows.columns == widths


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheets_have_every_word(game: Game, paper: str) -> None:
    document = pypdfium2.PdfDocument(charts_pdf(game.title, game.charts, paper))
    pages = [page.get_textpage().get_text_range() for page in document]
    assert all(len(page) > 100 for page in pages)
    text = "".join("".join(pages).split())
    for chart in game.charts:
        for table in chart.tables:
            for word in (chart.title, table.title, table.rule, *table.names):
                assert "".join(word.split()) in text
            for cell in (cell for row in table.rows for cell in row):
                for word in cell.split():
                    assert word in text


def test_the_same_charts_give_the_same_bytes(game: Game) -> None:
    assert charts_pdf("x", game.charts, "a4") == charts_pdf("x", game.charts, "a4")


def test_a_table_longer_than_a_page_and_a_cell_longer_than_a_page_go_on() -> None:
    long = ChartTable("Long", ("A", "B"), tuple((str(i), "x") for i in range(200)))
    deep = ChartTable("Deep", ("A", "B"), (("a", "word " * 4000),))
    document = pypdfium2.PdfDocument(charts_pdf("t", [Chart("c", (long, deep))], "a4"))
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert all(f"{i}" in text for i in range(200))
    assert text.count("word") == 4000


def test_markup_in_a_cell_is_shown_as_written() -> None:
    table = ChartTable("a < b", ("A&B",), (("<b>",),), rule="1 > 0", notes=("x & y",))
    page = chart_page(Chart("c", (table,)))
    assert all(text in page for text in ("&lt;b&gt;", "A&amp;B", "x &amp; y"))
    document = pypdfium2.PdfDocument(charts_pdf("t", [Chart("c", (table,))], "a4"))
    assert "<b>" in document[0].get_textpage().get_text_range()


def test_names_of_pages_are_plain() -> None:
    assert chart_file(3, Chart("Weather, events & more", ())) == "chart-3-weather-events-more.html"


ONE = """\
charts:
  - title: Weather
    tables:
      - title: Weather
        columns: [Die, "Sky: Day", "Sky: Night"]
        rows:
          - ["1", rain]
  - title: Weather
    tables:
      - {title: T, columns: [A], rows: [[b]]}
"""


def test_faults_of_charts_have_their_place(workshop: Workshop) -> None:
    file = workshop.root / "scenarios" / "hill-200" / "charts.yaml"
    file.write_text(ONE, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load(workshop.folders)
    told = [str(fault).replace(str(Path(file)), "charts.yaml") for fault in caught.value.faults]
    assert any(":7:13: the row has 2 cells, but 'Weather' has 3" in text for text in told), told
    assert any("duplicate chart 'Weather' in charts" in text for text in told), told


def test_a_new_chart_makes_sheets_and_module_anew(built: Workshop) -> None:
    file = built.root / "scenarios" / "hill-200" / "charts.yaml"
    file.write_text(ONE[: ONE.rindex("  - title")].replace("rain]", "rain, stars]"), "utf-8")
    made = built.made(built.build())
    assert sorted(made) == [
        "charts-letter.pdf", "charts.pdf", "hill-200.vmod", "saves/crossing.vsav",
    ]  # fmt: skip
    (chart,) = load(built.folders).charts
    (table,) = chart.tables
    assert table.heads == (("", 1), ("Sky", 2))
    assert table.names == ("Die", "Day", "Night")
