"""The JSON Schemas that stand in the documentation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
