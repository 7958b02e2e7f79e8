"""Draws, rolls and players' choices: reading, sheet, module and faults."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from builder.module.help import arrivals_page, help_page
from builder.module.pieces import PieceMaker
from builder.print.setup_sheets import setup_sheet
from builder.show import resolved
from hexmarshal.game.faults import DataError
from hexmarshal.game.load import load
from hexmarshal.game.model import Game
from tests.builder.conftest import Workshop
from tests.games import shipped_game

LINES = """
choices:
  - {id: guards, how: drawn, text: one battalion is dead, rule: "2.1", take: 1, to: Dead Pile}
"""


@pytest.fixture(scope="module")
def gap() -> Game:
    return shipped_game("baltic-gap")


def _edited(workshop: Workshop, lists: int, more: str = LINES) -> None:
    """The new game with choices, and `guards` named by so many lines of its list."""
    folder = workshop.root / "scenarios" / "hill-200"
    scenario = folder / "crossing.yaml"
    scenario.write_text(scenario.read_text("utf-8") + more, "utf-8")
    table = folder / "crossing.csv"
    rows = table.read_text("utf-8").splitlines()
    setup = [i for i, row in enumerate(rows) if row.startswith("setup,r-")][:lists]
    named = [
        f"{row},{'choice' if i == 0 else 'guards' if i in setup else ''}"
        for i, row in enumerate(rows)
    ]
    table.write_text("\n".join(named) + "\n", "utf-8")


def _faults(workshop: Workshop) -> list[str]:
    with pytest.raises(DataError) as caught:
        load(workshop.folders)
    return [f"{Path(f.mark.file).name}:{f.mark.line}: {f.wrong}" for f in caught.value.faults]


def test_a_choice_is_read_and_shown(workshop: Workshop) -> None:
    _edited(workshop, 2)
    game = load(workshop.folders)
    (choice,) = game.scenarios[0].choices
    assert (choice.how, choice.take, choice.to) == ("drawn", 1, "Dead Pile")
    data = resolved(game)
    assert data["scenarios"][0]["choices"] == [
        {
            "id": "guards",
            "how": "drawn",
            "text": "one battalion is dead",
            "rule": "2.1",
            "take": 1,
            "to": "Dead Pile",
        }
    ]
    named = [p for p in data["placements"] if p.get("choice") == "guards"]
    assert len(named) == 2
    assert {p["conditional"] for p in named} == {"one battalion is dead (drawn at random)"}


def test_faults_of_choices_have_their_place(workshop: Workshop) -> None:
    _edited(workshop, 2, LINES.replace("guards", "gards"))
    assert any("unknown choice 'guards'" in fault for fault in _faults(workshop))


def test_a_choice_takes_no_more_than_there_is(workshop: Workshop) -> None:
    _edited(workshop, 2, LINES.replace("take: 1", "take: 3"))
    (fault,) = _faults(workshop)
    assert "crossing.yaml" in fault
    assert "'guards' takes 3 of 2 pieces" in fault


def test_a_duplicate_choice_is_a_fault(workshop: Workshop) -> None:
    _edited(workshop, 2, LINES + LINES.strip().splitlines()[1] + "\n")
    assert any("duplicate choice 'guards' in choices" in fault for fault in _faults(workshop))


def test_the_sheet_letters_open_choices(gap: Game) -> None:
    document = pypdfium2.PdfDocument(setup_sheet(gap, gap.scenario("5.5"), "a4"))
    text = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert "Draws, rolls and choices" in text
    assert "A\r\n" in text or "\nA " in text
    assert "one of the four Assault brigades begins in the Dead Pile (the owner's choice; 5.5)" in (
        " ".join(text.split())
    )
    assert "see A" in text


def test_the_module_shows_open_choices(gap: Game) -> None:
    maker = PieceMaker(gap, 60, (90, 78), frozenset(), "")
    page = help_page(maker)
    assert "one of the two Assault battalions begins in the Dead Pile" in page
    arrivals = arrivals_page(gap)
    assert "16-4-3 Inf Div (170) comes at all (if a die is no higher than the V#)" in arrivals
    assert "within 3 of E57.15" in arrivals
