"""Reads VASSAL saves, logs and positions in JSON and says which positions are illegal, and why."""
