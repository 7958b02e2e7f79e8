"""Maps put back on the ground: from geography and what a rulebook names to the tables of a map.

`ground` reads features and brings them into the plane of the hexes, `overlay` says which hexes
and hexsides they touch; `rivers`, `roads`, `cover` and `places` make the layers, `overrides`
holds what was decided by hand, `tables` writes CSV and `report` says how well it all holds. Each
game has a page of its own: `python -m tools.maps.narva`.
"""
