"""Text in boxes: lines, sizes, paragraphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexmarshal.art import fonts
from hexmarshal.art.textblock import TextBox, block, paragraph, wrap
from tests.art.layout import ink

ROOM = TextBox(2, 3, 20, 9)
WORDS = st.text(st.sampled_from("abgjÄЖ 12/-W"), max_size=24)


@given(WORDS, st.integers(1, 3), st.floats(3, 20))
def test_a_block_never_leaves_its_room(text: str, lines: int, size: float) -> None:
    for line in block(text, ROOM, "bold", size, "#000000", lines=lines):
        if line.text.strip():
            box = ink(line)
            assert box.top >= ROOM.y - 1e-6
            assert box.bottom <= ROOM.y + ROOM.height + 1e-6
            assert box.right - box.left <= ROOM.width + 0.06 * line.size


@given(WORDS, st.integers(1, 3))
def test_a_block_says_all_it_was_given(text: str, lines: int) -> None:
    said = "".join(line.text for line in block(text, ROOM, "bold", 9, "#000000", lines=lines))
    assert said.replace(" ", "") == "".join(text.split())


def test_lines_break_only_where_it_helps() -> None:
    wide, narrow = TextBox(0, 0, 40, 12), TextBox(0, 0, 12, 12)
    assert [line.text for line in block("161 Pio", wide, "bold", 6, "#000000", lines=2)] == [
        "161 Pio"
    ]
    assert [line.text for line in block("161 Pio", narrow, "bold", 6, "#000000", lines=2)] == [
        "161",
        "Pio",
    ]


@given(st.text(st.sampled_from("abc def"), max_size=200), st.floats(20, 200))
def test_wrapped_lines_keep_to_the_width(text: str, width: float) -> None:
    lines = wrap(text, "regular", 9, width)
    assert " ".join(lines) == " ".join(text.split())
    assert all(" " not in line or fonts.width(line, "regular", 9) <= width for line in lines)


def test_a_paragraph_says_where_it_ends() -> None:
    texts, end = paragraph("one two three", 10, 20, 500, "regular", 10, "#000000")
    assert len(texts) == 1
    assert 20 < texts[0].y < end
    assert paragraph("", 10, 20, 500, "regular", 10, "#000000") == ((), 20)
