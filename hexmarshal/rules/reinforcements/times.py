"""When counters arrive and leave: none in play before its turn or after it has left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece
from hexmarshal.game.ruleset import ArrivalRules, Cited, EventArrivals, RetiredChit, Total
from hexmarshal.game.scenario import Placement
from hexmarshal.game.text import has_words
from hexmarshal.rules.findings import Checked, Finding, Need, Severity, State, Topic, What, subject
from hexmarshal.rules.reinforcements import CAME_ON

if TYPE_CHECKING:
    from hexmarshal.rules.situation import Situation


def too_early(at: Situation) -> Iterator[Finding | Checked]:
    """Pieces in play before their listed arrival, and pieces that only a lost list may name."""
    rules, arrivals = at.rules.arrivals, at.arrivals
    if rules is None:
        return
    if at.position.turn is None:
        yield Checked(rules.rule, State.CANNOT, "the turn is unknown")
        return
    copies: dict[str, list[Piece]] = {}
    for piece in at.position.pieces:
        if piece.kind == "marker" or not arrivals.in_play(piece):
            continue
        if piece.counter and piece.counter.id in at.placements:
            copies.setdefault(piece.counter.id, []).append(piece)
        elif piece.is_unit:
            yield from _unlisted(at, rules, piece)
    for counter, pieces in copies.items():
        if event := arrivals.event(counter):
            yield from _by_event(at, event, at.placements[counter], pieces)
        else:
            yield from _early_copies(at, rules, at.placements[counter], pieces)
    for total in rules.totals:
        for side in at.game.sides:
            yield from _too_many(at, total, side.id)


def _by_event(
    at: Situation, event: EventArrivals, rows: tuple[Placement, ...], pieces: list[Piece]
) -> Iterator[Finding]:
    """Counters in play before the event that brings them, or brings them early."""
    arrivals, before = at.arrivals, at.position.previous
    turns = [turn for row in rows if (turn := arrivals.turn_of(row)) is not None]
    if turns and not at.when.before(min(turns), arrivals.begins(pieces[0].side)):
        return
    there = [old for piece in pieces if before and (old := before.same(piece))]
    if len(there) == len(pieces) and all(arrivals.in_play(old) for old in there):
        return
    came = arrivals.has_come(event.fact)
    if at.when.before(at.scenario.first_turn, at.calendar.start(event.phase) + 1):
        came = False
    also = dict.fromkeys((*event.also, *(row.rule for row in rows if row.rule != event.rule)))
    cited = Cited(rule=event.rule, also=tuple(also))
    if came is None:
        playing = subject(pieces, "is", "are")
        message = f"{playing} in play; whether the required event has happened is unknown"
        needs = [Need(What.PREVIOUS, piece.ref) for piece in pieces]
        yield at.find(cited, Topic.ARRIVAL, Severity.UNKNOWN, message, pieces, needs=needs)
    elif not came:
        playing = subject(pieces, "is", "are")
        message = f"{playing} in play, but the required event has not happened"
        yield at.find(cited, Topic.ARRIVAL, Severity.ILLEGAL, message, pieces)


def _early_copies(
    at: Situation, rules: ArrivalRules, rows: tuple[Placement, ...], pieces: list[Piece]
) -> Iterator[Finding]:
    """The copies of one counter beyond those that may have arrived by now."""
    arrivals = at.arrivals
    rows = tuple(row for row in rows if row.kind != "withdrawal")
    later = [row for row in rows if _is_later(at, row, pieces[0].side)]
    there = sum(row.count for row in rows) - sum(row.count for row in later)
    early = len(pieces) - there
    if early <= 0 or not later:
        return
    first = min(later, key=lambda row: arrivals.earliest(row) or 0)
    title = f"turn {arrivals.earliest(first)}"
    message = f"{subject(pieces, 'is', 'are')} in play before the arrivals of {title}"
    if len(pieces) > 1:
        most = f"at most {there} may be before the arrivals of {title}"
        message = f"{len(pieces)} copies of {pieces[0].name} are in play; {most}"
    own = next((one for one in rules.special if at.matches(one.who, pieces[0])), None)
    taking = [one.rule for one in rules.takeovers if first.counter in one.counters]
    also = tuple(dict.fromkeys((*taking, rules.rule, *rules.also)))
    cited = own or Cited(rule=first.rule or rules.rule, also=also)
    gaps = [arrivals.stands_in(row) for row in later]
    gap = gaps[0] if all(gaps) else None
    lost = gap is not None and at.when.reached(gap.first, 0)
    firm = Severity.UNKNOWN if lost else Severity.ILLEGAL
    needs = [Need(What.TEXT, gap.rule)] if gap and lost else []
    yield at.find(cited, Topic.ARRIVAL, firm, message, pieces, needs=needs)


def _too_many(at: Situation, total: Total, side: str) -> Iterator[Finding]:
    """More counters of a kind in play than may be by now, some of them unlisted."""
    arrivals = at.arrivals
    own = [p for p in at.position.pieces if p.kind == total.kind and p.side == side]
    there = [piece for piece in own if arrivals.in_play(piece)]
    if all(piece.counter for piece in there):
        return
    rows = (row for rows in at.placements.values() for row in rows if row.kind != "withdrawal")
    counters = at.game.counters
    listed = [r for r in rows if counters[r.counter].kind == total.kind]
    listed = [r for r in listed if counters[r.counter].side == side]
    now = sum(row.count for row in listed if not _is_later(at, row, side))
    if len(there) > now:
        message = f"{len(there)} {total.kind} counters are in play; at most {now} may be by now"
        yield at.find(total, Topic.ARRIVAL, Severity.ILLEGAL, message, there)


def _is_later(at: Situation, row: Placement, side: str) -> bool:
    """Whether a listed arrival is certainly still to come."""
    turn = at.arrivals.earliest(row)
    return (
        row.kind in CAME_ON and turn is not None and at.when.before(turn, at.arrivals.begins(side))
    )


def _unlisted(at: Situation, rules: ArrivalRules, piece: Piece) -> Iterator[Finding]:
    """A unit that no surviving list names."""
    lost = next((one for one in rules.lost if one.side == piece.side), None)
    if lost is None:
        return
    if at.when.reached(at.scenario.last_turn, at.arrivals.begins(piece.side)):
        return
    message = f"{piece.name} is in no surviving list; when it arrives is unknown"
    needs = [Need(What.TEXT, lost.rule)]
    yield at.find(lost, Topic.ARRIVAL, Severity.UNKNOWN, message, [piece], needs=needs)


def retired(at: Situation) -> Iterator[Finding]:
    """Counters in play after they have left the game."""
    for rule in at.rules.retired:
        over = at.calendar.end(rule.phase)
        if not at.when.reached(rule.turn, over):
            continue
        for piece in at.position.pieces:
            if _is(piece, rule) and not at.arrivals.is_out_of_play(piece):
                message = f"{piece.name} is still in play, but left the game on turn {rule.turn}"
                yield at.find(rule, Topic.ARRIVAL, Severity.ILLEGAL, message, [piece])


def _is(piece: Piece, rule: RetiredChit) -> bool:
    if piece.counter:
        return piece.counter.id == rule.counter
    return piece.kind == "chit" and has_words(piece.name, rule.words)
