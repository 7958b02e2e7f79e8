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
AREAS = _words(
    "prepared defences, narva bridgehead, rollbahn, neva, pontoon bridge, baltic sea, lake peipus"
)
"""Areas that a position may name on any map, besides the map's own."""
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
    "re, re_full, mechanised, lraf, ashore, on_ice"
)
FACTS = _words(
    "v_number, variants, narva_event, saaremaa_event, kaunas_event, german_delay, soviet_delay, "
    "trace_supply"
)
"""Facts that no counter shows but some rule needs."""

POSITION_KEYS = _words(
    "game, scenario, turn, date, phase, moment, counters, pieces, map, facts, control, options, "
    "previous, unread, file"
)
COUNTER_KEYS = _words(
    "ref, name, unit, id, side, formation, hex, place, step, markers, level, arrived, kind, type, "
    "values"
)
