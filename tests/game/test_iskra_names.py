"""Units of Iskra as people call them: without their division, by their arm, in words."""

from __future__ import annotations

from functools import cache

import pytest

from hexmarshal.game.names import CounterBook, Wanted
from tests.games import shipped_game


@cache
def book() -> CounterBook:
    return CounterBook(shipped_game("iskra"))


def meant(name: str, side: str, formation: str = "", kind: str = "") -> str:
    counter = book().find(Wanted(name, side, formation, kind), {})
    return counter.id if counter else ""


@pytest.mark.parametrize(
    ("names", "counter"),
    [
        ("I/328; 1/328/227; 1-328; 1/328 (227)", "g-227-1-328"),
        ("1P; 1 Pio; 1. Pionier; Pio 1; 1 Eng", "g-1-1p"),
        ("1PJ; 1 Panzerjäger; 1 PzJg", "g-1-1pj"),
        ("1R; 1 R; 1 Recon; 1 Aufkl", "g-1-1r"),
        ("227. ID HQ; HQ 227; 227th Division HQ", "g-227-hq"),
        ("5Geb HQ; 5 Gebirgs HQ; 5th Mountain Division HQ", "g-5geb-hq"),
        ("95 GebR; 95 Geb R", "g-5geb-95-gebr"),
        ("2/100 Geb; II/100 Gebirgs", "g-5geb-2-100geb"),
        ("Hühner HQ; Huehner HQ; Huhner HQ; HQ Gruppe Hühner", "g-huehner-hq"),
        ("1/151/61 (Ind); 1/151 (Ind); 1/151 Independent", "g-ind-1-151-61"),
        ("3/390; III/390; 3/390/215", "g-ind-3-390-215"),
        ("II/1G; 2/1G", "g-4ss-2-1g"),
        ("III/3G; 3/3G", "g-4ss-3-3g"),
        ("3/3G/4 SS (Ind); 3/3G (Ind)", "g-ind-3-3g-4ss"),
        ("Tiger I; s502; Tiger 1/s502", "g-s502"),
        ("KG Am Seeufer; AmSeeufer; Seeufer", "g-kg-am-seeufer"),
        ("zbV 540; zbV540G", "g-ind-zbv540"),
        ("636 SICH; 636 Sicherung", "g-ind-636-sich"),
        ("JG54; JG 54", "g-air-jg54"),
    ],
)
def test_germans(names: str, counter: str) -> None:
    for name in names.split("; "):
        assert meant(name, "german") == counter, name


@pytest.mark.parametrize(
    ("names", "counter"),
    [
        ("2 Sh A HQ; 2nd Shock Army HQ; 2 Shock HQ", "s-2sha-hq"),
        ("131G; 131 Gd; 131 Guards; 131 Gds/45 Gds", "s-45g-131g"),
        ("942; 942 (268); 942nd Rifle; 942 Rifle Regiment", "s-268-942"),
        ("152T; 152 Tk; 152nd Tank Brigade", "s-268-152t"),
        ("32GT; 32 Gds Tank; 32 Guards Tank", "s-376-32gt"),
        ("30GT; 30 Gds Tank; 30th Guards Tank Brigade", "s-30gt"),
        ("1/55 Naval; 1/55; 1/55th Naval", "s-55b-1"),
        ("1/12 Ski; 1/12th Ski Brigade", "s-12b-1"),
        ("42 Pontonier; 42 Pon; 42nd Pontoon; Pontoon 42", "s-ind-42-pontoon"),
        ("2 Spec Eng; 2 Special Engineer", "s-ind-2speceng"),
        ("16 UR; 16 Fortified Region", "s-16ur"),
        ("183; 183/224; 185/224", "s-224-183"),
        ("281 GA; 281GA", "s-air-281-ga"),
        ("53rd Brigade unit; 53 Bde; 53rd Bde", "s-53b"),
    ],
)
def test_soviets(names: str, counter: str) -> None:
    for name in names.split("; "):
        assert meant(name, "soviet") == counter, name


def test_a_kind_goes_before_a_spelling() -> None:
    assert meant("67th Army", "soviet", kind="hq") == "s-67a-hq"
    assert meant("67th Army", "soviet", kind="chit") == "s-chit-67a"
    assert meant("Huehner", "german", kind="hq") == "g-huehner-hq"
    assert meant("Huehner", "german", kind="chit") == "g-chit-huehner"


def test_formations_tell_battalions_apart() -> None:
    assert meant("HQ", "german", "61 ID") == "g-61-hq"
    assert meant("1/11", "soviet", "11th Brigade") == "s-11b-1"
    assert meant("163", "soviet", "11th Division") == "s-11-163"
    assert meant("129", "soviet", "45 Gds") == "s-45g-129g"


def test_what_is_nobody() -> None:
    for name in ("999/268", "942/269", "3/328", "45G"):
        assert meant(name, "german") == meant(name, "soviet") == "", name
    assert meant("942", "soviet", "136th Division") == ""
    assert meant("3", "german") == "", "battalions of many regiments"
