"""A scenario's set-up as a position, to be judged, packed into the module and drawn.

If a list leaves a choice (one of several hexes, a radius around a hex, which units of a group have
lost steps), one legal choice is made, the same at every build.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from builder.module.off_map import waiting_place, waits, zone_for
from builder.setup.areas import SetupChoice, choose_hexes
from hexmarshal.game.model import Game
from hexmarshal.game.places import find_place
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.scenario import LATER, Placement, Scenario
from hexmarshal.rules.situation import Situation


def playable(game: Game) -> list[Scenario]:
    """The scenarios with a set-up; others are only schedules of arrivals."""
    return [scenario for scenario in game.scenarios if scenario.setup()]


def setup_position(
    game: Game, scenario: Scenario, found: Sequence[SetupLine] | None = None
) -> Position:
    """The position when play begins, with arrivals waiting on the spaces of their turns.

    A piece's `ref` is its counter's id; further identical pieces add `.2`, `.3`, ... Pieces with
    neither hex nor box on the map are on the module's off-map board. Pass `found` if the scenario's
    `lines` are known already.
    """
    found = found or lines(game, scenario)
    reduced = {piece.ref: piece for group in _loss_groups(found) for piece in group.units}
    pieces = _levelled([reduced.get(p.ref, p) for line in found for p in line.pieces])
    turn = game.turn(scenario.first_turn)
    return Position(
        board=game.board,
        pieces=tuple(pieces),
        scenario=scenario.id,
        turn=scenario.first_turn,
        date=turn.date if turn else "",
        phase="set up",
        moment="end",
    )


@dataclass(frozen=True, slots=True)
class SetupLine:
    """A row of the lists with its pieces in place."""

    row: Placement
    pieces: tuple[Piece, ...]
    choice: tuple[int, ...] = ()
    """The hexes that the row lets its player choose from, or sets a radius around."""

    @property
    def lacking(self) -> tuple[Piece, ...]:
        """The pieces for which no legal hex was left."""
        chosen = self.choice and self.row.kind not in LATER
        return tuple(piece for piece in self.pieces if chosen and piece.hex is None)


def lines(game: Game, scenario: Scenario) -> list[SetupLine]:
    """The rows of a scenario's lists, except withdrawals, with every choice made."""
    copies: Tally[str] = Tally()
    rows = [row for row in scenario.placements if row.kind != "withdrawal"]
    listed = [SetupLine(row, tuple(_pieces(game, row, copies)), _choice(game, row)) for row in rows]
    choices = [
        SetupChoice(line.pieces, line.choice, line.row.within or 0, line.row.inside)
        for line in listed
        if line.choice
    ]
    known = Position(
        board=game.board,
        pieces=tuple(piece for line in listed for piece in line.pieces),
        scenario=scenario.id,
        turn=scenario.first_turn,
    )
    hexes = choose_hexes(Situation(game, known), choices)
    return [
        replace(
            line, pieces=tuple(_placed(game, line.row, p, hexes.get(p.ref)) for p in line.pieces)
        )
        for line in listed
    ]


def losses(
    game: Game, scenario: Scenario, found: Sequence[SetupLine] | None = None
) -> list[LossGroup]:
    """The groups of units that share losses, with the losses distributed."""
    return _loss_groups(found or lines(game, scenario))


def _pieces(game: Game, row: Placement, copies: Tally[str]) -> Iterator[Piece]:
    """The pieces of a row, placed if the row names a single hex or a box."""
    counter = game.counters[row.counter]
    later = waits(row)
    place = waiting_place(game, row) if later else _place(game, row)
    for _ in range(row.count):
        copies[counter.id] += 1
        copy = copies[counter.id]
        yield Piece(
            ref=counter.id if copy == 1 else f"{counter.id}.{copy}",
            name=counter.name,
            side=row.side or counter.side,
            kind=counter.kind,
            formation=counter.formation,
            type=counter.type,
            counter=counter,
            hex=None if later or row.within else row.hex,
            place=place,
            steps_lost=row.steps_lost,
        )


def _placed(game: Game, row: Placement, piece: Piece, hex_: int | None) -> Piece:
    """The piece in its chosen hex; without hex or place, on the off-map board."""
    if hex_ is not None:
        return replace(piece, hex=hex_)
    return (
        piece if piece.hex is not None or piece.place else replace(piece, place=zone_for(game, row))
    )


def _choice(game: Game, row: Placement) -> tuple[int, ...]:
    """The hexes that a row lets its player choose from, or sets a radius around; () if none."""
    if waits(row):
        return ()
    if row.hex is not None:
        return (row.hex,) if row.within else ()
    if row.entry:
        return game.board.entries[row.entry].hexes
    return row.hexes or _hexes_of(game, row.place)


def _place(game: Game, row: Placement) -> str:
    """The box that a row names, else ""."""
    if not row.place or _hexes_of(game, row.place):
        return ""
    return find_place(game.board, row.place, row.side or game.counters[row.counter].side) or ""


def _hexes_of(game: Game, place: str) -> tuple[int, ...]:
    """The hexes of a named place on the map; () for a box."""
    if not place or find_place(game.board, place) is not None:
        return ()
    wanted = place.casefold()
    named = (p for p in game.board.places if wanted in _names(p.name, p.other_names))
    return next((p.hexes for p in named), ())


def _names(name: str, others: tuple[str, ...]) -> set[str]:
    return {text.casefold() for text in (name, *others)}


def _levelled(pieces: list[Piece]) -> list[Piece]:
    """The pieces with their levels in the stacks.

    From the bottom: ground markers, HQs, units without attack strength, units with it, the rest.
    """
    height: Tally[int | str] = Tally()
    level: dict[str, int] = {}
    for piece in sorted(pieces, key=_rank):
        where = piece.place if piece.hex is None else piece.hex
        level[piece.ref] = height[where]
        height[where] += 1
    return [replace(piece, level=level[piece.ref]) for piece in pieces]


def _rank(piece: Piece) -> int:
    if "ground" in piece.tags:
        return 0
    if piece.kind == "hq":
        return 1
    if piece.kind == "combat":
        return 3 if piece.value("attack").number else 2
    return 4


@dataclass(frozen=True, slots=True)
class LossGroup:
    """A group of units that share losses, each with its own losses."""

    title: str
    rule: str
    steps: int
    units: tuple[Piece, ...]

    @property
    def left(self) -> int:
        """The steps that its units are too weak to lose."""
        return self.steps - sum(piece.steps_lost for piece in self.units)


def _loss_groups(found: Iterable[SetupLine]) -> list[LossGroup]:
    rows: dict[str, Placement] = {}
    units: dict[str, list[Piece]] = {}
    for line in found:
        if line.row.group_steps_lost:
            rows.setdefault(line.row.group, line.row)
            units.setdefault(line.row.group, []).extend(line.pieces)
    return [
        LossGroup(
            title,
            row.rule,
            row.group_steps_lost,
            tuple(_distributed(units[title], row.group_steps_lost)),
        )
        for title, row in rows.items()
    ]


def _distributed(units: Sequence[Piece], steps: int) -> list[Piece]:
    lost: Tally[str] = Tally()
    while steps:
        can_lose = [piece for piece in units if _can_lose(piece, lost[piece.ref])][:steps]
        if not can_lose:
            break
        lost.update(piece.ref for piece in can_lose)
        steps -= len(can_lose)
    return [replace(piece, steps_lost=piece.steps_lost + lost[piece.ref]) for piece in units]


def _can_lose(piece: Piece, lost: int) -> bool:
    steps = piece.value("steps").number
    return isinstance(steps, int) and steps - piece.steps_lost - lost > 1
