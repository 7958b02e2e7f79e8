"""How VASSAL writes things down: pieces, build files, saves, logs, grids. Knows no game."""
