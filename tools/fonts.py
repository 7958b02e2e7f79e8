"""Cuts the shipped fonts from Fira Sans Condensed (OFL).

    python -m pip install fonttools brotli fontpkg-fira-sans-condensed
    python -m tools.fonts FOLDER_WITH_THE_TTF_FILES

Each face is kept for Latin, Greek and Cyrillic, without hinting and layout tables: without
kerning a text is equally wide in print, in a browser and by our own measure. Beside the TrueType
file each face gets WOFF2 pieces for embedding in SVG.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from hexmarshal.art.fonts import FACES, FOLDER, PIECES

EXTRA = "‐‑–—‘’‚“”„†‡•…‰′″‹›⁄€№™←↑→↓−√∞≈≠≤≥◊"


def main(source: Path) -> None:
    """Writes every face of `FACES` into the package's font folder."""
    FOLDER.mkdir(exist_ok=True)
    for name, face in FACES.items():
        original = source / f"FiraSansCondensed-{face.style}.ttf"
        wanted = {code for piece in PIECES for code in piece.codes()} | {ord(c) for c in EXTRA}
        _cut(original, wanted, FOLDER / f"{name}.ttf", flavor=None)
        for piece in PIECES:
            codes = set(piece.codes()) | ({ord(c) for c in EXTRA} if piece.rest else set())
            _cut(original, codes, FOLDER / f"{name}.{piece.name}.woff2", flavor="woff2")


def _cut(source: Path, codes: set[int], target: Path, flavor: str | None) -> None:
    options = subset.Options(
        layout_features=[], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 6, 13, 14]
    )
    options.drop_tables += ["GPOS", "GSUB", "GDEF", "kern", "DSIG"]
    font = TTFont(source, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font.flavor = flavor
    font.save(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
