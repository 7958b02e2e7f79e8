"""The printed map: tiles cover it, meet on their marks, and have instructions."""

from __future__ import annotations

from itertools import pairwise

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from builder.print.map_sheets import (
    FOOT,
    MARGIN,
    OVERLAP,
    Tile,
    Tiling,
    cuts,
    map_sheet,
    map_tiles,
    sheets,
    tiling,
)
from builder.print.paper import PAPERS, ruler
from hexmarshal.art import pixels
from hexmarshal.art.drawing import PT_PER_MM, Polylines
from hexmarshal.art.map import map_drawing, map_layout
from hexmarshal.game.model import Game
from tests.art.maps import flat_board, game

LENGTHS = st.floats(200, 5000)


@pytest.fixture(scope="module")
def small() -> Game:
    return game(flat_board())


def texts_of(document: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(document)]


def sizes_of(document: bytes) -> list[tuple[float, float]]:
    return [page.get_size() for page in pypdfium2.PdfDocument(document)]


# -- tiles ------------------------------------------------------------------------------------


@given(LENGTHS, LENGTHS, st.sampled_from(sorted(PAPERS)))
def test_tiles_cover_the_map_and_fit_their_paper(width: float, height: float, paper: str) -> None:
    cut = tiling(width, height, PAPERS[paper])
    assert sorted(cut.paper) == sorted(PAPERS[paper])
    rows, columns = {t.row: t for t in cut.tiles}, {t.column: t for t in cut.tiles}
    assert len(cut.tiles) == len(rows) * len(columns) == len({t.name for t in cut.tiles})
    across = [(columns[i].x, columns[i].width) for i in range(len(columns))]
    down = [(rows[i].y, rows[i].height) for i in range(len(rows))]
    for spans, length in ((across, width), (down, height)):
        assert spans[0][0] == 0
        assert sum(spans[-1]) == pytest.approx(length)
        for one, other in pairwise(spans):
            assert sum(one) - other[0] == pytest.approx(OVERLAP)
    wide, high = cut.paper[0] - 2 * MARGIN, cut.paper[1] - 2 * MARGIN - FOOT
    assert all(t.width <= wide + 1e-6 and t.height <= high + 1e-6 for t in cut.tiles)


@given(LENGTHS, LENGTHS)
def test_neighbours_are_cut_along_one_line(width: float, height: float) -> None:
    cut = tiling(width, height, PAPERS["a4"])
    at = {(t.row, t.column): t for t in cut.tiles}
    for (row, column), tile in at.items():
        right, below = at.get((row, column + 1)), at.get((row + 1, column))
        if right:
            assert cuts(cut, tile)[0][-1] == pytest.approx(cuts(cut, right)[0][0])
        if below:
            assert cuts(cut, tile)[1][-1] == pytest.approx(cuts(cut, below)[1][0])


def test_tiles_use_the_orientation_with_fewer_pages() -> None:
    width, height = PAPERS["a4"]
    across = tiling(height - 2 * MARGIN, width - 2 * MARGIN - FOOT, PAPERS["a4"])
    assert len(across.tiles) == 1
    assert across.paper == (height, width)


def test_rows_beyond_z_have_two_letters() -> None:
    cut = tiling(300, 30_000, PAPERS["a4"])
    names = [t.name for t in cut.tiles if t.column == 0]
    assert names[25:28] == ["Z1", "AA1", "AB1"]


def test_a_lone_tile_is_not_cut() -> None:
    tile = Tile("A1", 0, 0, 0, 0, 100, 100)
    assert cuts(Tiling((300, 300), (OVERLAP, OVERLAP), 1, 1, (tile,)), tile) == ([], [])


# -- documents --------------------------------------------------------------------------------


def test_the_whole_sheet_is_one_page_of_its_size(small: Game) -> None:
    layout = map_layout(small)
    ((width, height),) = sizes_of(map_sheet(map_drawing(small)))
    assert (width, height) == pytest.approx((layout.width, layout.height), abs=0.01)


