"""The names that a module and its saves guarantee; `docs/module-contract.md` explains them.

The builder writes these names and the checker reads them. Saved games depend on them, so they never
change. Builds of 0.1 used another name and prefix; their saves can still be read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

MAIN_MAP, OFF_MAP = "Main Map", "Off-map"
"""The map with the hexes, and the board for places that have no box on that map."""

GAME, SCENARIO, DIGEST, LAYOUT = "hm_game", "hm_scenario", "hm_digest", "hm_layout"
"""Global properties that every set-up sets."""
TURN, PHASE = "hm_turn", "hm_phase"
"""Global properties of the turn tracker."""
ID, SIDE, KIND, FORMATION = "hm_id", "hm_side", "hm_kind", "hm_formation"
"""Markers (VASSAL traits) that every piece carries."""
LAYER = "hm_layer"
"""The marker that names a piece's visual layer."""
LAYERS = ("ground", "hq", "unit", "marker", "air")
"""Visual layers, lowest first; pieces of different layers never share a stack."""
SHADE = "shade"
"""The `hm_kind` of the invisible pieces that shade zones of control."""

STEP, BACK, SUPPLY = "Step", "Side", "Supply"
"""The layers for a piece's steps and for its reverse, and the property for its supply."""
IN_SUPPLY, OUT_OF_SUPPLY, ISOLATED = "0", "1", "2"
"""The values of the property `Supply`."""
_STATE = "State_"

DATA = "hexmarshal"
"""The folder in a module with the data it was built from."""
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
    """The module name of a game with this title; its saves are recognised by it."""
    return f"{title} ({_MAKER})"


def is_module_name(name: str) -> bool:
    """Whether a module with this name was built by Hexmarshal, any version."""
    return name.endswith((f" ({_MAKER})", f" ({_OLD_MAKER})"))


def state_property(word: str) -> str:
    """The dynamic property for a marker word on a unit, such as `State_out_of_command`."""
    return f"{_STATE}{word.replace(' ', '_')}"


def states(properties: Mapping[str, str]) -> frozenset[str]:
    """The marker words of a piece with these properties."""
    return frozenset(
        name.removeprefix(_STATE).replace("_", " ")
        for name, value in properties.items()
        if name.startswith(_STATE) and value == "1"
    )


def old_name(name: str) -> str:
    """The name of a property in builds of 0.1."""
    return _OLD_PREFIX + name.removeprefix("hm_")


def find_property(property_of: Callable[[str], str | None], name: str) -> str:
    """A property of a save, by its present name or that of 0.1; "" if it has neither."""
    return property_of(name) or property_of(old_name(name)) or ""


def renamed(properties: Mapping[str, str]) -> Mapping[str, str]:
    """A piece's properties under their present names, whichever build wrote them."""
    if old_name(ID) not in properties and old_name(KIND) not in properties:
        return properties
    return {
        f"hm_{name.removeprefix(_OLD_PREFIX)}" if name.startswith(_OLD_PREFIX) else name: value
        for name, value in properties.items()
    }
