"""The report as a web page: its content, and how it works in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.checker.browser import browser
from tests.checker.conftest import Run

if TYPE_CHECKING:
    from selenium.webdriver.chromium.webdriver import ChromiumDriver
    from selenium.webdriver.remote.webelement import WebElement

Hexcheck = Callable[..., Run]

POSITION = {
    "game": "narva",
    "scenario": "campaign",
    "turn": 4,
    "phase": "supply",
    "moment": "end",
    "map": {
        "default": "clear",
        "hexsides": [],
        "paths": [],
        "sources": {"soviet": ["2001"]},
    },
    "counters": [
        {"ref": "a", "name": "1074", "side": "soviet", "formation": "122nd Corps", "hex": "2010"},
        {"ref": "b", "name": "1076", "side": "soviet", "formation": "122nd Corps", "hex": "2010"},
        {"ref": "c", "name": "1078", "side": "soviet", "formation": "122nd Corps", "hex": "2010"},
        {"ref": "g", "name": "366G", "side": "german", "hex": "0520", "level": 0},
        {"ref": "h", "name": "227 HQ", "side": "german", "hex": "0520", "level": 1},
        {"ref": "x", "name": "<img src=x onerror=document.title='no'>", "side": "german",
         "hex": "0510", "values": {"attack": 1}},
        {"ref": "t", "name": "Germany 1", "side": "german", "place": "Luftwaffe Box"},
    ],
}  # fmt: skip
"""Three Soviet regiments in a hex ten hexes from their source, and Germans without one."""


@pytest.fixture
def page(hexcheck: Hexcheck, tmp_path: Path) -> Path:
    (tmp_path / "p.json").write_text(json.dumps(POSITION))
    assert hexcheck("--report", tmp_path / "out", tmp_path / "p.json").status == 1
    return tmp_path / "out" / "p.json.html"


def test_the_page_is_small_and_self_contained(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert len(text) < 3_000_000
    for part in ("Luftwaffe Box", 'data-hex="2010"', "Soviet zones of control", "7.1 B"):
        assert part in text


# -- in a browser -----------------------------------------------------------------------------


@pytest.fixture
def desktop(page: Path) -> Iterator[ChromiumDriver]:
    with browser(1280, 800) as driver:
        driver.get(page.as_uri())
        yield driver


def one(driver: ChromiumDriver, selector: str) -> WebElement:
    return driver.find_element("css selector", selector)


def every(driver: ChromiumDriver, selector: str) -> list[WebElement]:
    return list(driver.find_elements("css selector", selector))


def press(driver: ChromiumDriver, selector: str) -> None:
    """Clicks an element of the map, wherever it has been scrolled to."""
    script = """
        const click = new MouseEvent("click", {bubbles: true});
        document.querySelector(arguments[0]).dispatchEvent(click);
    """
    driver.execute_script(script, selector)


def test_the_page_responds_and_loads_nothing(desktop: ChromiumDriver) -> None:
    finding = next(f for f in every(desktop, ".finding") if "7.1 B" in f.text)
    finding.find_element("css selector", ".show").click()
    assert "lit" in (finding.get_attribute("class") or "")
    assert len(every(desktop, "#chosen .hex")) == 1
    _hex_is_in_view(desktop, "2010")

    press(desktop, '.stack[data-hex="2010"]')
    card = one(desktop, "#card")
    assert card.is_displayed()
    names = [item.text for item in every(desktop, "#card li strong")]
    assert names == ["1078", "1076", "1074"], "from the top of the stack"
    assert "in supply (10.1): 9 hexes to 2001" in card.text
    assert len(every(desktop, "#card li svg")) == 3
    assert every(desktop, "#chosen .line")
    every(desktop, "#card li button")[2].click()
    assert [b.get_attribute("aria-pressed") for b in every(desktop, "#card li button")] == [
        "false",
        "false",
        "true",
    ]
    one(desktop, "body").send_keys("\ue00c")  # Escape
    assert not card.is_displayed()
    assert not every(desktop, "#chosen path")

    messages = [entry["message"] for entry in desktop.get_log("browser")]
    assert messages == [], "nothing went wrong"
    requests = chain.from_iterable(_asked(e["message"]) for e in desktop.get_log("performance"))
    assert {url.partition(":")[0] for url in requests} <= {"file", "data"}
    assert desktop.title != "no", "names are never markup"


def _asked(message: str) -> Iterator[str]:
    result = json.loads(message)["message"]
    if result["method"] == "Network.requestWillBeSent":
        yield result["params"]["request"]["url"]


def test_layers_can_be_shown_and_hidden(desktop: ChromiumDriver) -> None:
    for box in every(desktop, ".bar input"):
        layer = one(desktop, f"#{box.get_attribute('data-layer')}")
        for _ in range(2):
            box.click()
            assert (layer.get_attribute("hidden") is None) == box.is_selected()
    titles = {label.text for label in every(desktop, ".bar label")}
    assert {"Soviet zones of control", "Soviet supply lines", "Units without supply"} <= titles


def test_the_map_is_used_by_keyboard(desktop: ChromiumDriver) -> None:
    stack = one(desktop, '.stack[data-hex="2010"]')
    assert "2010: 1078, 1076, 1074" in (stack.get_attribute("aria-label") or "")
    desktop.execute_script("arguments[0].focus()", stack)
    desktop.switch_to.active_element.send_keys("\n")
    assert one(desktop, "#card").is_displayed()
    assert "1078" in desktop.switch_to.active_element.text


def test_a_stack_leads_to_the_findings_about_it(desktop: ChromiumDriver) -> None:
    press(desktop, '.stack[data-hex="2010"]')
    finding = next(f for f in every(desktop, ".finding") if "7.1 B" in f.text)
    assert "lit" in (finding.get_attribute("class") or "")
    one(desktop, "#card .message").click()
    assert not one(desktop, "#card").is_displayed()
    assert "lit" in (finding.get_attribute("class") or "")
    assert desktop.switch_to.active_element == finding


def test_arrow_keys_move_from_stack_to_stack(desktop: ChromiumDriver) -> None:
    stacks = every(desktop, ".stack")
    assert [s.get_attribute("tabindex") for s in stacks].count("0") == 1
    stack = one(desktop, '.stack[data-hex="0510"]')
    desktop.execute_script("arguments[0].focus()", stack)
    desktop.switch_to.active_element.send_keys("\ue014")  # right
    assert desktop.switch_to.active_element.get_attribute("data-hex") == "2010"
    desktop.switch_to.active_element.send_keys("\ue012")  # left
    assert desktop.switch_to.active_element.get_attribute("data-hex") in ("0510", "0520")


def _contrasts(driver: ChromiumDriver) -> list[float]:
    """The contrast of every text outside the map with what lies behind it."""
    script = """
        const rgb = (c) => c.match(/[\\d.]+/g).map(Number);
        const light = (c) => rgb(c).slice(0, 3).map((v) => v / 255)
          .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
          .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const behind = (e) => {
          const own = getComputedStyle(e).backgroundColor;
          return rgb(own)[3] === 0 ? behind(e.parentElement) : own;
        };
        const texts = [...document.querySelectorAll("body *:not(svg *)")]
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
          .filter((e) => e.offsetParent && !e.closest("svg, script"));
        return texts.map((e) => {
          const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
          return (a + 0.05) / (b + 0.05);
        });
    """
    return list(driver.execute_script(script))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(desktop: ChromiumDriver, scheme: str) -> None:
    desktop.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
    )
    press(desktop, '.stack[data-hex="2010"]')
    dark = desktop.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(251, 250, 246)") == (scheme == "light")
    found = _contrasts(desktop)
    assert len(found) > 20
    assert min(found) >= 4.5  # WCAG 2.1, 1.4.3


def test_a_phone_shows_map_and_findings(page: Path) -> None:
    with browser(390, 844, phone=True) as driver:
        driver.get(page.as_uri())
        wide, room = driver.execute_script(
            "return [document.documentElement.scrollWidth, window.innerWidth]"
        )
        assert wide <= room, "the page is not wider than the screen"
        one(driver, ".finding .show").click()
        _hex_is_in_view(driver, "2010")
        press(driver, '.stack[data-hex="2010"]')
        assert one(driver, "#card").is_displayed()
        small = driver.execute_script(
            "return [...document.querySelectorAll('.bar button, .finding button, #card button')]"
            ".map(b => b.getBoundingClientRect()).filter(r => r.height < 24 || r.width < 24).length"
        )
        assert small == 0, "every button is large enough for a finger"


def _hex_is_in_view(driver: ChromiumDriver, label: str) -> None:
    script = """
        const done = arguments[1];
        const box = (what) => document.querySelector(what).getBoundingClientRect();
        const seen = () => {
          const [frame, hex] = [box("#frame"), box(`.stack[data-hex="${arguments[0]}"]`)];
          const beside = hex.left >= frame.left && hex.right <= frame.right;
          return beside && hex.top >= frame.top && hex.bottom <= frame.bottom;
        };
        let tries = 40;
        const look = () => (seen() ? done(true) : tries-- ? setTimeout(look, 50) : done(false));
        look();
    """
    assert driver.execute_async_script(script, label), f"{label} is not in view"
