"""Drawings as pixels: written as PDF, rasterised with pdfium, saved as PNG with Pillow."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
from PIL import Image

from hexmarshal.art import pdf
from hexmarshal.art.drawing import Drawing

PX_PER_PT_300_DPI = 300 / 72


def image(drawing: Drawing, px_per_pt: float, *, transparent: bool = False) -> Image.Image:
    """The drawing as an RGB or RGBA picture of ceil(size * px_per_pt) pixels."""
    return pages(pdf.write([drawing], compress=False), px_per_pt, transparent=transparent)[0]


def png(
    drawing: Drawing,
    px_per_pt: float | None = None,
    *,
    width: int | None = None,
    transparent: bool = False,
    colours: int | None = None,
) -> bytes:
    """The drawing as a PNG file, at a scale or with a width in pixels.

    `colours` reduces it to a palette of that many colours, without dithering.
    """
    if (px_per_pt is None) == (width is None):
        raise ValueError("give either px_per_pt or width")
    scale = px_per_pt if px_per_pt is not None else (width or 0) / drawing.width
    return encode(image(drawing, scale, transparent=transparent), colours=colours)


def pages(document: bytes, px_per_pt: float, *, transparent: bool = False) -> list[Image.Image]:
    """Every page of a PDF as a picture."""
    found = []
    opened = pypdfium2.PdfDocument(document)
    try:
        for page in opened:
            bitmap = page.render(
                scale=px_per_pt,
                fill_color=(0, 0, 0, 0) if transparent else (255, 255, 255, 255),
                rev_byteorder=True,
                may_draw_forms=False,
            )
            found.append(bitmap.to_pil().copy())
            bitmap.close()
            page.close()
    finally:
        opened.close()
    return found


def encode(picture: Image.Image, *, colours: int | None = None, level: int = 3) -> bytes:
    """A picture as a PNG file; equal pictures give equal bytes."""
    if colours is not None:
        alpha = picture.mode == "RGBA"
        method = Image.Quantize.FASTOCTREE if alpha else Image.Quantize.MEDIANCUT
        picture = picture.quantize(colours, method=method, dither=Image.Dither.NONE)
    target = BytesIO()
    picture.save(target, "PNG", compress_level=level)
    return target.getvalue()
