"""The folded words that positions and maps may use; a game's own data add more."""

from __future__ import annotations

from hexmarshal.game.text import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(" ".join(word.split()) for word in text.split(","))


TERRAIN = _words(
    "clear, hill, woods, swamp, bog, wooded bog, village, town, city, water, lake, sea, frozen"
)
WATER = _words("water, lake, sea, ocean")
"""Terrain closed to ground units, unless the game's rules name other words."""
HEXSIDES = _words(
    "major river, minor river, frozen, bridge, ferry, canal, lake, sea, crossing, impassable"
)
PATHS = _words(
    "rollbahn, road, track, trail, winter trail, railway, multi track, minor railway, narrow gauge"
)
LINES = _words("coast, lake, river, major river, minor river, canal")
MARKERS = _words(
    "out of supply, isolated, pinned, no strat move, technical problems, out of command, "
    "move mode, reserve"
)
"""States that a marker gives to the unit or hex it lies on."""

_MARKER_SPELLINGS = {
    "pin": "pinned",
    "oos": "out of supply",
    "isolation": "isolated",
    "ooc": "out of command",
    "unsupplied": "out of supply",
    "no strategic move": "no strat move",
    "no strategic movement": "no strat move",
    "technical problem": "technical problems",
}


def marker_word(text: str) -> str:
    """A marker word as rules spell it: `Pin marker` becomes `pinned`."""
    word = fold(text).removesuffix(" marker")
    return _MARKER_SPELLINGS.get(word, word)


VALUES = _words(
    "attack, defence, movement, range, steps, steps_lost, attack_capable, mode, quality, army, "
    "re, re_full, mechanised"
)

POSITION_KEYS = _words(
    "game, scenario, turn, date, phase, moment, counters, pieces, map, facts, control, options, "
    "previous, unread, file"
)
COUNTER_KEYS = _words(
    "ref, name, unit, id, side, formation, hex, place, step, markers, level, arrived, kind, type, "
    "values"
)
