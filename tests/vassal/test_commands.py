"""The command tree, compared with the engine's recursive parser."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.vassal.commands import ESC, branches, depth, flatten, join
from hexmarshal.vassal.sequence import decode, encode


def engine_order(text: str) -> list[str]:
    first, *rest = decode(text, ESC)
    if first == text:
        return [text]
    return [command for token in (first, *rest) for command in engine_order(token)]


@given(st.text(alphabet="a\\'\x1b", max_size=24))
def test_any_text_comes_apart_as_in_the_engine(text: str) -> None:
    assert flatten(text) == engine_order(text)


Tree = st.recursive(
    st.text(alphabet="ab'/;", min_size=0, max_size=4).filter(lambda t: t[:1] != "'"),
    lambda below: st.lists(below, min_size=2, max_size=4),
    max_leaves=20,
)


def written(tree: object) -> str:
    return tree if isinstance(tree, str) else encode([written(branch) for branch in tree], ESC)  # type: ignore[attr-defined]


def leaves_of(tree: object) -> list[str]:
    if isinstance(tree, str):
        return [tree]
    return [leaf for branch in tree for leaf in leaves_of(branch)]  # type: ignore[attr-defined]


@given(Tree)
def test_leaves_come_in_order(tree: object) -> None:
    assert flatten(written(tree)) == leaves_of(tree)


@given(st.lists(Tree, min_size=2, max_size=5))
def test_branches_are_the_top_level(trees: list[object]) -> None:
    assert branches(written(trees)) == [leaves_of(tree) for tree in trees]


def test_depth_counts_levels() -> None:
    assert depth("a") == 1
    assert depth(join(["a", "b"])) == 1
    assert depth(encode(["a", encode(["b", encode(["c", "d"], ESC)], ESC)], ESC)) == 3


def test_a_thousand_levels_are_no_deeper_than_one() -> None:
    levels = 1000
    text = "".join(f"c{level}{chr(92) * level}{ESC}" for level in range(levels)) + "end"
    assert flatten(text) == [*(f"c{level}" for level in range(levels)), "end"]
    assert depth(text) == levels
