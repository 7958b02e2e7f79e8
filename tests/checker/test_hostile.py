"""Damaged and hostile files give a report or one reason, and nothing else."""

from __future__ import annotations

import io
import json
import random
import zipfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.inputs import InputFile, Overrides
from checker.judge import judge_file
from checker.report import Failure, Report
from hexmarshal.vassal.archive import Archive, pack
from hexmarshal.vassal.commands import ESC
from hexmarshal.vassal.obfuscation import obfuscate
from hexmarshal.vassal.save import parse_save
from tests.checker.kit import Unit, save

moderate = settings(max_examples=80, deadline=None)


@cache
def good() -> bytes:
    return save([("2020", [Unit("s-122-1074"), Unit("s-122-1076")])], decks={"Cup": []})


@cache
def text() -> str:
    return parse_save(good()).text


def judged(data: bytes, file: str = "x.vsav") -> Report | Failure:
    return judge_file(InputFile(file, data), Overrides())


def saved(game: bytes) -> bytes:
    archive = Archive.of(good())
    return pack({name: archive.read(name) for name in archive.names} | {"savedGame": game})


def test_the_good_one_is_good() -> None:
    assert isinstance(judged(good()), Report)


@moderate
@given(st.integers(0, 5000))
def test_a_save_cut_off_anywhere(length: int) -> None:
    result = judged(good()[: min(length, len(good()) - 30)])
    assert isinstance(result, Failure)
    assert result.error


@moderate
@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 255)), min_size=1, max_size=6))
def test_bytes_changed_in_the_file(changes: list[tuple[int, int]]) -> None:
    data = bytearray(good())
    for place, byte in changes:
        data[place % len(data)] = byte
    result = judged(bytes(data))
    assert isinstance(result, Report) or is_one_line(result.error)


@moderate
@given(st.lists(st.tuples(st.integers(0, 9999), st.text(max_size=4)), min_size=1, max_size=8))
def test_characters_changed_in_the_game_s_text(changes: list[tuple[int, str]]) -> None:
    changed = text()
    for place, new in changes:
        at = 12 + place % (len(changed) - 12)  # begin_save itself stays
        changed = changed[:at] + new + changed[at + len(new) :]
    result = judged(saved(changed.encode("utf-8", "surrogatepass")))
    assert isinstance(result, Report) or is_one_line(result.error)


@moderate
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert isinstance(judged(data), Failure)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x05\x06" + b"\0" * 18,
        b'{"game": "narva", "counters": ' + b"[" * 5000,
        b'{"game": "narva", "counters": [{"name": "x", "level": 1e999}]}',
        b'{"game": "../../etc", "counters": []}',
        json.dumps({"game": "narva", "counters": [], "turn": "9" * 5000}).encode(),
    ],
)
def test_hostile_bytes(data: bytes) -> None:
    result = judged(data)
    assert result.file == "x.vsav"
    if isinstance(result, Failure):
        assert len(result.error) < 2000


def test_a_zip_bomb() -> None:
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open("savedGame", "w", force_zip64=True) as entry,
    ):
        for _ in range(300):
            entry.write(b"\0" * (1 << 20))
    result = judged(packed.getvalue())
    assert isinstance(result, Failure)
    assert "more than" in result.error


def test_an_xml_entity_bomb() -> None:
    laughs = (
        b'<?xml version="1.0"?><!DOCTYPE data [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">'
        b"]><data version='1'><name>&b;</name></data>"
    )
    archive = Archive.of(good())
    entries = {name: archive.read(name) for name in archive.names} | {"moduledata": laughs}
    assert isinstance(judged(pack(entries)), Failure)


def test_a_false_layout() -> None:
    for lie in ('{"step": [0, 0], "hex": ["0101", 1, 1], "spaces": {}}', "[" * 9000, '{"step": 1}'):
        result = judged(
            save([("2020", [Unit("s-122-1074", ref="a")])], properties={"hm_layout": lie})
        )
        assert isinstance(result, Report)
        assert result.counters["a"].hex == "2020"


def test_a_game_text_nested_too_deeply() -> None:
    deep = "begin_save" + "".join("\\" * n + "\x1bx" for n in range(1, 3000))
    assert judged(saved(obfuscate(deep))).file == "x.vsav"


def spelled(spelling: bytes, key: int) -> bytes:
    """A text as other engines hide it: a mark, the raw key, each byte XOR the key."""
    return spelling + bytes([key]) + bytes(byte ^ key for byte in text().encode())


