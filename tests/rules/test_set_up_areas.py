"""Units that the set-up keeps to an area: the two Latvian regiments of 5.2 (Baltic Gap)."""

from __future__ import annotations

import pytest

from hexmarshal.rules.findings import Severity
from tests.rules.baltic_positions import axis, judged


@pytest.mark.parametrize(
    ("hex_", "outside"),
    [
        ("E13.25", False),  # in Latvia
        ("E12.26", True),  # two hexes from E12.24, in Lithuania
    ],
)
def test_the_latvian_regiments_stay_in_latvia(hex_: str, outside: bool) -> None:
    when = {"phase": "set up", "turn": 5, "date": "1944-07-08", "scenario": "5.2"}
    found = judged([axis("3-2-2 Lat Bdr Rgt (1)", hex_)], **when)  # type: ignore[arg-type]
    told = [f for f in found.findings if "outside Latvia" in f.message]
    assert bool(told) is outside
    assert all(f.rule == "5.2" and f.severity is Severity.SUSPECT for f in told)
