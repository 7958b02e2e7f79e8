"""The numberings of three published maps, as far as their rules and hex lists show them."""

from __future__ import annotations

from hexmarshal.game.hexgrid import Orientation
from hexmarshal.game.numbering import MapSheet, Numbering

NARVA = Numbering(
    Orientation.FLAT,
    (MapSheet("", "{column:02}{row:02}", 1, 34, 1, 45),),
)
ISKRA = Numbering(
    Orientation.FLAT,
    (MapSheet("", "{column:02}.{row:02}", 1, 34, 1, 40),),
)
BALTIC_GAP = Numbering(
    Orientation.POINTY,
    (
        MapSheet("East", "E{row}.{column:02}", 1, 35, 1, 62),
        MapSheet("West", "W{row}.{column:02}", 1, 35, 1, 62, column_offset=34),
    ),
    toward="east",
    columns_grow="west",
)

BY_TITLE = {"Across the Narva": NARVA, "Iskra": ISKRA, "Baltic Gap": BALTIC_GAP}
