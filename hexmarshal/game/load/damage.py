"""Damage that spreadsheets do to cells: recognised and explained, since it cannot be undone.

A hex number such as `01.03`, a rule number such as `9.1.1` or a designation such as `1/2` becomes
a date; leading and trailing zeros are lost; formulas leave their errors. Month names are those of
English, German, French, Spanish and Italian spreadsheets.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from hexmarshal.game.text import plain

TEXT = "format the column as text and type it again"

_MONTHS = (
    "jan jän janv ene gen",
    "feb fév févr",
    "mar mrz mär mars",
    "apr avr abr",
    "may mai mag",
    "jun juin giu",
    "jul juil lug",
    "aug août ago",
    "sep sept set",
    "oct okt ott",
    "nov",
    "dec dez déc dic",
)
_NUMBER_OF = {plain(name): i for i, names in enumerate(_MONTHS, 1) for name in names.split()}

_ERROR = re.compile(r"#(REF|BEZUG|NAME|VALUE|WERT|DIV/0|N/A|NV|NUM|ZAHL|NULL|SPILL|CALC)[!?]?|##+")
_POWER = re.compile(r"[-+]?\d+(?:[.,]\d+)?E[-+]\d+", re.IGNORECASE)
_DAY_MONTH = re.compile(r"(\d{1,2})(?:\. ?|-)([^\W\d]{3,5})\.?")
_MONTH_YEAR = re.compile(r"([^\W\d]{3,5})\.?[- ]?(\d{1,4})")
_DAY_MONTH_YEAR = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?: \d.*)?")
_YEAR_MONTH_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[ T]\d.*)?")
_SERIAL = re.compile(r"[2-6]\d{4}")


def damage(text: str) -> str:
    """What a spreadsheet certainly did to a cell, with the remedy; "" if there is no sign of it."""
    if _ERROR.fullmatch(text):
        return f"this is a spreadsheet formula error; {TEXT}"
    if _POWER.fullmatch(text):
        return f"a spreadsheet turned it into a power of ten; {TEXT}"
    if text.startswith(('="', "'")) and (unmarked := text.strip("=\"'")):
        return f"it contains a spreadsheet's text mark; write {unmarked}"
    if match := _DAY_MONTH.fullmatch(text):
        return _dated(int(match[1]), _month(match[2]))
    if match := _DAY_MONTH_YEAR.fullmatch(text):
        return _dated(int(match[1]), int(match[2]), int(match[3]))
    return ""


def number_damage(text: str, form: str = "") -> str:
    """What a spreadsheet probably did to a hex or rule number; "" if there is no sign of it.

    `form` is a hex numbering's form, such as `{column:02}.{row:02}`.
    """
    text = text.strip()
    if found := damage(text):
        return found
    if match := _MONTH_YEAR.fullmatch(text):
        return _dated(_month(match[1]), int(match[2]), turned=False)
    if match := _YEAR_MONTH_DAY.fullmatch(text):
        return _dated(int(match[3]), int(match[2]), int(match[1]))
    if _SERIAL.fullmatch(text):
        day = date(1899, 12, 30) + timedelta(days=int(text))
        return _dated(day.day, day.month, day.year)
    return _lost_zeros(text, form)


def _dated(first: int, second: int, year: int = 0, *, turned: bool = True) -> str:
    """The message for a date, with the numbers it may have been before."""
    if not first or not second:
        return ""  # the word is not a month
    meant = [f"{first:02}.{second:02}"]
    if turned and first != second:
        meant.append(f"{second:02}.{first:02}")
    if year:
        meant.append(f"{first}.{second}.{year % 100}")
    if year and first == 1:
        meant.append(f"{second:02}.{year % 100:02}")
    return f"a spreadsheet turned it into a date (perhaps {' or '.join(meant)}); {TEXT}"


def _month(name: str) -> int:
    """The number of a month by its short name, 0 for any other word."""
    return _NUMBER_OF.get(plain(name), 0)


def _lost_zeros(text: str, form: str) -> str:
    widths = [int(width) for width in re.findall(r":0(\d+)", form)]
    parts = re.fullmatch(r"(\d+)(?:[.,](\d+))?", text)
    if parts is None or not widths:
        return ""
    head, tail = parts[1], parts[2] or ""
    if "." not in form and not tail.strip("0") and (tail or len(head) < sum(widths)):
        whole = head.zfill(sum(widths))
    elif "." in form and tail and len(widths) == 2 and len(head + tail) < sum(widths):
        whole = f"{head.zfill(widths[0])}.{tail.ljust(widths[1], '0')}"
    else:
        return ""
    return f"a spreadsheet removed its zeros (perhaps {whole}); {TEXT}"
