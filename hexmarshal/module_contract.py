"""What a module of ours and its saves promise; `docs/module-contract.md` tells it in words.

The builder writes these names and the checker reads them. Saved games refer to them, so none is
ever changed. Builds of 0.1 used another name and prefix; their saves are still read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

MAIN_MAP, OFF_MAP = "Main Map", "Off-map"
"""The map of the hexes, and the board for what that map has no box for."""

GAME, SCENARIO, DIGEST, LAYOUT = "hm_game", "hm_scenario", "hm_digest", "hm_layout"
"""Global properties that every set-up sets."""
TURN, PHASE = "hm_turn", "hm_phase"
"""Global properties of the turn tracker."""
ID, SIDE, KIND, FORMATION = "hm_id", "hm_side", "hm_kind", "hm_formation"
"""Markers that every piece carries."""
LAYER = "hm_layer"
"""The marker that says in which visual layer a piece lies."""
LAYERS = ("ground", "hq", "unit", "marker", "air")
"""Visual layers, the lowest first; pieces of different layers never share a stack."""
SHADE = "shade"
"""The `hm_kind` of the unseen pieces that shade zones of control."""

STEP, BACK, SUPPLY = "Step", "Side", "Supply"
"""The layers of a piece's steps and of its other side, and the property of its supply."""
IN_SUPPLY, OUT_OF_SUPPLY, ISOLATED = "0", "1", "2"
"""The values of the property `Supply`."""
_STATE = "State_"

DATA = "hexmarshal"
"""The folder of a module that holds the data it was made from."""
_MAKER = "Hexmarshal"

_OLD_PREFIX, OLD_DATA, _OLD_MAKER = "hw_", "hexwright", "Hexwright"
"""The same in builds of 0.1."""
DATA_FOLDERS = (DATA, OLD_DATA)
_OLD_SECTIONS = {b"\nshut_boxes:": b"\nclosed_boxes:"}
"""Sections of `rules.yaml` that had another name in 0.1."""


def in_current_words(data: bytes) -> bytes:
    """A `rules.yaml` of 0.1 with the section names of today."""
    for old, new in _OLD_SECTIONS.items():
        data = data.replace(old, new)
    return data


def module_name(title: str) -> str:
    """The name of the module of a game with this title, by which its saves are known."""
    return f"{title} ({_MAKER})"


def is_module_name(name: str) -> bool:
    """Whether a module of this name is one of ours, of any version."""
    return name.endswith((f" ({_MAKER})", f" ({_OLD_MAKER})"))


def state_property(word: str) -> str:
    """The dynamic property that says whether a unit bears a marker word: `State_out_of_command`."""
    return f"{_STATE}{word.replace(' ', '_')}"


def states(properties: Mapping[str, str]) -> frozenset[str]:
    """The marker words that a piece with these properties bears."""
    return frozenset(
        name.removeprefix(_STATE).replace("_", " ")
        for name, value in properties.items()
        if name.startswith(_STATE) and value == "1"
    )


def old_name(name: str) -> str:
    """What builds of 0.1 called a property."""
    return _OLD_PREFIX + name.removeprefix("hm_")


def find_property(property_of: Callable[[str], str | None], name: str) -> str:
    """A property of a save under its name of today or of 0.1; "" where it has neither."""
    return property_of(name) or property_of(old_name(name)) or ""


def renamed(properties: Mapping[str, str]) -> Mapping[str, str]:
    """A piece's properties under the names of today, whichever build wrote them."""
    if old_name(ID) not in properties and old_name(KIND) not in properties:
        return properties
    return {
        f"hm_{name.removeprefix(_OLD_PREFIX)}" if name.startswith(_OLD_PREFIX) else name: value
        for name, value in properties.items()
    }
