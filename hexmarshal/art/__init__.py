"""How a game looks: counters, symbols and maps as vector drawings."""
