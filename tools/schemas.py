"""Writes the forms of the data files as JSON Schemas into `docs/schemas`.

    python -m tools.schemas

Editors check a YAML file against its schema as it is typed. They read `3.0` as a number and `NO`
as false where Hexmarshal reads text, so a plain text may be any scalar in the schemas.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from hexmarshal.game.ruleset import RuleSet
from hexmarshal.game.schema import FORMS as TABLES

FORMS: Mapping[str, type[BaseModel]] = {**TABLES, "rules.yaml": RuleSet}
FOLDER = Path(__file__).parents[1] / "docs" / "schemas"


def schemas() -> dict[str, str]:
    """The text of each schema by its file name."""
    return {f"{Path(file).stem}.json": _written(file, form) for file, form in FORMS.items()}


def write(folder: Path = FOLDER) -> None:
    """Writes every schema, and removes those of forms that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = schemas()
    for path in folder.glob("*.json"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def _written(file: str, form: type[BaseModel]) -> str:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_lenient(form.model_json_schema()),
        "title": file if file.endswith(".yaml") else f"a row of {file}",
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _lenient(part: Any) -> Any:  # noqa: ANN401 - a JSON value
    """A schema in which a text without a pattern of its own may be any scalar."""
    if isinstance(part, list):
        return [_lenient(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    lenient = {
        key: _lenient(value)
        for key, value in part.items()
        if key != "title" or not isinstance(value, str)  # the key said again, in capitals
    }
    if part.get("type") == "boolean":  # yes and no are texts in our files
        lenient["type"] = ["boolean", "string"]
    if part.get("type") == "string" and not {"pattern", "enum", "const"} & part.keys():
        lenient["type"] = ["string", "number", "boolean", "null"]
    return lenient


if __name__ == "__main__":
    write()
