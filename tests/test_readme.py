"""README and tutorial, followed as a reader would follow them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.tour import PAGES, Shown, renewed, walk

FAILS = {
    "README.md": [("hexcheck stack.json", 1)],
    "tutorial.md": [("hexmarshal validate hill-200", 1), ("hexcheck crowd.json", 1)],
}
"""Commands that end with another exit status than 0, and with which."""


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_prints_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    tour = list(walk(page.read_text(encoding="utf-8"), tmp_path))
    assert len(tour) >= 8
    failed = [(step.command, step.status) for step in tour if step.status]
    assert failed == FAILS[page.name]
    for step in tour:
        assert step.is_true, f"{step.command}\n{step.printed}\n(`make tour` renews the page)"


def test_a_page_is_renewed_where_it_is_not_true() -> None:
    page = "```console\n$ a\n...\nx: 1 file, in 2 s\n$ b\n$ c\nsame\n$ b\n```\n"
    tour = [
        Shown("a", "...\nx: 1 file, in 2 s", "one\ntwo\nx: 2 files, in 9 s", 0),
        Shown("b", "", "new", 0),
        Shown("c", "same", "same", 0),
        Shown("b", "", "newer", 0),
    ]
    assert [step.is_true for step in tour] == [False, False, True, False]
    assert renewed(page, tour) == (
        "```console\n$ a\n...\nx: 2 files, in 9 s\n$ b\nnew\n$ c\nsame\n$ b\nnewer\n```\n"
    )


def test_a_duration_may_differ() -> None:
    assert Shown("a", "x, in 2.5 s", "x, in 40 s", 0).is_true
    assert not Shown("a", "x, in 2.5 s", "y, in 2.5 s", 0).is_true
