"""The encodings of a save's text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.obfuscation import deobfuscate, obfuscate, obfuscate_raw

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60).filter(
    lambda t: not t.startswith(("!VC", "!VO", "VOBS", "\ufeff"))
)


@given(TEXTS, st.integers(0, 255))
def test_hex_round_trip(text: str, key: int) -> None:
    assert deobfuscate(obfuscate(text, key)) == (text, "hex")


@given(TEXTS, st.integers(1, 255), st.sampled_from(["VOBS", "!VOBS"]))
def test_raw_round_trip(text: str, key: int, mark: str) -> None:
    assert deobfuscate(obfuscate_raw(text, key, mark)) == (text, "raw")  # type: ignore[arg-type]


@given(TEXTS)
def test_plain_text_is_itself(text: str) -> None:
    assert deobfuscate(text.encode()) == (text, "plain")


def test_by_hand() -> None:
    # "Hi" XOR 5a: 48^5a = 12, 69^5a = 33; both cases of digits are read.
    assert obfuscate("Hi", 0x5A) == b"!VCSK5a1233"
    assert deobfuscate(b"!VCSK5A1233") == ("Hi", "hex")
    assert deobfuscate(b"VOBS\x5a\x12\x33") == ("Hi", "raw")
    assert deobfuscate(b"!VOBS\x5a\x12\x33") == ("Hi", "raw")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"!VCSK5a123", "cut off"),
        (b"!VCSK5a12zz", "byte 9 is not"),
        (b"!VCSK", "cut off"),
        (b"!VCSK5", "cut off"),
        (b"!VCSK00ff", "not UTF-8"),
        (b"VOBS", "key byte"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"!VCSZ00", "!VCSZ"),
        (b"!VOXZ00", "!VOXZ"),
    ],
)
def test_damage_is_named(data: bytes, says: str) -> None:
    with pytest.raises(VassalError, match=says):
        deobfuscate(data)
