"""The tables and the figures of the shipped maps are what their scripts compute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from hexmarshal.game.folders import shipped_root
from tools.maps import baltic_gap, iskra, narva, report
from tools.maps.chart import PAGES, Chart

pytestmark = pytest.mark.slow

SCRIPTS: dict[str, tuple[type[Any], Callable[[Any, Mapping[str, str]], Mapping[str, str]]]] = {
    "narva": (narva.Narva, narva.figures),
    "iskra": (iskra.Iskra, iskra.figures),
    "baltic-gap": (baltic_gap.BalticGap, baltic_gap.figures),
}


@cache
def computed(game: str) -> tuple[Chart, dict[str, str]]:
    chart = SCRIPTS[game][0].of(game)
    return chart, chart.files()


@pytest.mark.parametrize("game", SCRIPTS)
def test_the_tables_are_what_the_script_computes(game: str) -> None:
    _, tables = computed(game)
    assert len(tables) == 8
    for name, text in tables.items():
        read = (shipped_root() / "maps" / game / name).read_text(encoding="utf-8")
        assert read == text, f"{name} is stale"


@pytest.mark.parametrize("game", SCRIPTS)
def test_the_figures_on_the_map_s_page_are_the_map_s(game: str) -> None:
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert report.page(text, SCRIPTS[game][1](*computed(game))) == text
