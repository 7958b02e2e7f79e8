"""Containers: reproducible and atomic writing, safe reading of hostile files."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from hexmarshal.vassal import archive
from hexmarshal.vassal.archive import Archive, FileKind, pack, read_file, write_atomically
from hexmarshal.vassal.errors import VassalError


def test_the_same_entries_give_the_same_bytes() -> None:
    entries = {"moduledata": b"<data/>", "images/a.png": b"\x89PNG", "buildFile.xml": b"<a/>"}
    assert pack(entries) == pack(list(entries.items()))
    again = Archive.of(pack(entries))
    assert again.names == tuple(entries)
    assert {name: again.read(name) for name in again.names} == entries


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["savedGame"], FileKind.SAVE),
        (["buildFile.xml", "moduledata"], FileKind.MODULE),
        (["buildFile"], FileKind.MODULE),
        (["buildFile.xml", "extensiondata"], FileKind.EXTENSION),
        (["a.txt"], FileKind.OTHER),
    ],
)
def test_kinds(names: list[str], kind: FileKind) -> None:
    assert Archive.of(pack([(name, b"") for name in names])).kind is kind


@pytest.mark.parametrize("name", ["../x", "/x", "a\\b", "", "a/../../b", "a\0b"])
def test_names_that_lead_outside_are_not_written(name: str) -> None:
    with pytest.raises(VassalError, match="invalid entry name"):
        pack([(name, b"")])


def test_one_name_twice_is_not_written() -> None:
    with pytest.raises(VassalError, match="duplicate entry"):
        pack([("a", b""), ("a", b"")])


def test_writing_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "deep" / "m.vmod"
    write_atomically(target, b"old")
    assert target.read_bytes() == b"old"

    def broken(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [path.name for path in target.parent.iterdir()] == ["m.vmod"]


def damaged(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def test_damage_is_named_with_file_and_entry() -> None:
    data = pack({"savedGame": b"begin_save" * 100})
    with pytest.raises(VassalError, match=r"x\.vsav: savedGame: damaged entry") as caught:
        Archive.of(damaged(data, 45), "x.vsav").read("savedGame")
    assert (caught.value.file, caught.value.place) == ("x.vsav", "savedGame")


def test_the_reason_of_a_damage_holds_nothing_of_the_file() -> None:
    """A false name length in the entry's header makes the library quote everything it reads."""
    data = bytearray(pack({"savedGame": bytes(range(256)) * 40}))
    data[27] = 1
    with pytest.raises(VassalError, match="damaged entry") as caught:
        Archive.of(bytes(data), "x.vsav").read("savedGame")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("cut", [4, 20, 60, -30, -1])
def test_truncation(cut: int) -> None:
    data = pack({"savedGame": b"begin_save" * 100})
    with pytest.raises(VassalError, match="damaged or incomplete zip file"):
        Archive.of(data[:cut], "x.vsav")


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ENTRY", 1000)
    data = pack({"savedGame": bytes(1001)})
    with pytest.raises(VassalError, match="more than 1000 bytes"):
        Archive.of(data, "x").read("savedGame")


def test_too_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ENTRIES", 3)
    with pytest.raises(VassalError, match="too many entries: 4"):
        Archive.of(pack([(str(n), b"") for n in range(4)]), "x")


def test_an_entry_that_lies_about_its_size() -> None:
    data = bytearray(pack({"savedGame": b"x" * 5000}))
    at = data.rindex(b"PK\x01\x02") + 24
    data[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(VassalError, match="damaged entry"):
        Archive.of(bytes(data), "x").read("savedGame")


def test_encrypted_entries_are_refused() -> None:
    data = bytearray(pack({"savedGame": b"x" * 50}))
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(VassalError, match="damaged entry"):
        Archive.of(bytes(data), "x").read("savedGame")


def test_a_method_of_compression_nobody_has() -> None:
    data = bytearray(pack({"savedGame": b"x" * 50}))
    data[8] = 77
    data[data.rindex(b"PK\x01\x02") + 10] = 77
    with pytest.raises(VassalError, match="damaged entry"):
        Archive.of(bytes(data), "x").read("savedGame")


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(VassalError, match="No such file"):
        read_file(tmp_path / "none.vsav")
    with pytest.raises(VassalError, match="this is a folder"):
        read_file(tmp_path)
    (tmp_path / "big").write_bytes(bytes(11))
    monkeypatch.setattr(archive, "MAX_FILE", 10)
    with pytest.raises(VassalError, match="larger than 10 bytes"):
        read_file(tmp_path / "big")


def test_zip_files_of_other_makers_are_read() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("images/", "")
        made.writestr("savedGame", "begin_save")
    assert Archive.of(out.getvalue()).read("savedGame") == b"begin_save"
