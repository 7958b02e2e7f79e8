"""YAML read as text with places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.game.faults import DataError, Mark
from hexmarshal.game.load.yamldoc import MAX_DEPTH, parse_yaml, read_yaml


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_yaml(text, "f.yaml")
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    "scalar",
    [
        "17.40",
        "01.20",
        "0125",
        "NO",
        "on",
        "null",
        "~",
        "1e3",
        "0x1F",
        "1944-02-02",
        "3.0 B",
        "2:30",
    ],
)
def test_a_bare_scalar_stays_as_written(scalar: str) -> None:
    assert parse_yaml(f"a: {scalar}\n", "f.yaml").data == {"a": scalar}


def test_quotes_and_blocks_are_yaml_as_usual() -> None:
    text = "a: \"x: y\"\nb: 'it''s'\nc: >-\n  one\n  two\nd:\ne: [0125, NO]\n"
    wanted = {"a": "x: y", "b": "it's", "c": "one two", "d": "", "e": ["0125", "NO"]}
    assert parse_yaml(text, "f.yaml").data == wanted


def test_marks_count_from_one() -> None:
    document = parse_yaml("a: 1\nb:\n  - {c: 2}\n  - x\n", "f.yaml")
    assert document.mark(("a",)) == Mark("f.yaml", 1, 4)
    assert document.mark(("b", 0, "c")) == Mark("f.yaml", 3, 9)
    assert document.mark(("b", 1)) == Mark("f.yaml", 4, 5)


def test_the_mark_of_what_is_missing_is_that_of_the_whole_it_is_missing_in() -> None:
    document = parse_yaml("a: 1\nb:\n  c: 2\n", "f.yaml")
    assert document.mark(("b", "d", 3)) == document.mark(("b",)) == Mark("f.yaml", 3, 3)


def test_an_empty_document_is_an_empty_mapping() -> None:
    assert parse_yaml("# nothing\n", "f.yaml").data == {}


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbftitle: Narva-J\xc3\xb5esuu\r\n")
    assert read_yaml(path).data == {"title": "Narva-Jõesuu"}


def test_a_key_twice() -> None:
    assert faults("a: 1\nb: 2\na: 3\n") == ["f.yaml:3:1: duplicate key 'a'; remove one"]


def test_every_double_key_is_told() -> None:
    assert [f.split(": ")[0] for f in faults("a: {x: 1, x: 2}\nb: {y: 1, y: 2}\n")] == [
        "f.yaml:1:11",
        "f.yaml:2:11",
    ]


def test_a_key_that_is_no_word() -> None:
    assert faults("? [a, b]\n: c\n") == [
        "f.yaml:1:3: a key must be a single word, not a list or a mapping; rewrite it"
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: [1, 2\n", "f.yaml:2:1"),
        ("a: 'x\n", "f.yaml:2:1"),
        ("\ta: 1\n", "f.yaml:1:1"),
        ("a: *nobody\n", "f.yaml:1:4"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1"),
        ("a: b: c\n", "f.yaml:1:5"),
    ],
)
def test_what_is_not_yaml_is_told_with_its_place(text: str, place: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(f"{place}: not YAML: ")


def test_control_characters_are_refused() -> None:
    (fault,) = faults("b: 1\na: \x00\n")
    assert fault == "f.yaml:2:4: control character U+0000 cannot be printed; remove it"


def test_control_characters_written_out_are_refused() -> None:
    (fault,) = faults('a: "x\\u0007"\n')
    assert fault == "f.yaml:1:4: control character U+0007 cannot be printed; remove it"


def test_a_tab_and_a_backslash_get_a_remedy_of_their_own() -> None:
    assert faults("a:\n\tb: 1\n")[0].endswith("indent with spaces, not with TABs")
    assert faults('a: "C:\\games"\n')[0].endswith(
        "inside '...' a backslash is an ordinary character"
    )


DEEP = MAX_DEPTH + 1


@pytest.mark.parametrize("text", ["a: &a [*a]\n", "[" * 2000, "{b: " * DEEP + "x" + "}" * DEEP])
def test_bottomless_documents_are_refused(text: str) -> None:
    (fault,) = faults(text)
    assert "too deep" in fault


def test_a_document_that_unfolds_without_end_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    (fault,) = faults("\n".join(lines))
    assert "too large" in fault


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the file is missing"):
        read_yaml(tmp_path / "none.yaml")


words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=12)
documents = st.recursive(
    words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(words, documents, max_size=4))
def test_texts_survive_in_quotes(data: dict[str, object]) -> None:
    written = json.dumps(data, ensure_ascii=False)  # JSON is YAML
    assert parse_yaml(written, "f.yaml").data == data