@pytest.mark.parametrize("hidden", [b"", b"VOBS", b"!VOBS"], ids=["plain", "VOBS", "!VOBS"])
@pytest.mark.parametrize("packed", [True, False], ids=["zipped", "bare"])
def test_every_spelling_is_the_same_save(hidden: bytes, packed: bool) -> None:
    data = spelled(hidden, 0x5A) if hidden else text().encode()
    result = judged(saved(data) if packed else data)
    assert isinstance(result, Report)
    assert len(result.counters) == 2


def with_more(*commands: str) -> bytes:
    return saved(obfuscate(ESC.join([text(), *commands])))


ODD = {
    "no metadata": lambda: pack({"savedGame": obfuscate(text())}),
    "a byte order mark": lambda: saved(b"\xef\xbb\xbf" + text().encode()),
    "places beyond all measure": lambda: with_more(
        "+/1/stack/Main Map;99999999999999999999999;-8888888888888888888888;1",
        f"+/2/stack/Main Map;{'9' * 6000};1;1",
    ),
    "ids that lead nowhere": lambda: with_more("+/q/stack/Main Map;1;1;no;none;;@@9999999999999"),
    "stacks that hold each other": lambda: with_more(
        "+/s1/stack/Main Map;5;5;s2", "+/s2/stack/Main Map;5;5;s1"
    ),
    "a deck in itself": lambda: with_more("+/d/deck;true;;;a;d/Main Map;5;5;false;d"),
    "classes of somebody's own": lambda: with_more(
        "HAKA\tx", "net.cantab.Own:3", "+/c/own;a;b\tpiece;;;a.png;Foo/x\tMain Map;5;5;7;0"
    ),
    "extensions": lambda: with_more("EXT\tMine\t1.0", "EXT"),
    "a turn beyond all measure": lambda: with_more(f"TURNTurnTracker0\t{'9' * 5000}|1;1;1"),
    "turns within turns": lambda: with_more("TURNTurnTracker0\t0|" + "1;0;0;true\\" * 3000),
    "a log that stacks a stack in itself": lambda: with_more(
        "LOG\t+/k/stack/Main Map;5;5;k", "LOG\tM/k/Main Map/6/6/k/Main Map/0/0/null/x"
    ),
    "traits in traits": lambda: with_more(
        "+/p/" + "mark;a\\\t" * 900 + "piece;;;a;b/" + "\\\t" * 900
    ),
}


@pytest.mark.parametrize("what", ODD)
def test_odd_but_readable_files_are_judged(what: str) -> None:
    result = judged(ODD[what]())
    assert isinstance(result, Report)
    assert {line.name for line in result.counters.values()} == {"1074", "1076"}


def is_one_line(error: str) -> bool:
    return 0 < len(error) < 500 and "\n" not in error


WRECKS = {
    "a wrong checksum": lambda: wrecked(),
    "a save in a save": lambda: pack({"savedGame": pack({"savedGame": good()})}),
    "UTF-16": lambda: saved(text().encode("utf-16")),
    "NUL bytes": lambda: saved(b"\0" * 5000),
    "metadata within metadata": lambda: pack(
        {"savedGame": obfuscate(text()), "moduledata": b"<data>" * 5000 + b"</data>" * 5000}
    ),
    "a game of no name": lambda: save([], properties={"hm_game": ".."}),
}


def wrecked() -> bytes:
    data = bytearray(good())
    data[data.index(b"savedGame") + 29] ^= 0xFF
    return bytes(data)


@pytest.mark.parametrize("what", WRECKS)
def test_unreadable_files_are_reported_in_one_line(what: str) -> None:
    result = judged(WRECKS[what]())
    assert isinstance(result, Failure)
    assert is_one_line(result.error)


REAL = ("westwall-arnhem.vsav", "tour.log", "blood-bowl.vlog", "vasl-basic.vsav")
STRAY = (
    "\x1b",
    "\t",
    ";",
    "/",
    "\\",
    "null",
    "9" * 30,
    "M/",
    "+/",
    "-/",
    "D/",
    "LOG\t",
    "@@",
    "\0",
)


@pytest.mark.parametrize("seed", range(12))
def test_real_saves_with_stray_characters(corpus: Path, tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    (tmp_path / "b.yaml").write_text("game: narva\n")
    name = REAL[seed % len(REAL)]
    data = (corpus / name).read_bytes()
    said = parse_save(data, name).text
    for _ in range(rng.choice((1, 5, 30))):
        at = 12 + rng.randrange(len(said) - 12)
        said = said[:at] + rng.choice(STRAY) + said[at + rng.choice((0, 1, 200)) :]
    result = judge_file(InputFile(name, said.encode()), Overrides(bind=str(tmp_path / "b.yaml")))
    assert result.file == name
    assert isinstance(result, Report) or is_one_line(result.error)
