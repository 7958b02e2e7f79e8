"""The documentation keeps what it promises: links lead somewhere, names are in their files."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/*.md"))
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| .+ \| `(\w+)` \| `([\w/.]+)` \|$", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the documentation site make them."""
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_the_site_shows_every_page() -> None:
    shown = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")]
    assert [page for page in pages if page not in shown] == []


ROWS = ROW.findall((ROOT / "docs" / "glossary.md").read_text(encoding="utf-8"))


def test_the_glossary_has_its_rows() -> None:
    assert len(ROWS) >= 40


@pytest.mark.parametrize(("name", "file"), ROWS)
def test_what_the_glossary_names_is_in_its_file(name: str, file: str) -> None:
    body = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    defined = {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    assert name in defined | {target.id for target in targets if isinstance(target, ast.Name)}


def test_the_house_names_folders_that_are_there() -> None:
    text = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([\w/]+(?:\.py|/))`", text, re.MULTILINE)
    assert len(named) >= 20
    assert [path for path in named if not (ROOT / path).exists()] == []
