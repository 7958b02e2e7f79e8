"""Reading the counters: `counters/ID/`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hexmarshal.game import schema
from hexmarshal.game.basis import UNKNOWN, Basis, Scalar, Value
from hexmarshal.game.counters import Counter
from hexmarshal.game.load.records import RecordReader
from hexmarshal.game.load.tables import Row
from hexmarshal.game.text import fold


def read_counters(reading: RecordReader, sides: set[str]) -> dict[str, Counter]:
    folder = reading.folders.counters
    values = []
    for row, general in reading.rows(folder / "values.csv", schema.ValueRow):
        _check_values(reading, row, general)
        values.append(general)
    ids = _piece_ids(reading, folder / "ids.csv")
    counters: dict[str, Counter] = {}
    for row, form in reading.rows(folder / "counters.csv", schema.CounterRow, optional=False):
        reading.side(row, form.side, sides)
        _check_values(reading, row, form)
        for entry in form.look:
            if "=" not in entry:
                wrong = f"invalid correction {entry!r}"
                reading.faults.append(row.fault("look", wrong, "write it like base=#c0392f"))
        if form.id in counters:
            wrong = f"duplicate id {form.id!r}"
            reading.faults.append(row.fault("id", wrong, "give each counter its own id"))
        front, back = _values(form, values)
        counters[form.id] = Counter(
            id=form.id,
            name=form.name,
            side=form.side,
            kind=form.kind,
            formation=form.formation,
            type=fold(form.type),
            echelon=form.echelon,
            steps=front.pop("steps", UNKNOWN),
            front=front,
            back=back,
            reverse=form.reverse,
            count=form.count,
            as_printed=form.as_printed,
            tags=frozenset(fold(tag) for tag in form.tags),
            piece_ids=tuple(ids.get(form.id, ())),
            rule=form.rule,
            note=form.note,
            look=dict(entry.split("=", 1) for entry in form.look if "=" in entry),
        )
    return counters


def _piece_ids(reading: RecordReader, path: Path) -> dict[str, list[str]]:
    by_copy: dict[str, dict[int, str]] = {}
    seen: set[str] = set()
    for row, form in reading.rows(path, schema.IdRow):
        if form.piece_id in seen:
            wrong = f"duplicate piece id {form.piece_id}"
            reading.faults.append(
                row.fault("piece_id", wrong, "use a new one; piece ids are never reused")
            )
        seen.add(form.piece_id)
        copies = by_copy.setdefault(form.counter, {})
        if form.copy_ in copies:
            wrong = f"copy {form.copy_} of {form.counter!r} already has a piece id"
            reading.faults.append(row.fault("copy", wrong, "remove one row"))
        copies.setdefault(form.copy_, form.piece_id)
    return {counter: [c[n] for n in sorted(c)] for counter, c in by_copy.items()}


WHOLE = frozenset({"attack", "defence", "movement", "range", "steps"})
"""Values that rules calculate with."""
MOST_STEPS = 20


def _check_values(
    reading: RecordReader, row: Row, form: schema.CounterRow | schema.ValueRow
) -> None:
    """Notes values that should be whole numbers but are not."""
    for column, text in (form.model_extra or {}).items():
        name = column.removesuffix("_back")
        most = MOST_STEPS if name == "steps" else 9999
        if name not in WHOLE or text in ("", "?"):
            continue
        if not re.fullmatch(r"[0-9]{1,4}", str(text)) or int(str(text)) > most:
            wrong = f"{column}: expected a whole number from 0 to {most}, got {str(text)[:60]!r}"
            remedy = "correct it, or write ? if it is not known"
            reading.faults.append(row.fault(column, wrong, remedy))


_MATCH: tuple[tuple[str, Callable[[schema.CounterRow], object]], ...] = (
    ("side", lambda c: c.side),
    ("formation", lambda c: c.formation),
    ("kind", lambda c: c.kind),
    ("type", lambda c: c.type),
    ("echelon", lambda c: c.echelon),
)


def _values(
    counter: schema.CounterRow, rows: list[schema.ValueRow]
) -> tuple[dict[str, Value], dict[str, Value]]:
    """The front and back values of a counter: general rows first, its own row and cells last."""
    ranked = sorted((r for r in rows if _matches(counter, r)), key=_rank)
    front: dict[str, Value] = {}
    back: dict[str, Value] = {}
    sources: list[schema.ValueRow | schema.CounterRow] = [*ranked, counter]
    for source in sources:
        for column, text in (source.model_extra or {}).items():
            side = back if column.endswith("_back") else front
            if text:
                side[column.removesuffix("_back")] = _value(str(text), source.basis)
    return front, back


def _matches(counter: schema.CounterRow, row: schema.ValueRow) -> bool:
    if row.counter:
        return row.counter == counter.id
    if row.tag and fold(row.tag) not in {fold(tag) for tag in counter.tags}:
        return False
    return all(
        not getattr(row, name) or fold(getattr(row, name)) == fold(str(of(counter)))
        for name, of in _MATCH
    )


def _rank(row: schema.ValueRow) -> tuple[bool, int]:
    filled = sum(bool(getattr(row, name)) for name, _ in _MATCH) + bool(row.tag)
    return bool(row.counter), filled


def _value(text: str, basis: Basis) -> Value:
    if text == "?":
        return UNKNOWN
    return Value(_scalar(text), basis)


def _scalar(text: str) -> Scalar:
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    return schema.YES_OR_NO.get(text.casefold(), text)
