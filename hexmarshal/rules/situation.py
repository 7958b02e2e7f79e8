"""A position with everything the rules derive from it, computed once and on demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from hexmarshal.game.basis import Basis, Value
from hexmarshal.game.board import Board
from hexmarshal.game.formations import agreement
from hexmarshal.game.hexfield import HexField, HexSet
from hexmarshal.game.model import Game
from hexmarshal.game.position import Piece, Position
from hexmarshal.game.ruleset import Cited, CounterFilter, RuleSet, TagWords, TypeWords, amended
from hexmarshal.game.scenario import Placement, Scenario
from hexmarshal.game.text import fold, has_words
from hexmarshal.game.timing import SET_UP, in_one_phase, phase_title
from hexmarshal.rules.clock import Calendar, TimeSpan
from hexmarshal.rules.findings import Finding, Need, Severity, Topic
from hexmarshal.rules.ground import Ground
from hexmarshal.rules.plugins import GameRules, rules_of_game
from hexmarshal.rules.reinforcements import Arrivals
from hexmarshal.rules.supply import SupplyOf
from hexmarshal.rules.zoc import Zones


@dataclass(frozen=True)
class Situation:
    """A position together with its game; the rules read everything from here."""

    game: Game
    position: Position

    @cached_property
    def rules(self) -> RuleSet:
        """The game's rules under the readings that the position's options choose."""
        return amended(self.game.rules, self.position.options)

    @property
    def board(self) -> Board:
        return self.position.board

    @property
    def grid(self) -> HexField:
        return self.position.board.grid

    @cached_property
    def scenario(self) -> Scenario:
        """The position's scenario; the game's first if it names none."""
        if self.position.scenario:
            return self.game.scenario(self.position.scenario)
        return self.game.scenarios[0]

    # -- when ---------------------------------------------------------------------------------

    @cached_property
    def calendar(self) -> Calendar:
        return Calendar.of(self.game.phases)

    @cached_property
    def when(self) -> TimeSpan:
        return self.when_of(self.position)

    def when_of(self, position: Position) -> TimeSpan:
        """When a position of this game was taken."""
        return self.calendar.when(
            position.turn, position.phase, position.moment, self.scenario.first_turn
        )

    def marker_may_be_on(self, earliest: str, removed: str) -> bool:
        """Whether a marker placed from phase `earliest` on and gone after `removed` may lie now."""
        return self.when.first < self.calendar.end(
            removed
        ) and self.when.last > self.calendar.start(earliest)

    def phase_title(self, phase: str) -> str:
        """A phase's printed title; its id if it has none."""
        return phase_title(self.game, fold(phase)) or phase

    def phase_between(self, before: Position, phase: str) -> bool:
        """Whether all or part of a phase may lie between an earlier position and this one."""
        turns = self.turns_between(before, phase)
        return turns is None or bool(turns)

    def turns_between(self, before: Position, phase: str) -> tuple[int, ...] | None:
        """The turns in which all or part of a phase may lie between an earlier position and this
        one; None if that cannot be narrowed down, as when a turn is unknown."""
        then, now = self.when_of(before), self.when
        if then.turn is None or now.turn is None:
            return None
        if self.game.by_players and not in_one_phase(before, self.position):
            return None
        start, end = self.calendar.start(phase), self.calendar.end(phase)
        return tuple(
            turn
            for turn in range(then.turn, now.turn + 1)
            if (then.turn, then.first) < (turn, end) and (turn, start) < (now.turn, now.last)
        )

    def any_phase_between(self, before: Position, phases: Iterable[str]) -> bool:
        """Whether any of these phases may lie between an earlier position and this one."""
        return any(self.phase_between(before, phase) for phase in phases)

    @cached_property
    def earlier(self) -> Situation | None:
        """The previous position as a situation; None if there is none from which play continued."""
        before, now = self.position.previous, self.position.turn
        if before is None or before.phase == SET_UP or self._is_setting_up:
            return None
        if before.turn is not None and now is not None and before.turn > now:
            return None
        return Situation(self.game, before)

    @property
    def turn_has_passed(self) -> bool:
        """Whether the previous position states an earlier turn."""
        then = self.earlier.position.turn if self.earlier else None
        return None not in (then, self.position.turn) and then != self.position.turn

    @property
    def _is_setting_up(self) -> bool:
        """Whether the game is still being set up: nothing has moved yet."""
        first = self.rules.first_moves
        if self.when.turn != self.scenario.first_turn or not first:
            return False
        return self.when.last <= self.calendar.start(first)

    # -- who ----------------------------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[Piece, ...]:
        """The units on the map."""
        return tuple(self.position.units())

    @cached_property
    def stacks(self) -> Mapping[int, tuple[Piece, ...]]:
        """The units on the map by hex, bottom to top."""
        found: dict[int, list[Piece]] = {}
        for piece in self.units:
            found.setdefault(piece.at_hex, []).append(piece)
        return {h: tuple(sorted(ps, key=lambda p: p.level)) for h, ps in found.items()}

    @cached_property
    def _held(self) -> Mapping[str, HexSet]:
        held: dict[str, HexSet] = {side.id: 0 for side in self.game.sides}
        for hex_, stack in self.stacks.items():
            for piece in stack:
                if not self.as_marker(piece):
                    held[piece.side] = held.get(piece.side, 0) | 1 << hex_
        return held

    def held(self, side: str) -> HexSet:
        """The hexes with a unit of this side."""
        return self._held.get(side, 0)

    def enemies(self, side: str) -> HexSet:
        """The hexes with a unit of any other side."""
        total = 0
        for other, hexes in self._held.items():
            if other != side:
                total |= hexes
        return total

    def tagged(self, piece: Piece, tag: str) -> bool | None:
        """Whether a piece has a tag; None if neither the counter lists nor its words show it."""
        name = tag.replace(" ", "_")
        if name in piece.given:
            return None if piece.given[name].number is None else bool(piece.given[name].number)
        if piece.counter:
            if tag in piece.tags:
                return True
            return self.rules.decided.get(tag) if f"{tag} undecided" in piece.tags else False
        rows = [row for row in self.rules.tags if row.tag == tag]
        if any(_tag_applies(row, piece) for row in rows):
            return True
        return False if piece.formation or not rows else None

    def type_of(self, piece: Piece) -> str:
        """The type of a piece: as listed, else recognised from its given type or its name."""
        if piece.counter:
            return piece.type
        rows = (row for row in self.rules.types if _type_applies(row, piece))
        return next((row.type for row in rows), piece.type)

    def described(self, piece: Piece) -> DescribedPiece:
        """A piece as rule filters see it."""
        return DescribedPiece(self, piece)

    def matches(self, who: CounterFilter, piece: Piece) -> bool:
        """Whether a rule's filter matches a piece."""
        return who.matches(DescribedPiece(self, piece))

    def as_marker(self, piece: Piece) -> Cited | None:
        """The rule that treats a unit as a marker; None if none does."""
        return self.rules.as_marker(self.described(piece)) if self.rules.pontoons else None

    def commands(self, hq: Piece, piece: Piece) -> bool:
        """Whether an HQ commands a unit: by formation, or as the game's rules say."""
        if hq.kind != "hq" or hq.side != piece.side or hq is piece:
            return False
        rules = self.rules.command
        if rules and any(self.tagged(hq, t) and self.tagged(piece, t) for t in rules.tags):
            return True
        if rules and rules.independent and self.tagged(piece, rules.independent):
            return False
        return bool(piece.formation) and agreement(piece.formation, hq.formation) is not None

    @cached_property
    def bridges(self) -> HexSet:
        """The hexes with a pontoon bridge."""
        total = 0
        for piece in self.units:
            total |= 1 << piece.at_hex if self.as_marker(piece) else 0
        return total

    @property
    def placements(self) -> Mapping[str, tuple[Placement, ...]]:
        """The lines of the scenario's lists, by counter id."""
        return self.scenario.by_counter

    def rows_of(self, piece: Piece) -> tuple[Placement, ...]:
        """The lines of the scenario's lists for a piece's counter."""
        return self.placements.get(piece.counter.id, ()) if piece.counter else ()

    # -- derived ------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Ground:
        return Ground(self.board, self.rules, self.position.turn, self.position.facts)

    @cached_property
    def zones(self) -> Zones:
        return Zones(self)

    @cached_property
    def supply(self) -> SupplyOf | None:
        """The supply of all units; None in a game without supply rules."""
        return SupplyOf(self, self.rules.supply) if self.rules.supply else None

    @cached_property
    def arrivals(self) -> Arrivals:
        return Arrivals(self)

    @cached_property
    def own_rules(self) -> GameRules:
        """The game's own rules module."""
        return rules_of_game(self.game.id)

    # -- findings -----------------------------------------------------------------------------

    def find(
        self,
        cited: Cited,
        topic: Topic,
        severity: Severity,
        message: str,
        pieces: Iterable[Piece] = (),
        *,
        hexes: HexSet | None = None,
        basis: Iterable[Basis] = (),
        needs: Iterable[Need] = (),
    ) -> Finding:
        """A finding about pieces, in their hexes and places unless `hexes` names others."""
        chosen = tuple(pieces)
        if hexes is None:
            hexes = 0
            for piece in chosen:
                hexes |= 1 << piece.hex if piece.hex is not None else 0
        found = sorted({Basis.RULEBOOK, *basis})
        return Finding(
            rule=cited.rule,
            topic=topic,
            severity=severity,
            message=message,
            hexes=tuple(self.grid.labels(hexes)),
            places=tuple(dict.fromkeys(p.place for p in chosen if p.place)),
            counters=tuple(p.ref for p in chosen),
            also=tuple(number for number in dict.fromkeys(cited.also) if number != cited.rule),
            basis=tuple(found),
            needs=tuple(sorted(set(needs))),
        )


