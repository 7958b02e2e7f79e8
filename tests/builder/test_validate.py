"""Faults that only show between files."""

from __future__ import annotations

from tests.builder.conftest import Workshop

CHART = """
movement:
  rule: "5.1"
  classes: [{name: all}]
  chart:
    - {terrain: clear, costs: "1"}
    - {terrain: woods, costs: "2"}
"""


def test_terrain_without_a_row_in_the_movement_chart(workshop: Workshop) -> None:
    rules = "scenarios/hill-200/rules.yaml"
    file = workshop.root / rules
    file.write_text(file.read_text("utf-8") + CHART, "utf-8")
    result = workshop.run("validate", "hill-200")
    assert result.exit_code == 1
    assert "the movement chart has no row for terrain 'village'; add a row" in result.output
    workshop.edit(
        rules,
        "  classes: [{name: all}]",
        "  classes: [{name: all}]\n  as_default: [village, town, hill, swamp]",
    )
    assert workshop.run("validate", "hill-200").exit_code == 0
