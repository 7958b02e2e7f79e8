"""Damaged and hostile files end in a report or in one reason, never in anything else."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.judging import judge_source
from checker.report import Failure, Report
from checker.wishes import Source, Wishes
from hexwright.vassal.archive import Archive, pack
from hexwright.vassal.obfuscation import obfuscate
from hexwright.vassal.save import parse_save
from tests.checker.kit import Unit, save

moderate = settings(max_examples=80, deadline=None)


@cache
def good() -> bytes:
    return save([("2020", [Unit("s-122-1074"), Unit("s-122-1076")])], decks={"Cup": []})


@cache
def text() -> str:
    return parse_save(good()).text


def judged(data: bytes, file: str = "x.vsav") -> Report | Failure:
    return judge_source(Source(file, data), Wishes())


def saved(game: bytes) -> bytes:
    archive = Archive.of(good())
    return pack({name: archive.read(name) for name in archive.names} | {"savedGame": game})


def test_the_good_one_is_good() -> None:
    assert isinstance(judged(good()), Report)


@moderate
@given(st.integers(0, 5000))
def test_a_save_cut_off_anywhere(length: int) -> None:
    told = judged(good()[: min(length, len(good()) - 30)])
    assert isinstance(told, Failure)
    assert told.error


@moderate
@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 255)), min_size=1, max_size=6))
def test_bytes_changed_in_the_file(changes: list[tuple[int, int]]) -> None:
    data = bytearray(good())
    for place, byte in changes:
        data[place % len(data)] = byte
    assert judged(bytes(data)).file == "x.vsav"


@moderate
@given(st.lists(st.tuples(st.integers(0, 9999), st.text(max_size=4)), min_size=1, max_size=8))
def test_characters_changed_in_the_game_s_text(changes: list[tuple[int, str]]) -> None:
    changed = text()
    for place, new in changes:
        at = 12 + place % (len(changed) - 12)  # begin_save itself stays
        changed = changed[:at] + new + changed[at + len(new) :]
    assert judged(saved(changed.encode("utf-8", "surrogatepass"))).file == "x.vsav"


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
    told = judged(data)
    assert told.file == "x.vsav"
    if isinstance(told, Failure):
        assert len(told.error) < 2000


def test_an_entry_that_unpacks_to_a_flood() -> None:
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open("savedGame", "w", force_zip64=True) as entry,
    ):
        for _ in range(300):
            entry.write(b"\0" * (1 << 20))
    told = judged(packed.getvalue())
    assert isinstance(told, Failure)
    assert "more than" in told.error


def test_xml_that_multiplies_itself() -> None:
    laughs = (
        b'<?xml version="1.0"?><!DOCTYPE data [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">'
        b"]><data version='1'><name>&b;</name></data>"
    )
    archive = Archive.of(good())
    entries = {name: archive.read(name) for name in archive.names} | {"moduledata": laughs}
    assert isinstance(judged(pack(entries)), Failure)


def test_a_layout_that_lies() -> None:
    for lie in ('{"step": [0, 0], "hex": ["0101", 1, 1], "spaces": {}}', "[" * 9000, '{"step": 1}'):
        told = judged(
            save([("2020", [Unit("s-122-1074", ref="a")])], properties={"hw_layout": lie})
        )
        assert isinstance(told, Report)
        assert told.counters["a"].hex == "2020"


def test_a_game_text_nested_beyond_all_measure() -> None:
    deep = "begin_save" + "".join("\\" * n + "\x1bx" for n in range(1, 3000))
    assert judged(saved(obfuscate(deep))).file == "x.vsav"
