"""Which units may be in play by now: releases, hypothetical units, withdrawals (1.4, 1.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexmarshal.game.counters import Counter
from hexmarshal.game.names import find_side
from hexmarshal.game.places import find_place
from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import Cited
from hexmarshal.game.scenario import Placement
from hexmarshal.rules.findings import Finding, Need, Severity, Topic, What, names
from hexmarshal.rules.games.baltic_gap.events import (
    REINFORCEMENT,
    box_of,
    released,
    scenario_rules,
    v_number,
)
from hexmarshal.rules.reinforcements import CAME_ON
from hexmarshal.rules.situation import Situation

HYPOTHETICAL = Cited(rule="1.9d", also=("6.0", "1.8", "1.9"))
WITHDRAWN = Cited(rule="1.9c", also=("1.9",))
HELD = Cited(rule="1.4d", also=("1.4",))
HOLDING = Cited(rule="1.3c", also=("1.4", "1.3"))
LISTS = Cited(rule="6.0", also=("1.9",))


def _in_play(at: Situation) -> dict[str, list[Piece]]:
    """The listed counters on the map or in boxes in use, by id; markers left out."""
    found: dict[str, list[Piece]] = {}
    for piece in at.position.pieces:
        if piece.counter and piece.kind != "marker" and at.arrivals.in_play(piece):
            found.setdefault(piece.counter.id, []).append(piece)
    return found


def _has_come(at: Situation, row: Placement) -> bool:
    """Whether the units of a row may be in play by now."""
    turn = at.arrivals.turn_of(row)
    if row.kind not in CAME_ON or turn is None:
        return row.kind != "withdrawal"
    return not at.when.before(turn, at.arrivals.begins(row.side))


# -- units held in boxes off the map (1.4) --------------------------------------------------------


def held_in_boxes(at: Situation) -> Iterator[Finding]:
    """Units on the map before their box can have released them, or in it after it has."""
    other = scenario_rules(at).boxes_of
    boxes = at.game.scenario(other).by_counter if other else {}
    for piece in at.position.pieces:
        id_ = piece.counter.id if piece.counter else ""
        rows = at.placements.get(id_) or boxes.get(id_, ())
        for name, event in at.rules.events.items():
            if piece.is_unit and any(row.place == box_of(at, event) for row in rows):
                yield from _held(at, name, piece, rows)


def _held(at: Situation, name: str, piece: Piece, rows: Iterable[Placement]) -> Iterator[Finding]:
    event, turns = at.rules.events[name], released(at, name, piece.side)
    box = box_of(at, event)
    if piece.hex is not None:
        others = [row for row in rows if row.place != box and _has_come(at, row)]
        back = [row for row in rows if row.place == box and row.kind == "withdrawal"]
        others = [] if any(_over(at, row, surely=True) for row in back) else others
        if not others and at.when.before(turns.first, at.arrivals.begins(piece.side)):
            cited = Cited(rule="1.4", also=(event.rule, HELD.rule))
            message = f"{piece.name} is on the map before the {box} can have released it"
            yield at.find(cited, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])
    elif piece.place == box and at.when.reached(turns.last, at.calendar.end(at.game.phases[-1].id)):
        message = f"{piece.name} is still in the {box}; it must have arrived by now"
        yield at.find(HELD, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])


def holding_boxes(at: Situation) -> Iterator[Finding]:
    """Listed units in a holding box in which no list of any scenario puts them."""
    for event in at.rules.events.values():
        box = box_of(at, event)
        held = [piece for piece in at.position.pieces if piece.place == box and piece.is_unit]
        put = _put_in(at, box) if held else set()
        for piece in held:
            counter = piece.counter
            if counter and counter.count == 1 and counter.id not in put:
                message = f"{piece.name} is in the {box}, but no list puts it there"
                yield at.find(HOLDING, Topic.PLACEMENT, Severity.ILLEGAL, message, [piece])


def _put_in(at: Situation, box: str) -> set[str]:
    """The counters that a list of any scenario puts, or may put, in a box."""
    return {
        row.counter
        for scenario in at.game.scenarios
        for row in scenario.placements
        if row.place == box or box in f"{row.note} {scenario.doubt(row)}"
    }


# -- hypothetical units (1.9d) --------------------------------------------------------------------


def hypothetical(at: Situation) -> Iterator[Finding]:
    """Units in play that only a roll against the V# can have brought on by now."""
    number = v_number(at)
    if number is not None and number > 0:
        return
    for counter, pieces in _in_play(at).items():
        rows = [row for row in at.placements.get(counter, ()) if _has_come(at, row)]
        sure = [row for row in rows if not _is_hypothetical(at, row)]
        if len(pieces) <= sum(row.count for row in sure) or len(sure) == len(rows):
            continue
        firm = Severity.UNKNOWN if number is None else Severity.ILLEGAL
        message = f"{names(pieces)} in play: hypothetical units do not arrive with a V# of 0"
        needs = [Need(What.VALUE, "v_number")] if number is None else []
        yield at.find(HYPOTHETICAL, Topic.ARRIVAL, firm, message, pieces, needs=needs)


