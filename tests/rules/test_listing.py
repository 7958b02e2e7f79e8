"""The listing of rules of a game that does not write one itself."""

from __future__ import annotations

from hexmarshal.game.ruleset import RuleSet, RuleText
from hexmarshal.rules.sections import SECTIONS, listing

NO_RULES = {"texts", "switches", "facts", "tags", "types", "decided", "first_moves"}
"""What of `rules.yaml` says how other rules are read."""
FOR_OWN_PAGES = {
    "values", "events", "variants", "entry_owners", "countries", "ports", "rolled",
    "scenario_rules",
}  # fmt: skip
"""Data that only the rules of a game's own package use."""
NOT_IN_A_POSITION = {"command", "movement", "fog"}


def test_every_section_has_a_name_in_the_listing() -> None:
    judged = RuleSet.model_fields.keys() - NO_RULES - FOR_OWN_PAGES - NOT_IN_A_POSITION
    assert set(SECTIONS) == judged


def test_every_number_that_the_data_cite_is_listed_once() -> None:
    rules = RuleSet.model_validate(
        {
            "one_side": {"rule": "5.2"},
            "stacking": {
                "rule": "5.1",
                "slots": [{"name": "units", "limit": 2, "who": {"kind": "combat"}}],
                "arriving": {"rule": "5.3"},
            },
            "zoc": {"rule": "6.1", "none": [{"rule": "6.2", "who": {"kind": "hq"}}]},
            "prohibited": {"cliffs": {"rule": "5.2", "terrain": "mountain", "why": "steep"}},
            "movement": {
                "rule": "4",
                "classes": [{"name": "all"}],
                "chart": [{"terrain": "clear", "costs": "1"}],
                "minimum": {"rule": "4.7"},
            },
        }
    )
    found = listing(rules)
    assert [text.number for text in found] == ["5.1", "5.3", "5.2", "6.1", "6.2", "4"]
    assert found[2].title == "Hexes of both sides"


def test_a_games_own_listing_stands() -> None:
    own = RuleText(number="7.1 B", title="Stacks", decides="how high they are")
    assert listing(RuleSet(texts=(own,))) == (own,)
