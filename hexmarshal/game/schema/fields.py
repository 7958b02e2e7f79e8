"""The types of the fields of forms. Values arrive as text and get their types here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)

from hexmarshal.game.numbering import LETTERS, number_of


class Form(BaseModel):
    """A form refuses unknown keys. An empty optional entry counts as left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields = cls.model_fields.items()
        optional = {info.alias or name for name, info in fields if not info.is_required()}
        return {k: v for k, v in data.items() if v != "" or k not in optional}


def _split(separators: str) -> BeforeValidator:
    def split(value: object) -> object:
        if isinstance(value, str):
            parts = (part.strip() for part in re.split(f"[{separators}]", value))
            return [part for part in parts if part]
        return value

    return BeforeValidator(split)


_LIST = WithJsonSchema({"type": ["array", "string"], "items": {"type": "string"}})


def _whole(value: object) -> object:
    """Refuses whole numbers that only Python would accept (`1_0`, `8.0`)."""
    if isinstance(value, str) and not re.fullmatch(r"-?[0-9]{1,9}", value.strip()):
        raise ValueError("write a whole number")
    return value


def _real_date(value: str) -> str:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise ValueError("write a date that exists") from None
    return value


def _one_line(value: object) -> object:
    return " ".join(value.split()) if isinstance(value, str) else value


def _allowed_on_windows(value: str) -> str:
    """Files are named after ids, and Windows reserves some names."""
    if re.fullmatch(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", value):
        raise ValueError("choose another name; Windows does not allow this one")
    return value


YES_OR_NO: Mapping[str, bool] = {
    **dict.fromkeys(("yes", "true", "ja", "wahr"), True),
    **dict.fromkeys(("no", "false", "nein", "falsch"), False),
}
"""How yes and no are written; spreadsheets translate `true` into their own language."""

PATTERNS: dict[str, str] = {}
"""The remedy for a text that does not match a pattern, by the pattern."""


def like(pattern: str, remedy: str) -> Any:  # noqa: ANN401
    """A field that must match a pattern, with the remedy if it does not."""
    PATTERNS[pattern] = remedy
    return Field(pattern=pattern)


Word = Annotated[str, like(r"^[^\W_]([\w' -]*\w)?$", "join words with +, such as village + woods")]
Words = Annotated[tuple[str, ...], _split(r"\s"), _LIST]
Hexes = Annotated[tuple[str, ...], _split(r"\s;,"), _LIST]
Names = Annotated[tuple[str, ...], _split(";"), _LIST]
Sum = Annotated[tuple[Word, ...], Field(min_length=1), _split("+"), _LIST]
Int = Annotated[int, BeforeValidator(_whole)]
Count = Annotated[int, Field(ge=1, le=999), BeforeValidator(_whole)]
Amount = Annotated[int, Field(ge=0, le=999), BeforeValidator(_whole)]
Offset = Annotated[float, Field(allow_inf_nan=False, ge=-1000, le=1000)]
Truth = Annotated[
    bool, BeforeValidator(lambda v: YES_OR_NO.get(v.casefold(), v) if isinstance(v, str) else v)
]
Title = Annotated[str, BeforeValidator(_one_line), Field(min_length=1)]
Edge = Annotated[
    Literal["", "north", "east", "south", "west"],
    BeforeValidator(lambda v: v.casefold() if isinstance(v, str) else v),
]
Date = Annotated[
    str,
    like(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "write a date like 1944-07-12"),
    AfterValidator(_real_date),
]
Identity = Annotated[
    str,
    like(
        r"^[a-z0-9][a-z0-9._-]{0,63}$",
        "use lower-case letters, digits, '.', '_' and '-', a letter or digit first; at most 64",
    ),
    AfterValidator(_allowed_on_windows),
]
FileName = Annotated[
    str, like(r"^[^/\\:*?\"<>|]+\.csv$", "name a CSV file in the same folder, such as setup.csv")
]
PieceNumber = Annotated[str, like(r"^[1-9][0-9]{0,8}$", "write a whole number from 1 upwards")]

MAX_NUMBER = 999
"""The highest column or row number a sheet may have."""

_RANGE = f"write it like 1-35 or A-M, from 0 to {MAX_NUMBER}, the lower number first"
_END = rf"[0-9]{{1,9}}|(?i:{LETTERS})"


def _range(value: object) -> object:
    if isinstance(value, str):
        match = re.fullmatch(rf"({_END})(?:\s*[-\u2013]\s*({_END}))?", value.strip())
        if match is None:
            raise ValueError(_RANGE)
        return number_of(match[1]), number_of(match[2] or match[1])
    return value


def _upward(value: tuple[int, int]) -> tuple[int, int]:
    if not 0 <= value[0] <= value[1] <= MAX_NUMBER:
        raise ValueError(_RANGE)
    return value


Range = Annotated[
    tuple[int, int],
    BeforeValidator(_range),
    AfterValidator(_upward),
    WithJsonSchema({"type": "string", "pattern": "^[0-9A-Z]+(-[0-9A-Z]+)?$"}),
]
