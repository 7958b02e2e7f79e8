"""The examples in docs/vassal.md run as printed."""

import doctest
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "vassal.md"


def test_examples() -> None:
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 30
