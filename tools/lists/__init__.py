"""Lists of units read from a rulebook's text: from printed lines to counters and placements.

`printed` takes a line apart, `arms` knows what the words of a unit's name mean. Each game has a
page of its own, which is given the text: `python -m tools.lists.baltic_gap RULEBOOK.txt`.
"""
