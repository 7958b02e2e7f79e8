"""The look of counters: colours from names and groups, and faults with their place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hexmarshal.art.colours import contrast, ink_on, mix
from hexmarshal.art.counter import look as looks
from hexmarshal.art.counter.look import look_of
from hexmarshal.art.lengths import points
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import Folders, shipped_root
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from tests.games import shipped_game

GERMAN_SS = ("g-11ss-hq", "g-4ss-2-48", "g-20ss-1-46", "g-kust-hq")


@pytest.fixture(scope="module")
def narva() -> Game:
    return shipped_game("narva")


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """A copy of Narva with a look that tests can change."""
    for room in ("counters", "maps", "scenarios"):
        shutil.copytree(shipped_root() / room / "narva", tmp_path / room / "narva")
    return Folders("narva", tmp_path)


def faults(folders: Folders, text: str) -> list[str]:
    path = folders.counters / "look.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        look_of(load(folders))
    return [str(fault).removeprefix(f"{path}:") for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "length"), [("0.5in", 36), ('1"', 72), ("15 mm", 42.52), ("1.5cm", 42.52), ("9pt", 9)]
)
def test_lengths_are_read_as_people_write_them(text: str, length: float) -> None:
    assert points(text) == pytest.approx(length, abs=0.01)


@pytest.mark.parametrize("text", ["", "half an inch", "0,5in", "15", "1e3mm"])
def test_a_length_without_a_known_unit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write a length like"):
        points(text)


def test_black_and_white_text_is_chosen_by_contrast() -> None:
    assert ink_on("#f4f1e6") == "#111214"
    assert ink_on("#1f1f21") == "#ffffff"
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"


def test_counters_have_the_ground_of_their_group(narva: Game) -> None:
    look = look_of(narva)
    base = {
        id_: looks.palette(look, narva, counter).base for id_, counter in narva.counters.items()
    }
    # 2.7.1: black SS, green 26th Corps, grey 43rd Corps, blue police; 2.7.2: red Guards
    assert {base[id_] for id_ in GERMAN_SS} == {look.colours["black"]}
    assert base["g-61-151g"] == base["g-fhh-hq"] == look.colours["green"]
    assert base["g-225-376g"] == base["g-strac-hq"] == look.colours["grey"]
    assert base["g-pol-30p"] == look.colours["blue"]
    assert base["s-122-1074"] == look.colours["orange tan"]
    assert base["s-109-381"] == look.colours["drab"]
    assert base["s-30g-131"] == look.colours["red"]


def test_text_can_be_read_on_every_ground_and_stripe(narva: Game) -> None:
    look = look_of(narva)
    for counter in narva.counters.values():
        palette = looks.palette(look, narva, counter)
        assert contrast(palette.ink, palette.base) > 4.2, counter.id
        band = looks.band(look, narva, counter)
        if band:
            assert contrast(ink_on(band), band) > 4.2, counter.id


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("61st Division", "61"),
        ("FHH Division", "FHH"),
        ("11th SS Division", "11 SS"),
        ("122nd Corps", "122"),
        ("2nd Shock Army", "2 Shock"),
        ("KUST", "KUST"),
        ("Corps", "Corps"),
        ("", ""),
    ],
)
def test_formations_are_shortened(name: str, short: str) -> None:
    assert looks.shortened(name) == short


def test_a_game_without_a_look_has_colours_of_its_own(folders: Folders) -> None:
    (folders.counters / "look.yaml").unlink()
    game = load(folders)
    look = look_of(game)
    assert look.size == 36
    german = looks.palette(look, game, game.counters["g-61-151g"])
    soviet = looks.palette(look, game, game.counters["s-122-1074"])
    assert german.base != soviet.base
    bands = {looks.band(look, game, game.counters[id_]) for id_ in ("g-61-151g", "g-170-391g")}
    assert len(bands) == 2
    assert looks.sign(look, game, "soviet") is not None


@pytest.mark.parametrize(
    ("text", "place", "wrong", "remedy"),
    [
        ("size: half\n", "1:7", "invalid size 'half'", "0.65in, 16mm or 40pt"),
        ("colour: {}\n", "1:9", "unknown entry 'colour'", "colours"),
        ("colours:\n  red: crimson\n", "2:8", "crimson", "#c0392f"),
        ("palettes:\n  a: {base: teal}\n", "2:13", "unknown colour 'teal'", "#c0392f"),
        ("groups:\n  - {palette: none}\n", "2:15", "unknown palette 'none'", "add it to palettes"),
        ("bands:\n  61st Division: purpel\n", "2:18", "unknown colour 'purpel'", "#c0392f"),
        ("signs:\n  finnish: {sign: cross}\n", "2:12", "unknown side 'finnish'", "german, soviet"),
        ("values:\n  - {kinds: [combat]}\n", "2:5", "show", "add it"),
    ],
)
def test_faults_name_place_and_remedy(
    folders: Folders, text: str, place: str, wrong: str, remedy: str
) -> None:
    (fault,) = faults(folders, text)
    assert fault.startswith(f"{place}: ")
    assert wrong in fault
    assert remedy in fault


def test_all_faults_come_at_once(folders: Folders) -> None:
    assert len(faults(folders, "size: half\ncorner: perhaps\n")) == 2


@pytest.mark.parametrize(
    ("own", "wrong", "remedy"),
    [
        ("colour=red", "unknown look field 'colour'", "palette, base, ink"),
        ("palette=navy", "unknown palette 'navy'", "german ss"),
        ("base=navy", "unknown colour 'navy'", "like #c0392f"),
    ],
)
def test_a_counters_own_look_is_checked_too(
    folders: Folders, own: str, wrong: str, remedy: str
) -> None:
    path = folders.counters / "counters.csv"
    header, first, *rest = path.read_text(encoding="utf-8").splitlines()
    width = header.count(",")
    assert "look" not in header.split(",")
    lines = [f"{header},look", f"{first},{own}", *rest]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        look_of(load(folders))
    (fault,) = caught.value.faults
    assert (fault.mark.file, fault.mark.line) == (str(path), 2)
    assert fault.mark.column > width
    assert wrong in fault.wrong
    assert remedy in fault.remedy
