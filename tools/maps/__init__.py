"""Reconstruction of maps: from geography and the hexes in a rulebook to the tables of a map.

`ground` reads features and projects them onto the hexes; `overlay` finds the hexes and hexsides
they touch; `rivers`, `roads`, `cover` and `places` make the layers; `overrides` has decisions made
by hand; `tables` writes CSV; `report` measures the fit. Each game has its own module:
`python -m tools.maps.narva`.
"""