def _is_hypothetical(at: Situation, row: Placement) -> bool:
    choice = at.scenario.choice(row.choice)
    return choice is not None and choice.how == "v-number"


# -- withdrawals (1.9c) ---------------------------------------------------------------------------


def withdrawn(at: Situation) -> Iterator[Finding]:
    """More units of the same factors in play than their withdrawals leave."""
    rows = [row for rows in at.placements.values() for row in rows]
    leaving = [row for row in rows if _leaves(at, row)]
    kinds = dict.fromkeys(_alike(at.game.counters[row.counter]) for row in leaving)
    pieces = [piece for copies in _in_play(at).values() for piece in copies]
    for kind in filter(None, kinds):
        own = [row for row in rows if _alike(at.game.counters[row.counter]) == kind]
        there = [piece for piece in pieces if piece.counter and _alike(piece.counter) == kind]
        yield from _too_many(at, own, there)


def _leaves(at: Situation, row: Placement) -> bool:
    """Whether a row takes its units out of the game rather than into a box."""
    return row.kind == "withdrawal" and find_place(at.board, row.place) is None


def _too_many(at: Situation, rows: list[Placement], pieces: list[Piece]) -> Iterator[Finding]:
    """More identical units in play than have arrived and not left."""
    come = sum(row.count for row in rows if row.kind != "withdrawal" and _has_come(at, row))
    gone = [row for row in rows if _leaves(at, row)]
    most = come - sum(row.count for row in gone if _over(at, row, surely=True))
    least = come - sum(row.count for row in gone if _over(at, row, surely=False))
    if len(pieces) <= least:
        return
    sure = len(pieces) > most
    firm = Severity.ILLEGAL if sure else Severity.UNKNOWN
    message = f"{names(pieces)} in play; withdrawals leave {max(0, most if sure else least)}"
    needs = [] if sure else [Need(What.VALUE, "phase")]
    also = (*dict.fromkeys(row.rule for row in gone), *WITHDRAWN.also)
    cited = Cited(rule=WITHDRAWN.rule, also=also)
    yield at.find(cited, Topic.ARRIVAL, firm, message, pieces, needs=needs)


def _alike(counter: Counter) -> tuple[str, str, str] | None:
    """What makes counters identical in their factors (1.9c); None if they are not compared."""
    factors = counter.front.get("factors")
    if counter.kind == "combat" and factors and factors.known:
        return counter.side, counter.type, str(factors.number)
    if counter.kind in ("air", "hq") and counter.as_printed:
        return counter.side, counter.kind, counter.as_printed[0]
    return None


def _over(at: Situation, row: Placement, *, surely: bool) -> bool:
    """Whether a withdrawal has been held, surely or perhaps.

    Each side has its own Reinforcement Phase. Either the turn must be over, or the position must
    say which side goes first and whose phase it is.
    """
    turn = at.arrivals.turn_of(row)
    if turn is None or (surely and at.arrivals.stands_in(row)):
        return False
    if surely:
        turn += row.side == "soviet" and v_number(at) != 0
    if at.when.turn != turn:
        return at.when.reached(turn, at.calendar.last)
    held = _has_reinforced(at, row.side)
    return at.when.reached(turn, at.calendar.last) if surely and held is None else held is not False


def _has_reinforced(at: Situation, side: str) -> bool | None:
    """Whether a side's Reinforcement Phase of this turn is over; None if that is unknown."""
    after = at.when.first >= at.calendar.end(REINFORCEMENT)
    if not after and at.when.last < at.calendar.start(REINFORCEMENT) + 1:
        return False
    player, first = _side_given(at, "player"), _side_given(at, "first_player")
    if not first and at.position.turn == at.scenario.first_turn:
        first = at.scenario.first_side
    second = at.position.facts.get("player_turn") == "second"
    if second and after:
        return True
    if not player and first and "player_turn" in at.position.facts:
        player = next(s.id for s in at.game.sides if (s.id == first) is not second)
    if player == side:
        return after
    if player and first:
        return first == side
    return None if at.when.first < at.calendar.last else True


def _side_given(at: Situation, fact: str) -> str:
    return find_side(at.game, str(at.position.facts.get(fact) or ""))


# -- units in no list of the scenario -------------------------------------------------------------


def unlisted(at: Situation) -> Iterator[Finding]:
    """Units that the scenario does not list: illegal, or lost with a part of 6.0."""
    for pieces in _in_play(at).values():
        counter = pieces[0].counter
        assert counter is not None
        if not counter.is_unit or counter.count > 1 or counter.id in at.placements:
            continue
        if counter.type in ("breakdown", "garrison"):
            continue
        if scenario_rules(at).whole_lists:
            message = f"{names(pieces)}: not in the lists of {at.scenario.id}"
            own = Cited(rule=at.scenario.rule, also=LISTS.also)
            yield at.find(own, Topic.ARRIVAL, Severity.ILLEGAL, message, pieces)
        else:
            message = f"{names(pieces)}: not in the surviving lists for {at.scenario.id}"
            needs = [Need(What.TEXT, LISTS.rule)]
            yield at.find(LISTS, Topic.ARRIVAL, Severity.UNKNOWN, message, pieces, needs=needs)