@given(LENGTHS, LENGTHS, st.floats(150, 3000), st.floats(150, 3000))
def test_sheets_cover_the_map_and_share_what_they_have_to_spare(
    width: float, height: float, wide: float, high: float
) -> None:
    cut = sheets(width, height, (wide, high))
    for length, page, count, overlap, starts in (
        (width, wide, cut.columns, cut.overlap[0], sorted({t.x for t in cut.tiles})),
        (height, high, cut.rows, cut.overlap[1], sorted({t.y for t in cut.tiles})),
    ):
        assert count == len(starts)
        assert (count - 1) * page < length <= count * page + 1e-5
        assert starts[0] == 0
        size = page if count > 1 else length
        assert starts[-1] + size == pytest.approx(length)
        for one, other in pairwise(starts):
            assert one + size - other == pytest.approx(overlap, abs=1e-6)


def test_a_map_larger_than_its_paper_comes_on_several_sheets(small: Game) -> None:
    drawing = map_drawing(small)
    paper = (drawing.width * 0.52, drawing.height)
    document = map_sheet(drawing, paper)
    assert sizes_of(document) == [pytest.approx(paper, abs=0.01)] * 2
    left, right = pypdfium2.PdfDocument(document)
    whole = pixels.image(drawing, 1.0)
    for page, start in ((left, 0.0), (right, drawing.width - paper[0])):
        part = whole.crop((round(start), 20, round(start + paper[0]), whole.height - 20))
        shown = page.render(scale=1.0).to_pil().convert("RGB")
        shown = shown.crop((0, 20, part.width, 20 + part.height))
        small_size = part.width // 8, part.height // 8
        apart = ImageChops.difference(
            part.convert("RGB").resize(small_size, Image.Resampling.BOX),
            shown.resize(small_size, Image.Resampling.BOX),
        )
        assert max(ImageStat.Stat(apart).mean) < 4.0


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_page_of_tiles_is_labelled(small: Game, paper: str) -> None:
    drawing = map_drawing(small)
    cut = tiling(drawing.width, drawing.height, PAPERS[paper])
    document = map_tiles(map_drawing(small), paper)
    pages = texts_of(document)
    assert len(pages) == len(cut.tiles) + 1
    assert all("print at 100 %" in page for page in pages)
    assert all(tile.name in pages[0] for tile in cut.tiles)
    for tile, page in zip(cut.tiles, pages[1:], strict=True):
        assert f"tile {cut.tiles.index(tile) + 1} of {len(cut.tiles)}" in page
    assert all(size == pytest.approx(cut.paper, abs=0.01) for size in sizes_of(document))


def test_the_ruler_measures_100_millimetres() -> None:
    (lines,) = (shape for shape in ruler(50, 80) if isinstance(shape, Polylines))
    (left, right), *ticks = lines.lines
    assert right[0] - left[0] == pytest.approx(100 * PT_PER_MM)
    assert [tick[0][0] for tick in ticks][::20] == [left[0], pytest.approx(right[0])]


def test_tiles_show_the_map_as_it_is(small: Game) -> None:
    """A tile has the same pixels as that part of the whole map, including transparent parts."""
    drawing = map_drawing(small)
    cut = tiling(drawing.width, drawing.height, PAPERS["a4"])
    tile = cut.tiles[0]
    size = int(tile.width), int(tile.height)
    whole = pixels.image(drawing, 1.0).crop((0, 0, *size))
    at = round(MARGIN)
    page = pixels.pages(map_tiles(map_drawing(small), "a4"), 1.0)[1].crop(
        (at, at, at + size[0], at + size[1])
    )
    small_size = size[0] // 8, size[1] // 8
    apart = ImageChops.difference(
        whole.resize(small_size, Image.Resampling.BOX),
        page.resize(small_size, Image.Resampling.BOX),
    )
    mean = ImageStat.Stat(apart).mean
    assert max(mean) < 2.0, mean


def test_equal_maps_give_equal_bytes(small: Game) -> None:
    assert map_tiles(map_drawing(small), "a4") == map_tiles(map_drawing(small), "a4")
    assert map_sheet(map_drawing(small)) == map_sheet(map_drawing(small))


def test_an_unknown_paper_is_refused(small: Game) -> None:
    with pytest.raises(KeyError):
        map_tiles(map_drawing(small), "foolscap")
