"""Reading the lists of a scenario: where its counters begin, and when the others come and go."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from hexmarshal.game import schema
from hexmarshal.game.board import Board
from hexmarshal.game.counters import UNIT_KINDS, Counter
from hexmarshal.game.faults import Fault, expected
from hexmarshal.game.load.records import RecordReader
from hexmarshal.game.load.tables import Row
from hexmarshal.game.places import find_place
from hexmarshal.game.scenario import LATER, Placement
from hexmarshal.game.text import fold


@dataclass(frozen=True)
class ListReader:
    """Reads the lines of one scenario's lists; faults go to `reading`."""

    reading: RecordReader
    scenario: schema.ScenarioForm
    game: schema.GameForm
    board: Board
    counters: Mapping[str, Counter]

    def read(self, folder: Path) -> list[Placement]:
        """The placements of all lists, in order."""
        lines = [
            line
            for list_ in dict.fromkeys(self.scenario.lists)
            for line in self.reading.rows(folder / list_, schema.PlacementRow)
        ]
        found = [
            self._placement(row, form)
            for row, form in lines
            if self._has_counter(row, form) and self._has_one_place(row, form)
        ]
        self.reading.faults.extend(_placed_too_often(lines, self.counters))
        return found

    # -- what every line needs -------------------------------------------------------------------

    def _has_counter(self, row: Row, form: schema.PlacementRow) -> bool:
        if form.counter in self.counters:
            return True
        if form.counter not in self.reading.unread and "counters.csv" not in self.reading.lost:
            wrong = f"unknown counter {form.counter!r}"
            remedy = nearest(form.counter, self.counters, "counters.csv")
            self.reading.faults.append(row.fault("counter", wrong, remedy))
        return False

    def _has_one_place(self, row: Row, form: schema.PlacementRow) -> bool:
        wheres = [w for w in ("hex", "hexes", "place", "entry") if getattr(form, w)]
        if len(wheres) == 1 or (not wheres and form.kind in {"available", "dead", "withdrawal"}):
            return True
        wrong = f"more than one place: {' and '.join(wheres)}" if wheres else "no place given"
        remedy = "fill in exactly one of hex, hexes, place and entry"
        self.reading.faults.append(row.fault("hex", wrong, remedy))
        return False

    # -- what it names --------------------------------------------------------------------------

    def _placement(self, row: Row, form: schema.PlacementRow) -> Placement:
        reading, grid = self.reading, self.board.grid
        reading.side(row, form.side, {side.id for side in self.game.sides})
        reading.faults.extend(self._faults_of_place(row, form))
        reading.faults.extend(self._faults_of_counter(row, form))
        reading.faults.extend(self._faults_of_choice(row, form))
        return Placement(
            scenario=self.scenario.id,
            counter=form.counter,
            kind=form.kind,
            side=form.side or self.counters[form.counter].side,
            as_printed=form.as_printed,
            rule=form.rule,
            count=form.count,
            hex=reading.hex(grid, row, "hex", form.hex) if form.hex else None,
            hexes=tuple(reading.hexes(grid, row, "hexes", form.hexes)),
            within=form.within,
            inside=form.inside,
            place=form.place,
            entry=form.entry,
            waits=form.waits,
            replaces=form.replaces,
            turn=form.turn,
            date=form.date,
            steps_lost=form.steps_lost,
            group=form.group,
            group_steps_lost=form.group_steps_lost,
            draw=fold(form.draw),
            choice=form.choice,
            unless=form.unless,
            conditional=form.conditional,
            note=form.note,
        )

    def _faults_of_place(self, row: Row, form: schema.PlacementRow) -> Iterator[Fault]:
        """Unknown areas, entries, boxes and turns."""
        board = self.board
        if form.within is not None and not (form.hex or form.hexes):
            wrong = "within is given without a hex"
            yield row.fault("within", wrong, "fill in hex or hexes")
        if form.inside and fold(form.inside) not in board.areas:
            remedy = nearest(form.inside, board.areas, "areas.csv")
            yield row.fault("inside", f"unknown area {form.inside!r}", remedy)
        if form.turn is not None and form.turn not in {turn.number for turn in self.game.turns}:
            wrong = f"unknown turn {form.turn}"
            yield row.fault("turn", wrong, "use one of the turns in game.yaml")
        yield from self._faults_of_entry(row, form)
        names = (*board.named(), *self.game.whereabouts) if form.place else ()
        if form.place and fold(form.place) not in map(fold, names):
            wrong = f"unknown place {form.place!r}"
            yield row.fault("place", wrong, nearest(form.place, names, "the boxes in map.yaml"))
        if form.waits and find_place(board, form.waits) is None:
            remedy = nearest(form.waits, board.named(), "the boxes in map.yaml")
            yield row.fault("waits", f"unknown box {form.waits!r}", remedy)

    def _faults_of_entry(self, row: Row, form: schema.PlacementRow) -> Iterator[Fault]:
        entry = self.board.entries.get(form.entry)
        if entry is None:
            if form.entry and form.entry not in self.reading.unread:
                known = self.board.entries
                remedy = expected(known) if known else "add it to entries.csv"
                yield row.fault("entry", f"unknown entry area {form.entry!r}", remedy)
            return
        side = form.side or self.counters[form.counter].side
        if entry.side and side and entry.side != side:
            wrong = f"entry area {form.entry!r} belongs to the {entry.side} side"
            yield row.fault("entry", wrong, "use one of the counter's own side")

    def _faults_of_counter(self, row: Row, form: schema.PlacementRow) -> Iterator[Fault]:
        """More steps lost than there are, and unknown counters or tags."""
        counter = self.counters[form.counter]
        if form.draw and fold(form.draw) not in counter.tags:
            wrong = f"counter {form.counter!r} has no tag {form.draw!r}"
            yield row.fault("draw", wrong, "name a counter of the pool")
        steps = counter.steps.number
        if isinstance(steps, int) and form.steps_lost >= max(steps, 1):
            wrong = f"steps_lost is {form.steps_lost}, but {form.counter!r} has only {steps}"
            yield row.fault("steps_lost", wrong, f"write at most {max(steps - 1, 0)}")
        if form.replaces and form.replaces not in self.counters:
            remedy = nearest(form.replaces, self.counters, "counters.csv")
            yield row.fault("replaces", f"unknown counter {form.replaces!r}", remedy)

    def _faults_of_choice(self, row: Row, form: schema.PlacementRow) -> Iterator[Fault]:
        known = [choice.id for choice in self.scenario.choices]
        for column, id_ in (("choice", form.choice), ("unless", form.unless)):
            if id_ and id_ not in known:
                wrong = f"unknown choice {id_!r}"
                remedy = nearest(id_, known, f"the choices of {self.scenario.id}")
                yield row.fault(column, wrong, remedy)


def _placed_too_often(
    lines: Iterable[tuple[Row, schema.PlacementRow]], counters: Mapping[str, Counter]
) -> Iterator[Fault]:
    """Lines of a set-up that place a unit, ship or aircraft when there is none left of it."""
    placed: dict[str, int] = {}
    for row, line in lines:
        counter = counters.get(line.counter)
        if counter is None or counter.kind not in {*UNIT_KINDS, "air", "naval", "transport"}:
            continue
        if line.kind in LATER or line.draw or line.conditional or line.choice or line.unless:
            continue
        before = placed.get(line.counter, 0)
        total = placed[line.counter] = before + line.count
        if total > counter.count:
            wrong = (
                f"{line.counter!r} is placed {total} times, but the game has only {counter.count}"
            )
            remedy = "remove the line or lower its count, or raise the count in counters.csv"
            yield row.fault("counter" if before else "count", wrong, remedy)


def nearest(name: str, known: Iterable[str], table: str) -> str:
    """The remedy for an unknown name: the names like it, else the table to add it to."""
    close = difflib.get_close_matches(name, list(known), n=3)
    return f"did you mean {' or '.join(close)}?" if close else f"add it to {table}"
