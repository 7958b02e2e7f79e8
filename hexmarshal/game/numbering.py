"""Printed hex numbers.

A numbering translates printed numbers to cells of the grid: which way columns and rows count,
which of them are shifted by half a hex, and how a number is written. A game may have several
sheets. Where two sheets number the same hex, the later sheet's number is the hex's name and the
earlier one an alias.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from string import ascii_uppercase

from hexmarshal.game.hexgrid import Cell, Orientation

LETTERS = "|".join(f"{letter}+" for letter in ascii_uppercase)
"""A pattern for numbers written in letters."""


def letters(number: int) -> str:
    """A number from 1 upwards in letters, as wargame maps count: A to Z, then AA, BB, ..., AAA."""
    times, letter = divmod(number - 1, 26)
    return ascii_uppercase[letter] * (times + 1)


def number_of(text: str) -> int:
    """The number that digits or letters stand for."""
    if text.isdigit():
        return int(text)
    return 26 * (len(text) - 1) + ascii_uppercase.index(text[0].upper()) + 1


class LabelError(ValueError):
    """A text is not a hex number of this game; the message shows one that is."""


class OffMapError(LabelError):
    """A text is written like a hex number, but the map has no such hex."""


@dataclass(frozen=True)
class MapSheet:
    """A map sheet and its part of the numbering.

    `form` writes a hex number, such as `{column:02}{row:02}`, `{column:02}.{row:02}`,
    `E{row}.{column:02}` or `{row:A}{column}`. A part with a width must be written with all its
    digits; one without is read with or without leading zeros; `A` stands for letters. `first_*` and
    `last_*` are the printed numbers at the edges, both included; `column_offset` and `row_offset`
    lead from the sheet's numbers to those of the whole board.
    """

    name: str
    form: str
    first_column: int
    last_column: int
    first_row: int
    last_row: int
    column_offset: int = 0
    row_offset: int = 0

    @cached_property
    def _parts(self) -> tuple[tuple[str, str, str], ...]:
        """For each part of a number: the text before it, its name and its style."""
        found = re.finditer(r"([^{]*)\{(column|row)(?::(A|0\d+))?\}", self.form)
        return tuple((match[1], match[2], match[3] or "") for match in found)

    @property
    def _end(self) -> str:
        return self.form.rpartition("}")[2]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        text = ""
        for literal, part, style in self._parts:
            digits = rf"\d{{{int(style)}}}" if style.isdigit() else r"\d{1,9}"
            text += re.escape(literal) + rf"(?P<{part}>{LETTERS if style == 'A' else digits})"
        return re.compile(text + re.escape(self._end), re.IGNORECASE)

    @cached_property
    def _in_letters(self) -> frozenset[str]:
        return frozenset(part for _, part, style in self._parts if style == "A")

    @cached_property
    def _plain_form(self) -> str:
        return self.form.replace(":A}", "}")

    def label(self, column: int, row: int) -> str:
        """The printed number of a column and a row of this sheet."""
        lettered = self._in_letters
        return self._plain_form.format(
            column=letters(column) if "column" in lettered else column,
            row=letters(row) if "row" in lettered else row,
        )

    def parsed(self, text: str) -> tuple[int, int] | None:
        """The column and row of a text written in the form, on the map or off it; else None."""
        match = self.pattern.fullmatch(text)
        return (number_of(match["column"]), number_of(match["row"])) if match else None

    def loosely(self, text: str) -> tuple[int, int] | None:
        """Column and row of a text that lacks zeros, or the right sign between its parts."""
        (before, first, width), (_, second, other) = self._parts
        if "A" in (width, other):
            return None
        lead = rf"(?i:hex)?\s*{re.escape(before)}\s*"
        if match := re.fullmatch(rf"(?i:{lead})(\d{{1,9}})\s*[-.,:;/ ]\s*(\d{{1,9}})", text):
            numbers = {first: int(match[1]), second: int(match[2])}
        elif width and other and (match := re.fullmatch(rf"(?i:{lead})(\d{{1,9}})", text)):
            digits = match[1].zfill(int(width) + int(other))
            if digits.startswith("00") or len(digits) != int(width) + int(other):
                return None
            numbers = {first: int(digits[: int(width)]), second: int(digits[int(width) :])}
        else:
            return None
        return numbers["column"], numbers["row"]

    def holds(self, column: int, row: int) -> bool:
        return (
            self.first_column <= column <= self.last_column
            and self.first_row <= row <= self.last_row
        )


@dataclass(frozen=True)
class Numbering:
    """How a game numbers its hexes.

    `columns_grow` is `east` or `west`, `rows_grow` is `north` or `south`. On a flat-top grid
    the columns of `shifted` parity (`odd` or `even`) lie half a hex `toward` `north` or `south`;
    on a pointy-top grid it is the rows, `toward` `east` or `west`. Parity counts in the board's
    numbers, after a sheet's offset.
    """

    orientation: Orientation
    sheets: tuple[MapSheet, ...]
    shifted: str = "odd"
    toward: str = "south"
    columns_grow: str = "east"
    rows_grow: str = "north"

    def cell(self, column: int, row: int) -> Cell:
        """The cell of a board's column and row."""
        east = column if self.columns_grow == "east" else -column
        north = row if self.rows_grow == "north" else -row
        push = 1 if self.toward in ("north", "east") else -1
        if self.orientation is Orientation.FLAT:
            return Cell(east, 2 * north + self._offset(column, push))
        return Cell(2 * east + self._offset(row, push), north)

    def _offset(self, line: int, push: int) -> int:
        """The half-hex offset of a column or row."""
        odd_shifted = self.shifted == "odd"
        off = push if bool(line % 2) == odd_shifted else 0
        return off if odd_shifted else off + 1

    def parse(self, text: str) -> Cell:
        """The cell of a printed hex number in any of its spellings. Raises LabelError."""
        stripped = text.strip()
        for sheet in self.sheets:
            numbers = sheet.parsed(stripped)
            if numbers and sheet.holds(*numbers):
                return self.cell(numbers[0] + sheet.column_offset, numbers[1] + sheet.row_offset)
        raise self._refusal(stripped)

    def __contains__(self, text: str) -> bool:
        """Whether a text is a hex number, in any spelling."""
        return any(
            sheet.holds(*numbers) for sheet in self.sheets if (numbers := sheet.parsed(text))
        )

    def labels(self) -> dict[str, Cell]:
        """Every printed hex number of every sheet with its cell; names before aliases.

        A cell's first label is its name.
        """
        found: dict[str, Cell] = {}
        for sheet in reversed(self.sheets):
            for column in range(sheet.first_column, sheet.last_column + 1):
                for row in range(sheet.first_row, sheet.last_row + 1):
                    label = sheet.label(column, row)
                    found[label] = self.cell(column + sheet.column_offset, row + sheet.row_offset)
        return found

    def _refusal(self, text: str) -> LabelError:
        for sheet in self.sheets:
            if numbers := sheet.parsed(text):
                return OffMapError(
                    f"{text!r} is off the map: columns run {sheet.first_column}-"
                    f"{sheet.last_column}, rows {sheet.first_row}-{sheet.last_row}"
                    + (f" on sheet {sheet.name}" if sheet.name else "")
                    + (f" (read as column {numbers[0]}, row {numbers[1]})")
                )
        examples = " or ".join(s.label(s.first_column, s.last_row) for s in self.sheets)
        return LabelError(f"{text!r} is not a hex number of this map; expected one like {examples}")
