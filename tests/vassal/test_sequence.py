"""The sequence codec, against the table of worked examples and a plain reference decoder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal import sequence
from hexmarshal.vassal.sequence import (
    decode,
    decode_list,
    encode,
    nest_states,
    nest_types,
    unnest_states,
    unnest_types,
)

TRICKY = st.text(alphabet="a;,\\'\t/ é", max_size=12)


def reference_decode(text: str, delimiter: str) -> list[str]:
    """The engine's decoder, character by character."""
    out, buffer, start = [], "", 0
    for index, char in enumerate(text):
        if char != delimiter:
            continue
        if index and text[index - 1] == "\\":
            buffer += text[start : index - 1]
            start = index
        else:
            out.append(buffer + text[start:index])
            buffer, start = "", index + 1
    out.append(buffer + text[start:])
    return [t[1:-1] if len(t) > 1 and t[0] == t[-1] == "'" else t for t in out]


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["a", "b"], "a;b"),
        (["a;b", "c"], r"a\;b;c"),
        (["a\\;b", "c"], r"a\\;b;c"),
        (["", "b"], ";b"),
        (["a", ""], "a;"),
        (["'q'", "b"], "''q'';b"),
        (["it's", "x"], "it's;x"),
        (["\\a", "b"], r"'\a';b"),
        ([";", "b"], r"\;;b"),
        (["'", "b"], "''';b"),
    ],
)
def test_worked_examples(items: list[str], text: str) -> None:
    assert encode(items, ";") == text
    assert decode(text, ";") == items


def test_values_that_are_no_text() -> None:
    assert encode([None, True, False, 3, 1.5], ";") == ";true;false;3;1.5"


def test_an_empty_text_is_one_empty_token_and_an_empty_list() -> None:
    assert decode("", ";") == [""]
    assert decode_list("") == ()
    assert decode_list("a,b") == ("a", "b")


def test_a_token_of_old_engines_quoted_for_its_last_backslash() -> None:
    assert decode("'a\\';b", ";") == ["a\\", "b"]


def test_engines_from_3_4_lose_a_last_backslash_and_so_it_is_read() -> None:
    assert decode("a\\;b", ";") == ["a;b"]


@given(st.lists(TRICKY, min_size=1, max_size=6), st.sampled_from(";,/\t|\x1b"))
def test_round_trip(items: list[str], delimiter: str) -> None:
    assert decode(encode(items, delimiter), delimiter) == items


@given(st.lists(TRICKY, min_size=1, max_size=4), st.integers(1, 4))
def test_round_trip_of_lists_in_lists(items: list[str], depth: int) -> None:
    text = encode(items, ",")
    for _ in range(depth):
        text = encode([text, "x"], ",")
    for _ in range(depth):
        text = decode(text, ",")[0]
    assert decode(text, ",") == items


@given(TRICKY)
def test_every_text_decodes_as_in_the_engine(text: str) -> None:
    assert decode(text, ";") == reference_decode(text, ";")


def test_nested_types_gain_a_backslash_a_level() -> None:
    assert nest_types(["A", "B", "C", "D"]) == "A\tB\\\tC\\\\\tD"
    assert unnest_types("A\tB\\\tC\\\\\tD") == ["A", "B", "C", "D"]


@given(st.lists(TRICKY, min_size=1, max_size=8))
def test_types_round_trip(types: list[str]) -> None:
    assert unnest_types(nest_types(types)) == types


@given(st.lists(TRICKY, min_size=1, max_size=8))
def test_states_round_trip(states: list[str]) -> None:
    assert unnest_states(nest_states(states), len(states)) == states


@given(st.text(alphabet="a\\'\t", max_size=24), st.one_of(st.none(), st.integers(1, 5)))
def test_the_quick_way_equals_level_by_level(text: str, count: int | None) -> None:
    plain = sequence._unnest_level_by_level(text, count)
    assert sequence._unnest(text, count) == plain


@given(st.lists(TRICKY, min_size=2, max_size=6))
def test_nesting_equals_pairwise_encoding(states: list[str]) -> None:
    expected = states[-1]
    for state in reversed(states[:-1]):
        expected = encode((state, expected), "\t")
    assert nest_states(states) == expected
