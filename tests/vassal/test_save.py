"""Saves: their contents, the places of pieces, and that damage does no harm."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from hexmarshal.vassal.archive import pack
from hexmarshal.vassal.commands import ESC, join
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.metadata import Metadata
from hexmarshal.vassal.obfuscation import obfuscate, obfuscate_raw
from hexmarshal.vassal.piece import Piece
from hexmarshal.vassal.save import (
    BoardAt,
    Deck,
    PieceLocation,
    Player,
    Problem,
    PropertyValue,
    Save,
    Stack,
    parse_save,
    read_save,
)
from hexmarshal.vassal.sequence import encode
from hexmarshal.vassal.traits import BasicPiece, Marker, PlaceMarker
from hexmarshal.vassal.turns import CounterLevel, ListLevel, TurnState


def piece(id: str, name: str, *place: object) -> str:
    """An add-piece command written by hand."""
    state = encode([*place, "7", "0"], ";")
    return "+/" + encode([id, "piece;;;" + encode(["a.png", name], ";"), state], "/")


COMMANDS = [
    "begin_save",
    "",
    join(["", piece("1", "A", "Main Map", 9, 9), piece("2", "1/5 Inf", "null", 0, 0)]),
    piece("3", "alone", "Main/Map;2", 30, 40),
    piece("4", "card", "null", 0, 0),
    "+/5/stack/Main Map;100;200;1;2;@@3",
    "+/6/stack/null;5;5",
    "+/7/deck;false;0,0,0;60;90;Always;Always;true;true;true;;;;Draw Pile;;;;false"
    "/Main Map;7;8;true;4",
    "PLAYER\tsecret\tAda\tBlue",
    "GlobalProperty\t;Weather;Rain\\;Mud;Module",
    "MutableProperty\tx\t1\t2\tModule",
    "Main MapBoardPicker\tField\t0\t0\tNext/rev\t1\t0",
    "SETUP_STACK\t",
    "TURNTurnTracker0\t0|4;0;true;10;1\\;0\\;0\\;true,true,true",
    "NOTES\tall|see",
    "EXT\tmore\t1.2",
    "CHAThello",
    "end_save",
]


def in_zip(game: bytes, **more: bytes) -> bytes:
    return pack([("savedGame", game), *more.items()])


def test_what_a_save_holds() -> None:
    save = Save(join(COMMANDS))
    assert list(save.pieces) == ["1", "2", "3", "4"]
    assert save.pieces["2"].basic.name == "1/5 Inf"
    stack = Stack("5", "Main Map", 100, 200, ("1", "2"), 3)
    assert save.stacks == {"5": stack, "6": Stack("6", None, 0, 0, ())}
    deck = Deck("7", "Draw Pile", "Main Map", 7, 8, True, ("4",))
    assert save.decks == {"7": deck}
    assert save.places == {
        "1": PieceLocation("Main Map", 100, 200, stack, 0),
        "2": PieceLocation("Main Map", 100, 200, stack, 1),
        "3": PieceLocation("Main/Map;2", 30, 40),
        "4": PieceLocation("Main Map", 7, 8, deck, 0),
    }
    assert save.players == [Player("secret", "Ada", "Blue")]
    assert save.properties == [PropertyValue("Weather", "Rain;Mud", "Module")]
    assert save.property("Weather") == "Rain;Mud"
    assert save.property("Weather", "Main Map") is None
    assert save.boards == {"Main Map": (BoardAt("Field"), BoardAt("Next", 1, 0, True))}
    assert save.turn() == TurnState(
        (CounterLevel(4, loop=True, loop_limit=10, below=(ListLevel(1, (True,) * 3),)),)
    )
    assert save.turn("TurnTracker1") is None
    assert (save.notes, save.extensions, save.chat) == (["all\nsee"], {"more": "1.2"}, ["hello"])
    assert save.others == ["MutableProperty\tx\t1\t2\tModule"]
    assert not save.uses_at_start_stacks
    assert save.problems == ()
    counts = save.counts
    assert (counts.pieces, counts.stacks, counts.empty_stacks, counts.decks) == (4, 2, 1, 1)


@pytest.mark.parametrize(
    ("data", "spelling"),
    [
        (join(COMMANDS).encode(), "plain"),
        (obfuscate(join(COMMANDS), 0x5A), "hex"),
        (obfuscate_raw(join(COMMANDS), 7, "VOBS"), "raw"),
        (obfuscate_raw(join(COMMANDS), 200, "!VOBS"), "raw"),
    ],
)
def test_every_spelling_in_a_zip_and_bare(data: bytes, spelling: str) -> None:
    for file in (data, in_zip(data)):
        save = parse_save(file)
        assert (save.spelling, save.text) == (spelling, join(COMMANDS))
        assert list(save.pieces) == ["1", "2", "3", "4"]


def test_metadata() -> None:
    meta = Metadata(name="Übung", version="2", engine="3.6.1", description="d & e", saved=123)
    data = in_zip(
        join(COMMANDS).encode(),
        savedata=meta.to_xml(with_name=False),
        moduledata=meta.to_xml(with_name=True),
    )
    save = parse_save(data)
    assert save.module_data == meta
    assert save.save_data is not None
    assert (save.save_data.name, save.save_data.description) == ("", "d & e")


def test_ids_that_lead_nowhere_are_problems_and_nothing_more() -> None:
    save = Save(
        join(
            [
                "begin_save",
                piece("1", "A", "M", 1, 1),
                "+/2/mark;a\tpiece;;;;/only one state",
                "+/null/piece;;;;B/null;0;0",
                "+/3/stack/M;5;5;1;99",
                "+/4/stack/M;6;6;1",
                piece("1", "A", "M", 2, 2),
                "end_save",
            ]
        )
    )
    assert save.places["1"] == PieceLocation("M", 6, 6, save.stacks["4"], 0)
    assert save.places["2"] == PieceLocation(None, 0, 0)
    assert set(save.problems) == {
        Problem("+/null/piece;;;;B/null;0;0", "missing piece id"),
        Problem("piece 1", "added 2 times; the last one is used"),
        Problem("piece 1", "listed 2 times in stacks and decks; the last one is used"),
        Problem("stack 3", "contains unknown piece 99"),
        Problem("piece 2", "missing state of trait 'piece;;;;'"),
    }


@pytest.mark.parametrize("char", ["é", "日本", "🎲", "\u2028"])
def test_names_of_all_the_world(char: str) -> None:
    save = parse_save(obfuscate(join(["begin_save", piece("1", char, char, 1, 2), "end_save"])))
    assert save.pieces["1"].basic.name == char
    assert save.places["1"].map == char


def test_old_saves_in_another_encoding_are_read_and_said_so() -> None:
    text = join(["begin_save", piece("1", "Grün", "null", 0, 0), "end_save"])
    save = parse_save(text.encode("cp1252"))
    assert save.pieces["1"].basic.name == "Grün"
    assert save.problems == (Problem("text", "not UTF-8; read as Windows-1252"),)


def test_a_new_save_in_another_encoding_is_damaged() -> None:
    meta = Metadata(name="M", version="1", engine="3.7.0").to_xml(with_name=False)
    data = in_zip("begin_save\x1bGrün".encode("cp1252"), savedata=meta)
    with pytest.raises(VassalError, match=r"x\.vsav: savedGame, byte 13.*not UTF-8"):
        parse_save(data, "x.vsav")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not a save"),
        (b"hello", "not a save"),
        (b"PK\x03\x04 and no more", "damaged or incomplete zip"),
        (in_zip(b"!VCSK5a1"), "savedGame.*cut off"),
        (pack({"buildFile.xml": b"<a/>"}), "not a save but a module"),
        (pack({"buildFile.xml": b"<a/>", "extensiondata": b""}), "not a save but an extension"),
        (pack({"x.txt": b""}), "not a save but another kind of file: missing entry savedGame"),
        (in_zip(b"begin_save", savedata=b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"), "DOCTYPE"),
        (in_zip(b"begin_save", moduledata=b"<data><name>"), "well-formed"),
    ],
)
def test_what_is_no_save(data: bytes, says: str) -> None:
    with pytest.raises(VassalError, match=says) as caught:
        parse_save(data, "bad.vsav")
    assert caught.value.file == "bad.vsav"


def test_a_save_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(in_zip(obfuscate(join(COMMANDS))))
    assert len(read_save(tmp_path / "a.vsav").pieces) == 4
    with pytest.raises(VassalError, match=r"b\.vsav"):
        read_save(tmp_path / "b.vsav")


def test_truncation_and_flipped_bytes_never_end_in_anything_but_a_vassal_error() -> None:
    rng = random.Random(1)
    inner = Piece.of(Marker.of(a="b"), BasicPiece(name="deep"))
    outer = Piece.of(PlaceMarker(marker=inner.command), BasicPiece(name="x"), id="9")
    text = join([*COMMANDS[:-1], outer.command, "end_save"])
    whole = in_zip(obfuscate(text, 3), savedata=Metadata(name="n").to_xml(with_name=False))
    plain = text.encode()
    read = refused = 0
    for _ in range(1500):
        data = bytearray(rng.choice([whole, plain]))
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.choice(b"\x00\x1b\t;/\\'\xff9a")
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        try:
            save = parse_save(bytes(data), "x")
            _ = save.places, save.problems, save.counts, save.steps
            for found in save.pieces.values():
                try:
                    found.properties()
                except VassalError:
                    refused += 1
            read += 1
        except VassalError:
            refused += 1
    assert read > 100
    assert refused > 100


def test_a_nest_of_thousands_of_levels_is_read() -> None:
    levels = 3000
    parts = [f"CHAT{level}{chr(92) * level}" for level in range(levels)]
    save = Save(ESC.join(["begin_save", *parts, "end_save"]))
    assert len(save.chat) == levels


def test_a_zip_with_its_directory_in_disorder() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("moduledata", b"<data><name>M</name></data>")
        made.writestr("deep/er/file", b"")
        made.writestr("savedGame", join(COMMANDS))
    assert parse_save(out.getvalue()).module_data.name == "M"  # type: ignore[union-attr]
