"""Draws the pictures of the README from the kits in `dist/`: `make pictures`.

The report page needs a browser. Where the machine has none, the picture that is there is kept.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageOps

from builder.kit import HEXCHECK
from hexmarshal.art import pixels
from hexmarshal.module_contract import ID, MAIN_MAP
from hexmarshal.vassal.archive import write_atomically
from hexmarshal.vassal.save import read_save

CHECKOUT = Path(__file__).parents[1]
DIST, PICTURES = CHECKOUT / "dist", CHECKOUT / "docs" / "pictures"
SIZE = 720, 500
"""Pixels of a picture."""
COLOURS = 128
"""Colours of a picture; so all pictures together stay below a megabyte."""
PAPER = "#ffffff"

Box = tuple[int, int, int, int]

COUNTERS = (
    (
        "narva",
        (
            "g-61-151g",
            "g-fhh-hq",
            "g-227-227-pio",
            "g-ind-2-502",
            "s-117-543",
            "s-30g-30-tk",
            "s-43-695",
        ),
    ),
    (
        "iskra",
        ("g-1-hq", "g-1-1-1", "g-227-3-366", "g-air-jg54", "s-13-119", "s-86-61t", "s-239-817"),
    ),
    (
        "baltic-gap",
        (
            *("g-inf-div-329", "g-arty-grp-18a", "g-ag-bn-277", "g-koruck-rgt-583"),
            *("s-gd-inf-div-71", "s-gd-tank-bn-2", "s-at-bde-18"),
        ),
    ),
)
"""Counters shown of each game."""
REPORTED = {
    "game": "narva",
    "turn": 1,
    "phase": "command",
    "moment": "end",
    "counters": [
        {"name": name, "side": "soviet", "formation": "122nd Corps", "hex": "2020"}
        for name in ("1074", "1076", "1078")
    ],
}
"""The README's position: three regiments in one hex."""


def main() -> int:
    """Draws all pictures; the exit status is 1 where a kit is missing."""
    if not all((DIST / game).is_dir() for game, _ in COUNTERS):
        print("no kits in dist/; run: make kit", file=sys.stderr)
        return 1
    _keep("counters", counters())
    _keep("sheet", page(DIST / "narva" / "counter-sheets-a4.pdf", 2))
    _keep("map", board("baltic-gap", (2450, 1500)))
    _keep("setup", page(DIST / "narva" / "setup" / "campaign.pdf", 1))
    _keep("play", in_play("narva", "campaign", (1640, 1290)))
    found = report()
    if found is None:
        print("report.png is kept: this machine has no chromium with chromedriver")
    else:
        _keep("report", found)
    return 0


def _keep(name: str, picture: Image.Image) -> None:
    picture = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    write_atomically(PICTURES / f"{name}.png", pixels.encode(picture, level=9))
    print(f"{name}.png")


def counters() -> Image.Image:
    """Counters of all games, a game a row and its backs below."""
    rows = [
        [_face(game, f"{id_}{side}") for id_ in ids if (_face_file(game, f"{id_}{side}")).is_file()]
        for game, ids in COUNTERS
        for side in ("", "-back")
    ]
    side, gap = 72, 9
    picture = Image.new("RGB", SIZE, PAPER)
    top = (SIZE[1] - len(rows) * (side + gap) + gap) // 2
    for row in rows:
        left = (SIZE[0] - len(row) * (side + gap) + gap) // 2
        for place, face in enumerate(row):
            picture.paste(face.resize((side, side)), (left + place * (side + gap), top))
        top += side + gap
    return picture


def _face_file(game: str, name: str) -> Path:
    return DIST / game / "counters" / f"{name}.png"


def _face(game: str, name: str) -> Image.Image:
    return Image.open(_face_file(game, name)).convert("RGB")


def page(document: Path, number: int) -> Image.Image:
    """The top of a page of a PDF, counted from 0, without its white margins."""
    (drawn,) = pixels.pages(document.read_bytes(), 1.6)[number : number + 1]
    inked = ImageOps.invert(drawn.convert("L")).getbbox() or (0, 0, *drawn.size)
    left, top, right = inked[0] - 20, inked[1] - 20, inked[2] + 20
    height = (right - left) * SIZE[1] // SIZE[0]
    return drawn.crop((left, top, right, top + height)).resize(SIZE, Image.Resampling.LANCZOS)


def board(game: str, corner: tuple[int, int]) -> Image.Image:
    """A part of a game's map, from its top left pixel."""
    return _part(Image.open(DIST / game / "map.png"), corner)


def in_play(game: str, scenario: str, corner: tuple[int, int]) -> Image.Image:
    """A part of the module's map with the set-up on it."""
    picture = Image.open(DIST / game / "map.png").convert("RGB")
    save = read_save(DIST / game / "saves" / f"{scenario}.vsav")
    for id_, place in save.places.items():
        about = save.pieces[id_].properties()
        if place.map == MAIN_MAP and ID in about:
            face = _as_it_lies(game, about)
            x, y = place.x + STACKED * place.level, place.y - STACKED * place.level
            picture.paste(face, (x - face.width // 2, y - face.height // 2))
    return _part(picture, corner)


COUNTER, STACKED = 76, 8
"""Pixels of a counter of the module, and by how much one sticks out over the one below it."""


def _as_it_lies(game: str, about: Mapping[str, str]) -> Image.Image:
    """A piece, by its properties, with its reduced side up where it has lost a step."""
    back = f"{about[ID]}-back"
    is_reduced = about.get("Step_Level", "1") != "1" and _face_file(game, back).is_file()
    face = _face(game, back if is_reduced else about[ID])
    return ImageOps.expand(face.resize((COUNTER - 2, COUNTER - 2)), 1, "#404040")


def _part(picture: Image.Image, corner: tuple[int, int]) -> Image.Image:
    x, y = corner
    seen = picture.convert("RGB").crop((x, y, x + SIZE[0] * 3 // 2, y + SIZE[1] * 3 // 2))
    return seen.resize(SIZE, Image.Resampling.LANCZOS)


def report() -> Image.Image | None:
    """The page that `hexcheck --report` writes, as a browser shows it; None without a browser."""
    chrome, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chrome is None or driver is None:
        return None
    with TemporaryDirectory() as folder:
        position = Path(folder) / "stack.json"
        position.write_text(json.dumps(REPORTED), encoding="utf-8")
        command = (sys.executable, "-c", HEXCHECK, "--report", folder, str(position))
        subprocess.run(command, capture_output=True, check=False)
        return _screenshot((Path(folder) / "stack.json.html").as_uri(), chrome, driver)


def _screenshot(url: str, chrome: str, driver: str) -> Image.Image:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = chrome
    words: Sequence[str] = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
    for word in (*words, "--disable-dev-shm-usage"):
        options.add_argument(word)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        size = {"width": SIZE[0] * 17 // 10, "height": SIZE[1] * 17 // 10}
        metrics = {**size, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.get(url)
        for selector in (*[".bar button:nth-of-type(2)"] * 2, ".finding .show"):
            browser.find_element("css selector", selector).click()
        with TemporaryDirectory() as folder:
            browser.save_screenshot(f"{folder}/page.png")
            seen = Image.open(f"{folder}/page.png").convert("RGB")
    finally:
        browser.quit()
    return seen.resize(SIZE, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main())
