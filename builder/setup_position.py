"""A scenario's set-up as a position: what is judged, packed into the module, and drawn.

Where a list leaves a choice (one of several hexes, within some hexes of one, which units of a
group have lost steps) one allowed way is taken, the same at every build.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import replace

from builder.module_off_map import zone_for
from hexwright.game.board import Board
from hexwright.game.counters import Counter
from hexwright.game.hexfield import members
from hexwright.game.model import Game
from hexwright.game.places import find_place
from hexwright.game.position import Piece, Position
from hexwright.game.scenario import LATER, Placement, Scenario

WATER = ("water", "lake", "sea")


def playable(game: Game) -> list[Scenario]:
    """The scenarios that set something up; the others are schedules of arrivals for them."""
    return [scenario for scenario in game.scenarios if scenario.setup()]


def setup_position(game: Game, scenario: Scenario) -> Position:
    """The scenario as it stands when play begins: set-up, boxes, and arrivals on their turns.

    A piece's `ref` is its counter's id, with `.2`, `.3`, ... for further identical pieces. What the
    map has neither hex nor box for has a place on the module's off-map board.
    """
    pieces = _Pieces(game, scenario).all()
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


class _Pieces:
    """Places a scenario's pieces: first those whose place is told, then those with a choice."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        self.game = game
        self.scenario = scenario
        self.copies: Tally[str] = Tally()
        self.found: dict[int, list[Piece]] = {}

    def all(self) -> list[Piece]:
        rows = [p for p in self.scenario.placements if p.kind != "withdrawal"]
        for order in sorted(range(len(rows)), key=lambda i: _has_choice(rows[i])):
            self.found[order] = list(self._placed(rows[order]))
        pieces = [piece for order in range(len(rows)) for piece in self.found[order]]
        return _levelled(_with_group_losses(rows, self.found, pieces))

    def _placed(self, row: Placement) -> Iterator[Piece]:
        counter = self.game.counters[row.counter]
        for _ in range(row.count):
            self.copies[counter.id] += 1
            copy = self.copies[counter.id]
            waits = row.kind in LATER and bool(row.turn or row.date or row.waits)
            hex_ = None if waits else self._hex(row, counter)
            place = waiting_place(self.game, row) if waits else self._place(row, counter)
            if hex_ is None and not place:
                place = zone_for(self.game, row)
            yield Piece(
                ref=counter.id if copy == 1 else f"{counter.id}.{copy}",
                name=counter.name,
                side=row.side or counter.side,
                kind=counter.kind,
                formation=counter.formation,
                type=counter.type,
                counter=counter,
                hex=hex_,
                place=place,
                steps_lost=row.steps_lost,
            )

    def _place(self, row: Placement, counter: Counter) -> str:
        if not row.place or self._hexes_of(row.place):
            return ""
        return find_place(self.game.board, row.place, row.side or counter.side) or ""

    def _hexes_of(self, place: str) -> tuple[int, ...]:
        """The hexes of a place on the map; none for a box."""
        if not place or find_place(self.game.board, place) is not None:
            return ()
        wanted = place.casefold()
        named = (p for p in self.game.board.places if wanted in _names(p.name, p.other_names))
        return next((p.hexes for p in named), ())

    def _hex(self, row: Placement, counter: Counter) -> int | None:
        if not _has_choice(row):
            return row.hex
        board = self.game.board
        centres = row.hexes or self._hexes_of(row.place)
        if row.entry:
            centres = board.entries[row.entry].hexes
        if row.hex is not None:
            centres = (row.hex,)
        candidates = _around(board, centres, row.within or 0)
        if not candidates:
            return None
        standing = [p for pieces in self.found.values() for p in pieces]
        water = board.terrain.of(*WATER)
        side = row.side or counter.side

        def unfit(hex_: int) -> tuple[bool, bool, int]:
            there = [p for p in standing if p.hex == hex_ and p.is_unit]
            enemies = any(p.side != side for p in there)
            return enemies, bool(water >> hex_ & 1), sum(p.kind == counter.kind for p in there)

        return min(candidates, key=unfit)


def waiting_place(game: Game, row: Placement) -> str:
    """Where an arrival waits: the box that its line names, else the space of its turn on the turn
    record; "" where the map has none."""
    if row.waits:
        return find_place(game.board, row.waits, row.side or game.counters[row.counter].side) or ""
    number = game.turn_of_date(row.date) if row.date else row.turn
    track = next((box for box in game.board.boxes if box.kind == "turn-track"), None)
    if track is None or number is None:
        return ""
    turn = game.turn(number)
    wanted = {str(number), turn.title if turn else ""}
    spaces = zip(track.places, track.spaces, strict=True)
    return next((place for place, space in spaces if space in wanted), "")


def _has_choice(row: Placement) -> bool:
    return row.hex is None or bool(row.within)


def _names(name: str, others: tuple[str, ...]) -> set[str]:
    return {text.casefold() for text in (name, *others)}


def _around(board: Board, centres: tuple[int, ...], radius: int) -> list[int]:
    """The hexes up to a radius from any of the centres, the nearest first."""
    near = [
        (board.grid.distance(centre, hex_), order, hex_)
        for order, centre in enumerate(centres)
        for hex_ in members(board.grid.within(centre, radius))
    ]
    return list(dict.fromkeys(hex_ for _, _, hex_ in sorted(near)))


def _with_group_losses(
    rows: list[Placement], found: dict[int, list[Piece]], pieces: list[Piece]
) -> list[Piece]:
    """Spreads the steps a group has lost over its units, a step each, in the order of the list."""
    losses: dict[str, int] = {r.group: r.group_steps_lost for r in rows if r.group_steps_lost}
    lost: Tally[str] = Tally()
    for order, row in enumerate(rows):
        for piece in found[order]:
            if losses.get(row.group) and _can_lose_a_step(piece):
                losses[row.group] -= 1
                lost[piece.ref] += 1
    return [replace(p, steps_lost=p.steps_lost + lost[p.ref]) for p in pieces]


def _can_lose_a_step(piece: Piece) -> bool:
    steps = piece.value("steps").number
    return isinstance(steps, int) and steps - piece.steps_lost > 1


def _levelled(pieces: list[Piece]) -> list[Piece]:
    """The pieces with their places in the stacks: HQs below, markers on top, or right at the bottom
    if they lie on the ground.

    Of the other units those without an attack strength lie below those that have one.
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
