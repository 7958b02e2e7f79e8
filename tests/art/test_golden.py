"""A few reviewed pictures: drawings change only on purpose.

    HEXMARSHAL_GOLDEN=write python -m pytest tests/art/test_golden.py

keeps new pictures; look at them before you commit them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from hexmarshal.art import pixels
from hexmarshal.art.counter import CounterFace, Token, symbols
from hexmarshal.art.counter import faces as counter_art
from hexmarshal.art.counter.look import CounterPalette, Sign
from hexmarshal.art.drawing import Drawing, Paint, Rect, Text

FOLDER = Path(__file__).parent / "golden"
SCALE = 4.0

GREEN, BLACK = CounterPalette("#6f8f5a", "#17181a"), CounterPalette("#1f1f21", "#f4f1e6")
REGIMENT = CounterFace(
    "unit",
    GREEN,
    "151G",
    type="infantry",
    echelon="III",
    formation="61",
    band="#6b3f86",
    corner="2626",
    values=(Token("4-4-4"),),
)


def faces() -> Drawing:
    """Every layout, a unit with a red dot and a reduced unit."""
    shown = (
        REGIMENT,
        CounterFace(
            "unit", BLACK, "161 Pio", type="engineer", echelon="II", formation="11 SS",
            band="#c0392f", corner="1A", values=(Token("1-2-4"),), stripe=True,
        ),
        CounterFace(
            "unit", CounterPalette("#b5a673", "#17181a"), "16UR", type="fortress", echelon="X",
            values=(Token("0-4-2"),), dot=True,
        ),
        CounterFace(
            "hq", GREEN, "FHH HQ", type="hq", echelon="XX", band="#8c9196", corner="1827",
            values=(Token("6", hexed=True), Token("6")),
        ),
        CounterFace("air", GREEN, "JU-87", type="dive bomber", values=(Token("+2"),)),
        CounterFace("naval", GREEN, "Prinz Eugen", type="cruiser", values=(Token("20-5"),)),
        CounterFace("pictogram", GREEN, "Wagon", type="wagon", values=(Token("1T"),)),
        CounterFace(
            "chit", CounterPalette("#f4f1e6", "#17181a"), "Random Event", corner="5",
            signs=(Sign("cross", "#15171a", "#ffffff"), Sign("star", "#b3261e", "#f1d26a")),
        ),
        CounterFace(
            "marker", CounterPalette("#f2ecdb", "#17181a"), "Out of Supply", type="out of supply"
        ),
    )  # fmt: skip
    items = [counter_art.draw(face, 36).at(2 + 38 * i, 2) for i, face in enumerate(shown)]
    return Drawing(2 + 38 * len(shown), 40, (Rect(0, 0, 400, 40, Paint("#ffffff")), *items))


def table() -> Drawing:
    """Every symbol with its name."""
    names = [*symbols.ARMS, "ski infantry", "parachute infantry", "naval infantry", "strange"]
    drawn = [
        shape
        for i, name in enumerate(names)
        for shape in (
            *symbols.symbol(name, symbols.SymbolBox(6 + i % 10 * 51, 6 + i // 10 * 38, 36, 24),
                            symbols.Style()),
            Text(24 + i % 10 * 51, 37 + i // 10 * 38, name, "regular", 5),
        )
    ]  # fmt: skip
    return Drawing(520, 310, (Rect(0, 0, 520, 310, Paint("#ffffff")), *drawn))


PICTURES = {"faces": faces, "symbols": table}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_as_they_were_looked_at(name: str) -> None:
    drawn = pixels.image(PICTURES[name](), SCALE).convert("RGB")
    kept = FOLDER / f"{name}.png"
    if os.environ.get("HEXMARSHAL_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        kept.write_bytes(pixels.encode(drawn, colours=64))
    golden = Image.open(kept).convert("RGB")
    assert drawn.size == golden.size
    # rasterisers differ in the edges of letters, never in whole areas
    differing = ImageChops.difference(drawn, golden).convert("L").point(lambda d: 255 * (d > 64))
    share = ImageStat.Stat(differing).mean[0] / 255
    assert share < 0.004


def test_the_comparison_sees_a_changed_value() -> None:
    before = pixels.image(counter_art.draw(REGIMENT, 36), SCALE).convert("RGB")
    changed = replace(REGIMENT, values=(Token("4-4-5"),))
    after = pixels.image(counter_art.draw(changed, 36), SCALE).convert("RGB")
    differing = ImageChops.difference(before, after).convert("L").point(lambda d: 255 * (d > 64))
    assert ImageStat.Stat(differing).mean[0] / 255 > 0.004
