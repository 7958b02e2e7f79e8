"""From the unit lists in a rulebook's text to counters and placements.

`printed` parses a line, `arms` interprets the words of a unit's name. Each game has its own module,
which takes the text: `python -m tools.lists.baltic_gap RULEBOOK.txt`.
"""
