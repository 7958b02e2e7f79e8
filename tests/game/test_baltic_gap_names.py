"""Units of Baltic Gap by the names that people use for what the lists print."""

from __future__ import annotations

from functools import cache

import pytest

from hexmarshal.game.names import CounterBook, Wanted
from tests.games import shipped_game


@cache
def book() -> CounterBook:
    return CounterBook(shipped_game("baltic-gap"))


def found(name: str, side: str = "", formation: str = "", **more: str) -> str:
    counter = book().find(Wanted(name, side, formation, **more), {})
    return counter.id if counter else ""


@pytest.mark.parametrize(
    ("name", "counter"),
    [
        ("24th Infantry Division", "g-inf-div-24"),
        ("24 ID", "g-inf-div-24"),
        ("Inf 24", "g-inf-div-24"),
        ("16-4-3 (24)", "g-inf-div-24"),
        ("281 Sec", "g-sec-div-281"),
        ("226 StuG Bn", "g-ag-bn-226"),
        ("Assault Gun Battalion 226", "g-ag-bn-226"),
        ("519th Panzerjäger Battalion", "g-pj-bn-519"),
        ("502 Tiger", "g-tgr-bn-502"),
        ("Tiger Bn 502", "g-tgr-bn-502"),
        ("15 SS Latvian Division", "g-lat-inf-div-15-ss"),
        ("Knappe Group", ""),
        ("Knap", "g-lat-bdr-kg-knap"),
        ("1st Latvian Border Regiment", "g-lat-bdr-rgt-1"),
        ("3-5-7 SvGZ", "g-pz-bn-svgz"),
        ("1 Corps Artillery", ""),
        ("18-2-2 Artillery Group (10)", "g-arty-grp-10"),
        ("6th SS Latvian Corps HQ", "g-6-ss-lat-corps-hq"),
    ],
)
def test_german_units(name: str, counter: str) -> None:
    assert found(name, "german") == counter


@pytest.mark.parametrize(
    ("name", "counter"),
    [
        ("71st Guards Rifle Division", "s-gd-inf-div-71"),
        ("71 Gds Inf", "s-gd-inf-div-71"),
        ("51 Inf Div", "s-inf-div-51"),
        ("51 Gd Rifle Div", "s-gd-inf-div-51"),
        ("8-2-2 (346)", "s-inf-div-346"),
        ("101st Brigade", "s-inf-bde-101"),
        ("9 Pontoon Brigade", "s-pontoon-bde-9"),
        ("152nd Fortified Region", "s-ur-bde-152"),
        ("43rd Army Headquarters", "s-43-army-hq"),
        ("1st Shock Army HQ", "s-1-shock-army-hq"),
    ],
)
def test_soviet_units(name: str, counter: str) -> None:
    assert found(name, "soviet") == counter


@pytest.mark.parametrize(
    "name", ["AG of GD PG Div", "GD PG Div AG", "AG, GD PG Div", "AG (GD PG Div)", "AG/GD PG Div"]
)
def test_members_with_their_formation(name: str) -> None:
    assert found(name, "german") == "g-gd-pg-div-ag"
    assert found("I/35 Panzer", "german", "4th Panzer Division") == "g-4-pz-div-i-35-pz"


def test_infantry_is_no_tank_brigade() -> None:
    assert found("202 Tank", "soviet") == "s-19-tank-corps-202-tank"
    assert found("202nd Rifle Division", "soviet") == ""


def test_a_size_with_a_number_is_a_label() -> None:
    assert found("1st Division", "german") == "g-inf-div-1"
    assert found("Division 1", "german") == ""
    assert found("Brigade 101", "soviet") == ""


def test_every_printed_form_means_its_counter() -> None:
    for counter in book().game.counters.values():
        for printed in (counter.name, *counter.as_printed):
            fitting = book().fitting(Wanted(printed, counter.side, counter.formation))
            assert counter.id in [one.id for one in fitting]
