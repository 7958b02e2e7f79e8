"""What spreadsheets do to cells, and what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.game.load.damage import damage, number_damage

NARVA = "{column:02}{row:02}"
ISKRA = "{column:02}.{row:02}"
BALTIC = "E{row}.{column:02}"


@pytest.mark.parametrize(
    ("damaged", "form", "hint"),
    [
        ("125", NARVA, "0125"),  # 0125 as a number
        ("7", NARVA, "0007"),
        ("1.2", ISKRA, "01.20"),  # 01.20 as a number
        ("17.4", ISKRA, "17.40"),
        ("1.05", ISKRA, "01.05"),
        ("Jan-48", ISKRA, "(perhaps 01.48)"),  # 01.48 as a month
        ("12-Mar", ISKRA, "12.03 or 03.12"),
        ("12. Mrz", ISKRA, "12.03 or 03.12"),
        ("may 05", ISKRA, "05.05"),
        ("Mai 48", ISKRA, "05.48"),
        ("09-févr", ISKRA, "09.02"),
        ("01.03.2024", ISKRA, "01.03 or 03.01 or 1.3.24 or 03.24"),
        ("2024-03-01 00:00:00", ISKRA, "01.03"),
        ("44927", ISKRA, "01.01"),  # 1 January 2023 as a day's number
        ("1,2", ISKRA, "01.20"),
        ("604.0", NARVA, "0604"),
        ("6,04E+02", NARVA, "a power of ten"),
        ("#BEZUG!", NARVA, "a spreadsheet formula error"),
        ('="0604"', NARVA, "write 0604"),
        ("'0604", NARVA, "write 0604"),
    ],
)
def test_damage_is_recognised(damaged: str, form: str, hint: str) -> None:
    said = number_damage(damaged, form)
    assert hint in said


@pytest.mark.parametrize(
    ("text", "form"),
    [("0125", NARVA), ("17.40", ISKRA), ("E3.16", BALTIC), ("Narva", NARVA), ("", ISKRA)],
)
def test_what_is_whole_is_left_alone(text: str, form: str) -> None:
    assert number_damage(text, form) == ""


@given(st.integers(1, 99), st.integers(1, 99))
def test_lost_zeros_of_any_hex_are_found_again(column: int, row: int) -> None:
    label = f"{column:02}.{row:02}"
    number = repr(float(label))  # what is left when a spreadsheet takes it for a number
    if number != label:
        assert f"perhaps {label})" in number_damage(number, ISKRA)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("14. Jan", "14.01"),  # rule 14.1
        ("09.01.2001", "9.1.1"),  # rule 9.1.1
        ("02-Jan", "02.01"),  # 1/2, a designation
        ("#NAME?", "error"),
    ],
)
def test_dates_and_errors_are_seen_in_any_cell(text: str, hint: str) -> None:
    assert hint in damage(text)


@pytest.mark.parametrize(
    "text", ["1. Marine", "3. Mag. Zug", "Mai 44", "61st", "9.1.1", "1/2", "#5", "12-3", "E9", "+"]
)
def test_names_are_left_alone(text: str) -> None:
    assert damage(text) == ""
