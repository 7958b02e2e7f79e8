"""The JSON Schemas that stand in the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hexmarshal.game.load.tables import parse_table
from hexmarshal.game.load.yamldoc import parse_yaml
from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.schema import FORMS as TABLES
from tools.schemas import FOLDER, FORMS, schemas, write


@pytest.mark.parametrize("name", schemas())
def test_the_documentation_holds_the_forms_as_they_are(name: str) -> None:
    kept = json.loads((FOLDER / name).read_text("utf-8"))
    assert kept == json.loads(schemas()[name]), "run: python -m tools.schemas"


def test_no_schema_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == set(schemas())


def test_writing_removes_what_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone.json").write_text("{}")
    write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(schemas())
    assert len(schemas()) == len(FORMS)


def test_a_schema_knows_required_keys_defaults_and_lists() -> None:
    row = json.loads(schemas()["list.json"])
    assert set(row["required"]) == {"kind", "counter", "rule"}
    count = row["properties"]["count"]
    assert count == {"default": 1, "minimum": 1, "maximum": 999, "type": "integer"}
    assert "withdrawal" in row["properties"]["kind"]["enum"]
    assert row["properties"]["hexes"]["type"] == ["array", "string"]
    assert row["additionalProperties"] is False


def test_the_page_on_rules_names_every_section_and_its_example_is_read() -> None:
    page = (FOLDER.parent / "rules-format.md").read_text(encoding="utf-8")
    sections = page.partition("## All sections")[2]
    missing = [name for name in RuleSet.model_fields if f"`{name}`" not in sections]
    assert missing == []
    example = page.partition("```yaml\n")[2].partition("```")[0]
    rules = RuleSet.model_validate(parse_yaml(example, "rules.yaml").data)
    assert rules.supply is not None
    assert rules.supply.most == 8
    assert rules.movement is not None
    assert rules.movement.chart[3].costs == {"": 0.5}


def test_the_page_on_data_names_every_column_and_entry() -> None:
    page = (FOLDER.parent / "data-format.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[a-z_]+", page))
    for name, form in TABLES.items():
        fields = {info.alias or key for key, info in form.model_fields.items()}
        assert fields <= words, name


def test_the_example_of_each_table_fits_its_form() -> None:
    page = (FOLDER.parent / "data-format.md").read_text(encoding="utf-8")
    examples = re.findall(r"```csv\n(.*?)```", page, re.DOTALL)
    names = [name for name in TABLES if name.endswith(".csv")]
    for name, example in zip(names, examples, strict=True):
        for row in parse_table(example, name):
            TABLES[name].model_validate({k: v for k, v in row.cells.items() if v})