@dataclass(frozen=True, slots=True)
class DescribedPiece:
    """A piece with what its situation knows about it, for rule filters."""

    at: Situation
    piece: Piece

    @property
    def side(self) -> str:
        return self.piece.side

    @property
    def kind(self) -> str:
        return self.piece.kind

    @property
    def type(self) -> str:
        return self.at.type_of(self.piece)

    @property
    def mode(self) -> str:
        return fold(str(self.piece.value("mode").number))

    @property
    def markers(self) -> frozenset[str]:
        return self.piece.markers

    def has(self, tag: str) -> bool | None:
        return self.at.tagged(self.piece, tag)

    def value(self, name: str) -> Value:
        return self.piece.value(name)


def _tag_applies(row: TagWords, piece: Piece) -> bool:
    """Whether the words of an unlisted piece show that it has a tag."""
    if row.side not in ("", piece.side):
        return False
    by_formation = row.by == "formation" and piece.formation
    words = piece.formation if by_formation else f"{piece.name} {piece.type}"
    return has_words(words, row.words) and not has_words(words, row.but)


def _type_applies(row: TypeWords, piece: Piece) -> bool:
    """Whether the given type of an unlisted piece, or else its name, has these words."""
    if row.side not in ("", piece.side) or (row.kind and piece.kind not in row.kind):
        return False
    return has_words(piece.type or piece.name, row.words)
