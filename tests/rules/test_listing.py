"""The rule listing of a game without `texts`."""

from __future__ import annotations

from hexmarshal.game.ruleset import RuleSet, RuleText
from hexmarshal.rules.sections import SECTIONS, listing


def test_every_section_is_declared_once_and_has_its_place_among_the_judges_rules() -> None:
    declared = {name for name, info in RuleSet.model_fields.items() if info.title}
    assert set(SECTIONS) == declared
    assert all(RuleSet.model_fields[name].description for name in declared)


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
    assert found[2].title == "Both sides in a hex"


def test_a_games_own_listing_stands() -> None:
    own = RuleText(number="7.1 B", title="Stacks", decides="how high they are")
    assert listing(RuleSet(texts=(own,))) == (own,)
