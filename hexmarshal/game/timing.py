"""Finding the phase, the date and the moment that a text names.

"supply", "Supply Phase", "end of the Supply Phase", "set-up", "turn 3", "5 July 1944".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from hexmarshal.game.model import Game
from hexmarshal.game.names import find_side
from hexmarshal.game.position import Position
from hexmarshal.game.scenario import Phase
from hexmarshal.game.text import fold, plain

MOMENTS = ("start", "during", "end")
SET_UP = "set up"
WHOLE_TURN = "turn"

_NOISE = frozenset({"phase", "segment", "step", "sequence", "the", "of", "a", "in", "at"})
_DATES = ("%Y %m %d", "%d %B %Y", "%B %d %Y", "%d %b %Y", "%b %d %Y", "%d %m %Y")
_MOMENT_OF = {
    "start": "start",
    "beginning": "start",
    "before": "start",
    "during": "during",
    "middle": "during",
    "end": "end",
    "after": "end",
}


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The players of a turn in the order of their phases."""
OF_PHASE = ("player", "player_turn")
"""Facts of a phase that belongs to one player: the side, and the one of `ORDINALS`."""
BY_PLAYERS = frozenset({*OF_PHASE, "first_player"})
"""All facts of a game with such phases; `first_player` is the side that goes first."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of a turn: a segment, or a phase without segments, and its player."""

    phase: Phase
    of: Phase
    """The phase it belongs to, or the phase itself."""
    player: str = ""
    """One of `ORDINALS`; empty if it belongs to all players."""


def stops(game: Game) -> tuple[Stop, ...]:
    """The steps of a turn in order; each player has the players' phases in turn."""
    found: list[Stop] = []
    for by_players, block in groupby(game.phases, key=lambda phase: phase.by_players):
        phases = tuple(block)
        for player in ORDINALS[: len(game.sides)] if by_players else ("",):
            found += (Stop(step, phase, player) for phase in phases for step in _steps(phase))
    return tuple(found)


def _steps(phase: Phase) -> Iterator[Phase]:
    if not phase.segments:
        yield phase
    for segment in phase.segments:
        yield from _steps(segment)


def whose(game: Game, phase: str) -> dict[str, object]:
    """The facts in the name of a phase: `German Movement`, `second player: Supply`."""
    if not game.by_players:
        return {}
    words = plain(phase).replace(":", " ").split()
    side = next(filter(None, (find_side(game, word) for word in words)), "")
    turn = next((word for word in words if word in ORDINALS), "")
    return {k: v for k, v in (("player", side), ("player_turn", turn)) if v}


def in_one_phase(a: Position, b: Position) -> bool:
    """Whether two positions are of the same phase of the same player, as far as known."""
    facts = ((a.facts.get(fact), b.facts.get(fact)) for fact in OF_PHASE)
    apart = any(one != other for one, other in facts if one and other)
    return (a.turn, a.phase) == (b.turn, b.phase) and not apart


@dataclass(frozen=True, slots=True)
class When:
    """A phase by its folded id, with its moment if one was named."""

    phase: str
    moment: str = ""


def find_phase(game: Game, text: str) -> When | None:
    """The phase or segment that a text names, or None when the game has no such phase."""
    all_words = _words(text)
    if not all_words:
        return None
    phases = list(_all_phases(game.phases))
    exact = (p for p in phases if fold(text) in (fold(p.id), fold(p.title)))
    if whole := next(exact, None) or _called(phases, all_words):
        return When(fold(whole.id))
    moment = next((_MOMENT_OF[word] for word in all_words if word in _MOMENT_OF), "")
    words = [word for word in all_words if word not in _MOMENT_OF]
    if words in (["set", "up"], ["setup"]):
        return When(SET_UP, moment)
    if named := _called(phases, words):
        return When(fold(named.id), moment)
    if words in (["turn"], ["game", "turn"], []):
        return When(WHOLE_TURN, moment)
    for phase in phases:
        titles = {*_words(phase.id), *_words(phase.title)}
        if titles and (titles >= set(words) or titles <= set(words)):
            return When(fold(phase.id), moment)
    return None


def _called(phases: Iterable[Phase], words: list[str]) -> Phase | None:
    """The phase with these words, written together or apart."""
    joined = "".join(words)
    names = ((p, {"".join(_words(p.id)), "".join(_words(p.title))}) for p in phases)
    return next((phase for phase, called in names if joined in called), None)


def phase_title(game: Game, phase: str) -> str:
    """The title of a phase or segment by its folded id; "" for the whole turn or no phase."""
    if phase == SET_UP:
        return "Set-up"
    return next((p.title for p in _all_phases(game.phases) if fold(p.id) == phase), "")


def find_date(game: Game, text: str) -> str | None:
    """The ISO date in a text, with the year of the turns if it has none."""
    words = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", plain(text))
    words = " ".join(re.sub(r"[-,./]", " ", words).split())
    year = next((turn.date[:4] for turn in game.turns if turn.date), "")
    if year:
        words = re.sub(rf"(?<= ){year[2:]}$", year, words)
    for spelled in (words, f"{words} {year}") if year else (words,):
        for form in _DATES:
            if found := _parsed(spelled, form):
                return found.isoformat()
    return None


def _parsed(text: str, form: str) -> date | None:
    try:
        return datetime.strptime(text, form).date()
    except ValueError:
        return None


def _words(text: str) -> list[str]:
    words = (w for w in re.findall(r"[^\W_]+", plain(text)) if w not in _NOISE)
    return [w.removesuffix("s") if len(w) > 4 else w for w in words]


def _all_phases(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    """All phases, then the segments of each."""
    yield from phases
    for phase in phases:
        yield from _all_phases(phase.segments)
