"""Hexmarshal: a hex-and-counter wargame as plain data, and what follows from it."""

__version__ = "0.1.0"
