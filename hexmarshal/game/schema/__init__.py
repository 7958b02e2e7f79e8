"""The forms of the data files: what each document and each table row may contain.

`docs/schemas` has the same forms as JSON Schema; a test keeps the two alike.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexmarshal.game.schema.counters import CounterRow, IdRow, ValueRow
from hexmarshal.game.schema.fields import (
    PATTERNS,
    YES_OR_NO,
    Form,
    Identity,
    Names,
    Range,
    Truth,
    Words,
    like,
)
from hexmarshal.game.schema.maps import (
    AreaRow,
    BoxForm,
    EntryRow,
    GridForm,
    HexRow,
    HexsideRow,
    LineRow,
    MapForm,
    PathRow,
    PlaceRow,
    RestForm,
    SheetForm,
    SourceRow,
)
from hexmarshal.game.schema.scenarios import (
    ChartForm,
    ChartsForm,
    ChoiceForm,
    GameForm,
    NoteForm,
    PhaseForm,
    PlacementRow,
    ScenarioForm,
    SideForm,
    TableForm,
    TurnForm,
)

__all__ = [
    "FORMS",
    "PATTERNS",
    "YES_OR_NO",
    "AreaRow",
    "BoxForm",
    "ChartForm",
    "ChartsForm",
    "ChoiceForm",
    "CounterRow",
    "EntryRow",
    "Form",
    "GameForm",
    "GridForm",
    "HexRow",
    "HexsideRow",
    "IdRow",
    "Identity",
    "LineRow",
    "MapForm",
    "Names",
    "NoteForm",
    "PathRow",
    "PhaseForm",
    "PlaceRow",
    "PlacementRow",
    "Range",
    "RestForm",
    "ScenarioForm",
    "SheetForm",
    "SideForm",
    "SourceRow",
    "TableForm",
    "Truth",
    "TurnForm",
    "ValueRow",
    "Words",
    "like",
]

FORMS: Mapping[str, type[Form]] = {
    "map.yaml": MapForm,
    "hexes.csv": HexRow,
    "hexsides.csv": HexsideRow,
    "paths.csv": PathRow,
    "areas.csv": AreaRow,
    "entries.csv": EntryRow,
    "sources.csv": SourceRow,
    "places.csv": PlaceRow,
    "lines.csv": LineRow,
    "counters.csv": CounterRow,
    "values.csv": ValueRow,
    "ids.csv": IdRow,
    "game.yaml": GameForm,
    "scenario.yaml": ScenarioForm,
    "list.csv": PlacementRow,
    "charts.yaml": ChartsForm,
}
"""The form of each file; for a table, the form of its rows."""
