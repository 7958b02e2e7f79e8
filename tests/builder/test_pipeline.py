"""Artifacts: when they are stale, and what remains if one fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from builder.pipeline import Artifact, Kit, build, fingerprint, wanted
from hexmarshal.game.basis import Basis, Value
from hexmarshal.game.counters import Counter
from hexmarshal.game.faults import DataError
from hexmarshal.game.folders import shipped_root
from hexmarshal.game.ruleset import RuleSet

ABOUT = {"game": "tiny"}


def text(content: str) -> bytes:
    return content.encode()


def joined(made: Mapping[str, bytes], between: str) -> bytes:
    return between.encode().join(made[name] for name in sorted(made))


def broken(_: str) -> bytes:
    raise DataError.single("x.csv", "cannot be drawn", "draw it yourself")


A, B = Artifact("a.txt", text, ("one",)), Artifact("b/b.txt", text, ("two",))
BOTH = Artifact("c.txt", joined, ("+",), needs=("a.txt", "b/b.txt"))


def test_needs_are_made_first_and_given(tmp_path: Path) -> None:
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        outcome = build([A, B, BOTH], folder, ABOUT, jobs=jobs)
        assert outcome.made == ("a.txt", "b/b.txt", "c.txt")
        assert (folder / "c.txt").read_bytes() == b"one+two"
        assert build([A, B, BOTH], folder, ABOUT, jobs=jobs).made == ()


def test_an_artifact_is_stale_when_what_it_needs_changes(tmp_path: Path) -> None:
    build([A, B, BOTH], tmp_path, ABOUT, jobs=1)
    changed = Artifact("a.txt", text, ("uno",))
    assert build([changed, B, BOTH], tmp_path, ABOUT, jobs=1).made == ("a.txt", "c.txt")
    assert (tmp_path / "c.txt").read_bytes() == b"uno+two"


def test_what_was_finished_before_a_fault_is_kept_and_known(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be drawn"):
        build([A, Artifact("x.txt", broken, ("",)), B], tmp_path, ABOUT, jobs=1)
    assert set(Kit.read(tmp_path).files) == {"a.txt"}
    assert not list(tmp_path.glob(".*"))
    assert build([A, B], tmp_path, ABOUT, jobs=1).made == ("b/b.txt",)


def test_a_fault_in_another_process_comes_back_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        build([Artifact("x.txt", broken, ("",)), A, B], tmp_path, ABOUT, jobs=2)
    assert str(caught.value.faults[0]) == "x.csv: cannot be drawn; draw it yourself"


def test_a_folder_where_a_file_should_go_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(DataError, match="cannot write this file"):
        build([A], tmp_path, ABOUT, jobs=1)


def test_files_no_longer_planned_go_and_others_stay(tmp_path: Path) -> None:
    build([A, B], tmp_path, ABOUT, jobs=1)
    (tmp_path / "b" / "mine.txt").write_text("mine")
    outcome = build([A], tmp_path, ABOUT, jobs=1, keep=lambda path: path == "a.txt")
    assert outcome.removed == ("b/b.txt",)
    assert (tmp_path / "b" / "mine.txt").exists()


def test_a_kit_list_never_removes_anything_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("precious")
    folder = tmp_path / "kit"
    folder.mkdir()
    entry = {"inputs": "", "sha256": "", "bytes": 0}
    files = {"../outside.txt": entry, str(outside): entry}
    (folder / "kit.json").write_text(json.dumps({"files": files}))
    build([A], folder, ABOUT, jobs=1)
    assert outside.read_text() == "precious"


def test_wanted_takes_needs_along_in_order() -> None:
    assert wanted([A, B, BOTH], lambda path: path == "c.txt") == [A, B, BOTH]
    assert wanted([A, B, BOTH], lambda path: path == "a.txt") == [A]


COUNTER = Counter("x", "X", "blue", "combat", front={"attack": Value(3, Basis.HOUSE)})
STRONGER = replace(COUNTER, front={"attack": Value(4, Basis.HOUSE)})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("ab", "c"), ("a", "bc")),
        (("1",), (1,)),
        ((True,), (1,)),
        (((),), ([], [])),
        (({"a": "b"},), (("a", "b"),)),
        ((b"x",), ("x",)),
        (
            (COUNTER,),
            (Counter("x", "X", "blue", "combat", front={"attack": Value(4, Basis.HOUSE)}),),
        ),
        ((RuleSet(),), (RuleSet(first_moves="command"),)),
    ],
)
def test_different_values_have_different_fingerprints(
    one: tuple[object, ...], other: tuple[object, ...]
) -> None:
    assert fingerprint(*one) != fingerprint(*other)


def test_a_fingerprint_is_the_same_in_another_process() -> None:
    value = frozenset({"alpha", "beta", "gamma"})
    code = (
        "from builder.pipeline import fingerprint;"
        "print(fingerprint(frozenset({'gamma', 'alpha', 'beta'})))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(shipped_root()), "PATH": ""},
        )
        assert done.stdout.strip() == fingerprint(value)


def test_what_has_no_fingerprint_is_refused() -> None:
    with pytest.raises(TypeError, match="no fingerprint"):
        fingerprint(object())


def test_sets_of_hexes_of_large_boards_have_fingerprints() -> None:
    """40,000 hexes are a whole number of 12,000 decimal digits, which Python refuses to write."""
    whole = (1 << 40_000) - 1
    assert fingerprint(whole) == fingerprint((1 << 40_000) - 1)
    assert len({fingerprint(one) for one in (whole, whole - 1, -whole, 1, 1.0, True, "1")}) == 7
