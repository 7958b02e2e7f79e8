"""A scenario's lists as the set-up sheet orders them, and how they say where and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import groupby

from builder.print.cover import words_for
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import Placement, Scenario, Turn
from hexmarshal.game.text import fold

ARRIVING = frozenset({"reinforcement", "replacement"})

Listed = tuple[str, str, list[Placement]]
"""Title, section of the rules, and the lines of a group, in the lists' own order."""


def chapters(game: Game, scenario: Scenario) -> Iterator[tuple[str, list[Listed]]]:
    """The lines of a scenario's lists in the order of the sheet, by heading and group."""
    placements = [p for p in scenario.placements if p.counter in game.counters]
    on_map = [p for p in placements if p.kind == "setup"]
    for side in game.sides:
        own = [p for p in on_map if side_of(game, p) == side.id]
        if own:
            yield f"{side.title}: at start", _at_start(game, own)
    arriving = [p for p in placements if p.kind in ARRIVING]
    for side in game.sides:
        own = [p for p in arriving if side_of(game, p) == side.id]
        if own:
            own.sort(key=lambda p: (_turn(game, p) or len(game.turns) + 1, p.entry or p.place))
            yield f"{side.title}: arrivals", _by(own, lambda p: (p.rule, _when(game, p)))
    rest = [p for p in placements if p.kind not in {"setup", "withdrawal", *ARRIVING}]
    if rest:
        rest.sort(key=lambda p: _KINDS.index(p.kind) if p.kind in _KINDS else len(_KINDS))
        yield "Air units, chits and boxes", _by(rest, lambda p: (p.rule, _place(game, p)))
    neutral = [p for p in (*on_map, *arriving) if not side_of(game, p)]
    if neutral:
        yield "Both sides", _by(neutral, lambda p: (p.rule, _when(game, p) or _formation(game, p)))
    leaving = [p for p in placements if p.kind == "withdrawal"]
    if leaving:
        yield "Withdrawals", _by(leaving, lambda p: (p.rule, _when(game, p)))


def _at_start(game: Game, own: list[Placement]) -> list[Listed]:
    """By place where the lists name one place for several counters, else by formation."""
    by_place = _by(own, lambda p: (p.rule, capital(where(game, p))))
    return by_place if 2 * len(by_place) <= len(own) else _by_formation(game, own)


def _by_formation(game: Game, own: list[Placement]) -> list[Listed]:
    """By formation; lines of none that follow each other are one group, named after all kinds."""
    groups = _by(own, lambda p: (p.rule, game.counters[p.counter].formation))
    found = []
    for title, rule, lines in groups:
        kinds = list(dict.fromkeys(_formation(game, line) for line in lines))
        others = [kind[:1].lower() + kind[1:] for kind in kinds[1:]]
        found.append((title or ", ".join((kinds[0], *others)), rule, lines))
    return found


_KINDS = ("air", "airbase", "chit", "box", "available", "dead")
"""The order of the lists of what lies off the map; others come after."""


def _by(
    placements: Iterable[Placement], key: Callable[[Placement], tuple[str, str]]
) -> list[Listed]:
    """Lines that follow each other and share a section and title."""
    return [(title, rule, list(own)) for (rule, title), own in groupby(placements, key=key)]


def side_of(game: Game, placement: Placement) -> str:
    """Whose a line is: its list's side, else its counter's."""
    return placement.side or game.counters[placement.counter].side


def _formation(game: Game, placement: Placement) -> str:
    counter = game.counters[placement.counter]
    if counter.formation:
        return counter.formation
    if not counter.is_unit:
        return words_for(counter.kind)[1].capitalize()
    others = (c for c in game.counters.values() if c.side == counter.side and c.is_unit)
    return "Independent" if any(other.formation for other in others) else "Units"


def _turn(game: Game, placement: Placement) -> int | None:
    if placement.date:
        return game.turn_of_date(placement.date)
    return placement.turn


def turn_name(turn: Turn) -> str:
    """A turn's title, `Turn 3` where that is a bare number."""
    return f"Turn {turn.title}" if turn.title.isdigit() else turn.title


def _when(game: Game, placement: Placement) -> str:
    """When and where a line's unit comes: `Turn 1, entry A`."""
    number = _turn(game, placement)
    turn = game.turn(number) if number is not None else None
    own_day = placement.date and not (turn and turn.date == placement.date)
    title = turn_name(turn) if turn else f"Turn {number}" if number else ""
    parts = [_day(placement.date) if own_day else title]
    if placement.entry:
        parts.append(f"entry {placement.entry}")
    elif placement.place:
        parts.append(placement.place)
    return capital(", ".join(part for part in parts if part))


def _day(iso: str) -> str:
    """An ISO date as people write it: `12 September`."""
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B}"


def capital(said: str) -> str:
    """A text with a capital letter first, all else as it is."""
    return said[:1].upper() + said[1:]


def _place(game: Game, placement: Placement) -> str:
    if placement.hex is not None or placement.hexes:
        return _formation(game, placement)
    return placement.place or _when(game, placement) or capital(placement.kind)


def where(game: Game, placement: Placement) -> str:
    """Where a counter goes, in the words of the lists: `2626`, `within 3 of 17.38`."""
    label = game.board.grid.label
    hexes = placement.hexes if placement.hex is None else (placement.hex,)
    if not hexes:
        return placement.place or (f"entry {placement.entry}" if placement.entry else "")
    said = " or ".join(label(hex_) for hex_ in hexes)
    if placement.within:
        said = f"within {placement.within} of {said}"
    if placement.inside:
        said += f" in {game.board.areas[fold(placement.inside)].name}"
    return said
