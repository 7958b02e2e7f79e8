"""Drawings look the same as SVG, PDF and pixels, and are reproducible."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from lxml import etree
from PIL import Image

from hexmarshal.art import fonts, pdf, pixels, svg
from hexmarshal.art.drawing import (
    Curve,
    Drawing,
    Ellipse,
    Group,
    Loops,
    Paint,
    Picture,
    Polygon,
    Polylines,
    Rect,
    Shape,
    Text,
)

RED, BLUE, WHITE = "#ff0000", "#0000ff", "#ffffff"
SVG = "{http://www.w3.org/2000/svg}"


def drawing(*items: Shape) -> Drawing:
    return Drawing(100, 50, items, title="A test")


def pixel(picture: Drawing, x: float, y: float) -> tuple[int, ...]:
    """The colour at a point of a drawing of 100 x 50 points, at four pixels per point."""
    found = pixels.image(picture, 4).getpixel((round(x * 4), round(y * 4)))
    assert isinstance(found, tuple)
    return found


def test_y_grows_down_and_sizes_are_points() -> None:
    picture = drawing(Rect(0, 0, 10, 10, Paint(fill=RED)))
    assert pixels.image(picture, 4).size == (400, 200)
    assert pixel(picture, 5, 5) == (255, 0, 0)
    assert pixel(picture, 5, 45) == (255, 255, 255)


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        (Polygon(((10, 10), (40, 10), (10, 40)), Paint(fill=RED)), (15, 15), (38, 38)),
        (Ellipse(50, 25, 20, 10, Paint(fill=RED)), (68, 25), (68, 34)),
        (Rect(10, 10, 20, 20, Paint(fill=RED), radius=8), (20, 20), (11, 11)),
        (
            Curve((10, 25), (((10, 0), (40, 0), (40, 25)),), Paint(fill=RED), closed=True),
            (25, 15),
            (11, 10),
        ),
        (
            Polylines(
                (
                    ((0, 0), (40, 0), (40, 40), (0, 40)),
                    ((10, 10), (30, 10), (30, 30), (10, 30)),
                ),
                Paint(fill=RED),
                closed=True,
            ),
            (5, 5),
            (20, 20),
        ),
        (
            Loops(
                (
                    ((0, 0), (((0, 0), (60, 0), (60, 0)), ((60, 50), (0, 50), (0, 0)))),
                    ((20, 5), (((20, 5), (30, 5), (30, 5)), ((30, 15), (20, 15), (20, 5)))),
                ),
                Paint(fill=RED),
            ),
            (10, 5),
            (25, 8),
        ),
    ],
)
def test_shapes_fill_what_they_enclose(
    shape: Shape, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    assert pixel(drawing(shape), *inside) == (255, 0, 0)
    assert pixel(drawing(shape), *outside) == (255, 255, 255)


def test_group_scales_then_turns_then_moves() -> None:
    bar = Rect(0, 0, 10, 2, Paint(fill=RED))
    picture = drawing(Group((bar,), move=(50, 10), scale=2, turn=90))
    assert pixel(picture, 48, 20) == (255, 0, 0)  # 20 long, clockwise from east: southwards
    assert pixel(picture, 48, 31) == (255, 255, 255)
    assert pixel(picture, 60, 11) == (255, 255, 255)


def test_group_clips_and_fades() -> None:
    square = Rect(0, 0, 40, 40, Paint(fill=RED))
    clipped = drawing(Group((square,), clip=((0, 0), (10, 0), (10, 10), (0, 10))))
    assert pixel(clipped, 5, 5) == (255, 0, 0)
    assert pixel(clipped, 20, 20) == (255, 255, 255)
    faded = pixel(drawing(Group((square,), opacity=0.5)), 5, 5)
    assert abs(faded[1] - 128) <= 1


def test_picture_stands_upright() -> None:
    two = Image.new("RGB", (1, 2), "#0000ff")
    two.putpixel((0, 0), (255, 0, 0))
    target = BytesIO()
    two.save(target, "PNG")
    shown = drawing(Picture(10, 10, 20, 20, target.getvalue()))
    assert pixel(shown, 20, 11) == (255, 0, 0)
    assert pixel(shown, 20, 29) == (0, 0, 255)


def ink(picture: Drawing) -> tuple[float, float, float, float]:
    """The box of everything that is not white, in points."""
    flipped = pixels.image(picture, 8).convert("L").point(lambda level: 255 - level)
    box = flipped.getbbox()
    assert box is not None
    return (box[0] / 8, box[1] / 8, box[2] / 8, box[3] / 8)


@pytest.mark.parametrize("face", sorted(fonts.FACES))
@pytest.mark.parametrize("stretch", [1.0, 0.75])
def test_text_is_as_wide_as_measured(face: str, stretch: float) -> None:
    text = Text(50, 30, "Häme 3-4-5 Нарва", face, 12, stretch=stretch)
    left, _, right, bottom = ink(drawing(text))
    half = fonts.width(text.text, face, 12) * stretch / 2
    assert left == pytest.approx(50 - half, abs=1)
    assert right == pytest.approx(50 + half, abs=1)
    assert bottom > 30  # the tail of the Cyrillic er


@pytest.mark.parametrize("face", sorted(fonts.FACES))
def test_capitals_and_figures_are_as_high_as_measured(face: str) -> None:
    _, top, _, bottom = ink(drawing(Text(50, 40, "H1", face, 30)))
    assert bottom - top == pytest.approx(fonts.cap_height(face, 30), abs=0.4)
    assert bottom == pytest.approx(40, abs=0.3)


def test_halo_does_not_eat_the_letters() -> None:
    plain = ink(drawing(Rect(0, 0, 100, 50, Paint(fill=WHITE)), Text(50, 30, "H", "bold", 20)))
    haloed = ink(
        drawing(
            Text(50, 30, "H", "bold", 20, halo=WHITE, halo_width=3),
            Text(500, 30, "H", "bold", 20),
        )
    )
    assert haloed == plain


def test_outputs_are_the_same_every_time() -> None:
    picture = drawing(
        Rect(0, 0, 100, 50, Paint(fill=BLUE, opacity=0.3)), Text(50, 30, "3-4-5", "bold", 20)
    )
    assert svg.write(picture) == svg.write(picture)
    assert pdf.write([picture, picture]) == pdf.write([picture, picture])
    assert pixels.png(picture, 2) == pixels.png(picture, 2)


def test_pdf_pages_have_their_drawings_sizes() -> None:
    document = pypdfium2.PdfDocument(pdf.write([drawing(), Drawing(612, 792, ())]))
    assert [document.get_page_size(i) for i in range(2)] == [(100, 50), (612, 792)]


def test_text_in_pdf_can_be_searched() -> None:
    document = pypdfium2.PdfDocument(pdf.write([drawing(Text(50, 30, "151G Häme", "bold", 9))]))
    assert document[0].get_textpage().get_text_range() == "151G Häme"


def test_png_palette_and_transparency() -> None:
    picture = drawing(Rect(10, 10, 20, 20, Paint(fill=RED)))
    small = Image.open(BytesIO(pixels.png(picture, 2, colours=16)))
    assert small.mode == "P"
    clear = Image.open(BytesIO(pixels.png(picture, width=200, transparent=True)))
    assert clear.size == (200, 100)
    assert clear.getpixel((0, 0)) == (0, 0, 0, 0)
    assert clear.getpixel((40, 40)) == (255, 0, 0, 255)


def test_svg_keeps_text_and_carries_its_letters() -> None:
    root = etree.fromstring(svg.write(drawing(Text(50, 30, "3 < 4 & Я", "bold", 9))).encode())
    (text,) = root.iter(f"{SVG}text")
    assert text.text == "3 < 4 & Я"
    assert float(text.get("textLength", "nan")) == pytest.approx(
        fonts.width("3 < 4 & Я", "bold", 9), abs=0.01
    )
    style = root.findtext(f"{SVG}defs/{SVG}style", "")
    assert style.count("@font-face") == 2  # basic letters, Cyrillic
    assert "font/woff2;base64," in style


def test_svg_without_text_embeds_nothing() -> None:
    assert "@font-face" not in svg.write(drawing(Rect(0, 0, 5, 5, Paint(fill=RED))))
