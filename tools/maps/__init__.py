"""Maps put back on the ground: from geography and what a rulebook names to the tables of a map.

`ground` reads features and brings them into the plane of the hexes, `overlay` says which hexes and
hexsides they touch, `cover` spreads woods and swamps, `labels` finds room for names, `tables` writes
CSV. Each game has a page of its own that puts them together: `python -m tools.maps.narva`.
"""
