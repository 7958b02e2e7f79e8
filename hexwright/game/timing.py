"""Finding the phase, the turn and the moment that somebody means.

"supply", "Supply Phase", "end of the Supply Phase", "set-up", "turn 3", "5 July 1944".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from hexwright.game.board import fold
from hexwright.game.model import Game
from hexwright.game.names import plain
from hexwright.game.scenario import Phase

MOMENTS = ("start", "during", "end")
SET_UP = "set up"
WHOLE_TURN = "turn"

_NOISE = frozenset({"phase", "segment", "step", "sequence", "the", "of", "a", "in", "at"})
_MOMENT_OF = {
    "start": "start",
    "beginning": "start",
    "before": "start",
    "during": "during",
    "middle": "during",
    "end": "end",
    "after": "end",
}


@dataclass(frozen=True, slots=True)
class When:
    """A phase by its folded id, and the moment of it when one was named."""

    phase: str
    moment: str = ""


def find_phase(game: Game, text: str) -> When | None:
    """The phase or segment that a text names, or None when the game has no such phase."""
    said = _words(text)
    moment = next((_MOMENT_OF[word] for word in said if word in _MOMENT_OF), "")
    words = [word for word in said if word not in _MOMENT_OF]
    name = " ".join(words)
    if name in {"set up", "setup"}:
        return When(SET_UP, moment)
    phases = list(_all_phases(game.phases))
    for phase in phases:
        if name in {" ".join(_words(phase.id)), " ".join(_words(phase.title))}:
            return When(fold(phase.id), moment)
    if name in {"turn", "game turn", ""}:
        return When(WHOLE_TURN, moment) if said else None
    wanted = set(words)
    for phase in phases:
        titles = set(_words(phase.id)) | set(_words(phase.title))
        if wanted <= titles or titles <= wanted:
            return When(fold(phase.id), moment)
    return None


def find_date(game: Game, text: str) -> str | None:
    """The ISO date that a text means, its year taken from the turns if it names none."""
    said = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", plain(text)).replace(",", " ").replace(".", " ")
    said = " ".join(said.split())
    year = next((turn.date[:4] for turn in game.turns if turn.date), "")
    for spelled in (said, f"{said} {year}") if year else (said,):
        for form in ("%Y-%m-%d", "%d %B %Y", "%B %d %Y", "%d %b %Y", "%b %d %Y", "%d %m %Y"):
            if found := _parsed(spelled, form):
                return found.isoformat()
    return None


def _parsed(text: str, form: str) -> date | None:
    try:
        return datetime.strptime(text, form).date()
    except ValueError:
        return None


def _words(text: str) -> list[str]:
    return [w for w in re.findall(r"[^\W_]+", plain(text)) if w not in _NOISE]


def _all_phases(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    """All phases, then the segments of each."""
    yield from phases
    for phase in phases:
        yield from _all_phases(phase.segments)
