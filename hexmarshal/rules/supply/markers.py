"""Supply markers, compared with the moment, the supply lines and the previous position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import Cited, SupplyMarkers, SupplyRules
from hexmarshal.rules.findings import (
    Checked,
    Finding,
    Need,
    Severity,
    State,
    Topic,
    What,
    names,
    subject,
)
from hexmarshal.rules.spans import Span, severity

if TYPE_CHECKING:
    from hexmarshal.rules.clock import TimeSpan
    from hexmarshal.rules.situation import Situation
    from hexmarshal.rules.supply import SupplyOf


def supply_markers(at: Situation) -> Iterator[Finding | Checked]:
    """Supply markers that disagree with the last Supply Phase."""
    supply = at.supply
    if supply is None or supply.rules.markers is None:
        return
    check = _Markers(at, _as_held(at, supply), supply.rules, supply.rules.markers)
    yield from check.of_exempt_units()
    yield from check.of_relocated()
    yield from check.against_time()
    if check.settled:
        yield from check.against_lines(at.units)
    else:
        if check.unmarked:
            yield from check.against_lines(p for p in at.units if check.marked(p))
        why = "only between a Supply Phase and the next move"
        yield Checked(check.words.marks_out.rule, State.NOT_NOW, why)
    yield from check.against_previous()


def _as_held(at: Situation, supply: SupplyOf) -> SupplyOf:
    """The supply at the last Supply Phase: last turn's if this turn's is still to come."""
    turn, ground = at.position.turn, at.ground
    if turn is None or at.when.last > at.calendar.start(supply.rules.phase):
        return supply
    then = replace(ground, turn=turn - 1)
    if all(ground.in_season(s) == then.in_season(s) for s in at.rules.seasons):
        return supply
    return replace(at, position=replace(at.position, turn=turn - 1)).supply or supply


@dataclass(frozen=True)
class _Markers:
    """Compares the supply markers of one position with lines, turns and the previous position."""

    at: Situation
    supply: SupplyOf
    rules: SupplyRules
    words: SupplyMarkers

    @cached_property
    def settled(self) -> bool:
        """Whether a Supply Phase has been held and nothing has moved since."""
        when, calendar, moves = self.at.when, self.at.calendar, self.at.rules.first_moves
        until = self.rules.until
        if when.first >= calendar.end(self.rules.phase):
            return not until or when.last <= calendar.start(until)
        if until:
            return False
        later = when.turn is not None and when.turn > self.at.scenario.first_turn
        return later and when.last <= (calendar.start(moves) if moves else 0)

    @property
    def unmarked(self) -> bool:
        """Whether supplied units have lost their markers and others are still to receive theirs."""
        when, calendar, segment = self.at.when, self.at.calendar, self.words.unmarked
        over = bool(segment) and when.first >= calendar.end(segment)
        return over and when.last <= calendar.end(self.rules.phase)

    def marked(self, piece: Piece) -> str:
        """The supply marker on a unit; "" for none."""
        for word in (self.words.isolated, self.words.out):
            if word in piece.markers:
                return word
        return ""

    # -- always ---------------------------------------------------------------------------------

    def of_exempt_units(self) -> Iterator[Finding]:
        """Markers on units that never need supply."""
        for piece in self.at.units:
            exempt = self.supply.exempt(piece)
            if exempt and (word := self.marked(piece)):
                message = f"{piece.name} is marked {word}, but never needs supply"
                yield self._find(exempt, Severity.ILLEGAL, message, [piece])

    def _marked_units(self) -> Iterator[tuple[Piece, str]]:
        """The units with a supply marker that may carry one."""
        for piece in self.at.units:
            if (word := self.marked(piece)) and not self.supply.exempt(piece):
                yield piece, word

    # -- at the end of a Supply Phase -------------------------------------------------------------

    def against_lines(self, units: Iterable[Piece]) -> Iterator[Finding]:
        """Units that are supplied but marked, or cut off but unmarked."""
        charges: dict[tuple[str, int | None, str], list[Piece]] = {}
        for piece in units:
            if self.supply.exempt(piece) or self._is_relocated(piece):
                continue
            word = self.marked(piece)
            if firm := severity(self._wrong(piece, word)):
                decided = self.supply.units[piece.ref].cited.rule
                key = word and "marked", piece.hex, f"{decided} {firm}"
                charges.setdefault(key, []).append(piece)
        for (word, _, _), pieces in charges.items():
            yield self._against_line(pieces, word)

    # -- headquarters ---------------------------------------------------------------------------

    def _is_relocated(self, piece: Piece) -> bool:
        """Whether a unit is relocated rather than left marked."""
        return self.words.relocated is not None and piece.kind == "hq"

    def of_relocated(self) -> Iterator[Finding]:
        """HQs still marked after the Supply Phase, or still cut off although nothing has moved."""
        cited, calendar, phase = self.words.relocated, self.at.calendar, self.rules.phase
        if cited is None:
            return
        under_way = self.at.when.touches(calendar.start(phase) + 1, calendar.end(phase) - 1)
        for piece in self.at.units:
            if not self._is_relocated(piece):
                continue
            if (word := self.marked(piece)) and not under_way:
                decided = self.supply.units[piece.ref].cited
                also = dict.fromkeys((*cited.also, decided.rule, *decided.also))
                own = Cited(rule=cited.rule, also=tuple(also))
                message = f"{piece.name} is marked {word}; such an HQ is relocated at once"
                yield self._find(own, Severity.ILLEGAL, message, [piece])
            elif self.settled:
                cut_off = ~self.supply.units[piece.ref].can
                if firm := severity(cut_off):
                    yield self._left_behind(cited, firm, piece)

    def _left_behind(self, cited: Cited, firm: Severity, piece: Piece) -> Finding:
        needs = self.supply.needs(piece) if firm is Severity.UNKNOWN else ()
        bases = self.supply.tracing(piece).bases if firm is Severity.SUSPECT else ()
        message = f"{piece.name} is cut off, but has not been relocated"
        find = self.at.find
        return find(cited, Topic.MARKERS, firm, message, [piece], basis=bases, needs=needs)

    # -- right or wrong -------------------------------------------------------------------------

    def _wrong(self, piece: Piece, word: str) -> Span[bool]:
        can = self.supply.units[piece.ref].can
        if not word:
            return ~can
        if piece.ref in self._excused:
            return Span(False, False, can.high, can.most)
        return can

    @cached_property
    def _excused(self) -> frozenset[str]:
        return self.at.own_rules.may_be_out(self.at)

    def _against_line(self, pieces: list[Piece], word: str) -> Finding:
        first = pieces[0]
        firm = severity(self._wrong(first, word))
        assert firm is not None
        supplied = self.supply.units[first.ref]
        cited = self.words.unmarks if word else self.words.marks_out
        also = (*cited.also, supplied.cited.rule, *supplied.cited.also)
        cited = Cited(rule=cited.rule, also=tuple(dict.fromkeys(also)))
        plural = len(pieces) > 1
        state = "can trace supply" if word else ("are cut off" if plural else "is cut off")
        verb = "carry" if plural else "carries"
        marker = f"{verb} a marker" if word else f"{verb} no marker"
        message = f"{names(pieces)} {state}, but {marker}"
        needs: Iterable[Need] = ()
        if firm is Severity.UNKNOWN and word and first.ref in self._excused:
            needs = [Need(What.PREVIOUS, first.ref)]
            message += "; legal only if the previous position justifies it"
        elif firm is Severity.UNKNOWN:
            needs = self.supply.needs(first)
            message = f"{names(pieces)} {marker}, but supply is unknown"
        bases = self.supply.tracing(first).bases if firm is Severity.SUSPECT else ()
        return self.at.find(cited, Topic.MARKERS, firm, message, pieces, basis=bases, needs=needs)

    def against_time(self) -> Iterator[Finding]:
        """Units out of supply or isolated sooner than the Supply Phases so far allow."""
        if self.at.when.turn is None:
            return
        for piece, word in self._marked_units():
            endured = self._phases_endured(piece, self.rules.phase)
            at_once = self.words.isolated_at_once
            isolated = word == self.words.isolated
            if isolated and at_once and self._phases_endured(piece, at_once.phase):
                continue
            if endured < 1:
                message = f"{piece.name} is marked {word} before its first Supply Phase"
                yield self._find(self.words.not_yet, Severity.ILLEGAL, message, [piece])
            elif endured < 2 and isolated:
                message = f"{piece.name} is isolated, but cannot have been out of supply before"
                yield self._find(self.words.marks_isolated, Severity.ILLEGAL, message, [piece])

    def _phases_endured(self, piece: Piece, phase: str) -> int:
        """The largest number of such phases that a unit can have been through."""
        when, arrivals, calendar = self.at.when, self.at.arrivals, self.at.calendar
        assert when.turn is not None
        first = self.at.scenario.first_turn
        if not arrivals.is_set_up(piece):
            turns = [arrivals.turn_of(row) for row in arrivals.listed(piece)]
            first = max(first, min((turn for turn in turns if turn is not None), default=first))
            first += bool(arrivals.rules) and arrivals.begins(piece.side) > calendar.end(phase)
        return when.turn - first + (when.last > calendar.start(phase))

    # -- compared with the previous position --------------------------------------------------

    def against_previous(self) -> Iterator[Finding | Checked]:
        """Markers that changed wrongly since the previous position."""
        before = self.at.position.previous
        endured = self._phases_since(before) if before else None
        if before is None:
            why = "needs the previous position"
            yield Checked(self.words.lasts.rule, State.CANNOT, why)
        if before is None or endured is None or endured > 1:
            if self.settled and self.at.when.turn is not None:
                yield from self._undecided()
            return
        for piece in self.at.units:
            old = before.same(piece)
            was = self.marked(old) if old else ""
            if self.supply.exempt(piece):
                continue
            now = self.marked(piece)
            if now == self.words.isolated and self._fought_since(before):
                continue
            if endured:
                yield from self._stepping(piece, was, now)
            elif old:
                yield from self._lasting(piece, was, now)

    def _fought_since(self, before: Position) -> bool:
        """Whether a phase that isolates at once may lie between a position and this one."""
        at_once = self.words.isolated_at_once
        return at_once is not None and self.at.phase_between(before, at_once.phase)

    def _phases_since(self, before: Position) -> int | None:
        """The number of Supply Phases since a position; None if uncertain."""
        then, now = self._phases_by(self.at.when_of(before)), self._phases_by(self.at.when)
        return None if then is None or now is None or now < then else now - then

    def _phases_by(self, when: TimeSpan) -> int | None:
        """The last turn whose Supply Phase was over; None if one may have been under way."""
        if when.turn is None:
            return None
        calendar = self.at.calendar
        if when.first >= calendar.end(self.rules.phase):
            return when.turn
        return when.turn - 1 if when.last <= calendar.start(self.rules.phase) else None

    def _lasting(self, piece: Piece, was: str, now: str) -> Iterator[Finding]:
        """A state that changed although no Supply Phase lies in between."""
        if was != now:
            message = f"{piece.name} was {was or 'in supply'} and is now {now or 'in supply'}, "
            message += "but no Supply Phase lies in between"
            yield self._find(self.words.lasts, Severity.ILLEGAL, message, [piece])

    def _stepping(self, piece: Piece, was: str, now: str) -> Iterator[Finding]:
        """A change that one Supply Phase does not allow: it goes one step down, or fully up."""
        out, isolated = self.words.out, self.words.isolated
        either = f"a further Supply Phase leaves it {isolated} or unmarked"
        message = ""
        if was == "" and now == isolated:
            message = f"{piece.name} went from unmarked to {isolated} in a single Supply Phase"
        elif was == isolated and now == out:
            message = f"{piece.name} went from {isolated} to {out}; {either}"
        elif was == out and now == out and piece.ref not in self._never_isolated:
            message = f"{piece.name} stayed {out}; {either}"
        if message:
            yield self._find(self.words.marks_isolated, Severity.ILLEGAL, message, [piece])

    @cached_property
    def _never_isolated(self) -> frozenset[str]:
        return self.at.own_rules.never_isolated(self.at)

    def _undecided(self) -> Iterator[Finding]:
        """Markers that cannot be judged without the previous position."""
        doubtful = [
            piece
            for piece, _ in self._marked_units()
            if self._phases_endured(piece, self.rules.phase) >= 2
            and piece.ref not in self._never_isolated
            and not self.supply.units[piece.ref].can.least
        ]
        if doubtful:
            right = subject(doubtful, "carries", "carry")
            message = f"{right} the right marker only if the previous position agrees"
            needs = [Need(What.PREVIOUS, piece.ref) for piece in doubtful]
            yield self.at.find(
                self.words.marks_isolated,
                Topic.MARKERS,
                Severity.UNKNOWN,
                message,
                doubtful,
                needs=needs,
            )

    def _find(self, cited: Cited, firm: Severity, message: str, pieces: Iterable[Piece]) -> Finding:
        return self.at.find(cited, Topic.MARKERS, firm, message, pieces)
