"""Obfuscation of a save's text: hexadecimal, raw bytes, or none.

* `!VCSK`, two hex digits of a key, then each byte XOR key in two hex digits: engines up to 3.7;
* `VOBS` or `!VOBS`, one raw key byte, then the text XOR key as raw bytes: engines from 3.8;
* anything else is the text itself.

The text is UTF-8 since engine 3.2; of older engines the bytes may be another encoding.
"""

from __future__ import annotations

from typing import Literal

from hexmarshal.vassal.errors import VassalError

Spelling = Literal["hex", "raw", "plain"]

_HEX = b"!VCSK"
_RAW = (b"!VOBS", b"VOBS")
_REFUSED = (b"!VCSZ", b"!VOXZ")


def deobfuscate(data: bytes) -> tuple[str, Spelling]:
    """The text in `data`, and how it was obfuscated.

    Raises VassalError, with the byte's position, for an invalid hex digit or text that is not
    UTF-8.
    """
    content, spelling = reveal(data)
    return decode_utf8(content), spelling


def reveal(data: bytes) -> tuple[bytes, Spelling]:
    """The text's bytes, and how they were obfuscated."""
    if data.startswith(_HEX):
        return _from_hex(data), "hex"
    for mark in _RAW:
        if data.startswith(mark):
            if len(data) == len(mark):
                raise VassalError(
                    "missing key byte: the file ends too early", place=f"byte {len(data)}"
                )
            return data[len(mark) + 1 :].translate(_xor_table(data[len(mark)])), "raw"
    if data.startswith(_REFUSED):
        name = data[:5].decode()
        raise VassalError(
            f"{name} comes from a development build of VASSAL, which is not supported"
        )
    return data, "plain"


def obfuscate(text: str, key: int = 0) -> bytes:
    """`text` as every engine up to 3.8 reads it (`!VCSK`); `key` is 0 to 255."""
    content = text.encode().translate(_xor_table(key))
    return b"%s%02x%s" % (_HEX, key, content.hex().encode())


def obfuscate_raw(text: str, key: int, mark: Literal["VOBS", "!VOBS"] = "!VOBS") -> bytes:
    """`text` as engines from 3.8 on write it; `key` is 1 to 255."""
    return mark.encode() + bytes([key]) + text.encode().translate(_xor_table(key))


def decode_utf8(content: bytes) -> str:
    """UTF-8 text without byte order mark. Raises VassalError with the first invalid byte."""
    try:
        return content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise VassalError("not UTF-8 text", place=f"byte {error.start} of the text") from None


def _from_hex(data: bytes) -> bytes:
    start = len(_HEX)
    try:
        key = bytes.fromhex(data[start : start + 2].decode("ascii"))[0]
        content = bytes.fromhex(data[start + 2 :].decode("ascii"))
    except (ValueError, IndexError):
        raise VassalError(_bad_hex(data), place="savedGame text") from None
    return content.translate(_xor_table(key)) if key else content


def _bad_hex(data: bytes) -> str:
    digits = frozenset(b"0123456789abcdefABCDEF")
    bad = next((i for i in range(len(_HEX), len(data)) if data[i] not in digits), None)
    if bad is not None:
        return f"byte {bad} is not a hexadecimal digit"
    return f"an odd number of hexadecimal digits: cut off at byte {len(data)}"


def _xor_table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))
