"""A real browser for the report pages, if the machine has one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.chromium.webdriver import ChromiumDriver

QUIET = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
)


@contextmanager
def browser(width: int, height: int, *, phone: bool = False) -> Iterator[ChromiumDriver]:
    """A browser window of a size in CSS pixels; skips the test where there is none."""
    webdriver = pytest.importorskip("selenium.webdriver")
    chrome = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if chrome is None or driver is None:
        pytest.skip("no browser on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = chrome
    for word in (*QUIET, f"--window-size={width},{height}"):
        options.add_argument(word)
    if phone:
        metrics = {"width": width, "height": height, "pixelRatio": 2, "touch": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield found
    finally:
        found.quit()
