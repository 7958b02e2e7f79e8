"""What a game is: hexes, board, counters, scenarios, positions, and how they are read from data."""
