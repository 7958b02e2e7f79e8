"""`make kit`: builds every shipped game and checks every set-up."""

from __future__ import annotations

import pytest

from builder import kit
from hexmarshal.game.folders import games_under
from hexmarshal.vassal.archive import write_atomically
from hexmarshal.vassal.module import read_module
from hexmarshal.vassal.save import BoardAt
from hexmarshal.vassal.setup import PlacedPiece, Setup, save_bytes
from tests.builder.conftest import Workshop

pytestmark = pytest.mark.slow


@pytest.fixture
def shipped(built: Workshop, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """The new game, as if it were the only shipped one."""
    monkeypatch.setattr(kit, "shipped_root", lambda: built.root)
    return built


def test_a_sound_kit_passes(shipped: Workshop, capfd: pytest.CaptureFixture[str]) -> None:
    assert kit.main() == 0
    captured = capfd.readouterr()
    assert "passes" in captured.out
    assert captured.err == ""
    assert games_under(shipped.root)


def test_a_piece_that_is_missing_or_astray_fails(
    shipped: Workshop, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The build is replaced by a save that differs from the lists."""
    module = read_module(shipped.dist / "hill-200.vmod")
    slot = next(s for s in module.slots if s.piece.basic.name == "1st")
    piece = slot.piece.expanded(module.prototypes).with_id("b-1")
    setup = Setup(
        placements=(PlacedPiece("Main Map", 5, 5, (piece,)),),
        boards={"Main Map": (BoardAt("Map"),)},
    )

    def build_kit(*_: object) -> None:
        target = shipped.dist / "saves" / "crossing.vsav"
        write_atomically(target, save_bytes(setup, module.metadata))

    monkeypatch.setattr(kit, "build_kit", build_kit)
    assert kit.main() == 1
    captured = capfd.readouterr()
    assert "fails" in captured.out
    assert "2nd: expected 1 piece in the save, found 0" in captured.err
    assert "1st: expected in 0604, found in offboard" in captured.err


def test_faulty_data_fail(shipped: Workshop, capfd: pytest.CaptureFixture[str]) -> None:
    shipped.edit("scenarios/hill-200/crossing.csv", "71st Inf,9.1.2,0706", "71st Inf,9.1.2,0604")
    assert kit.main() == 1
    assert "breaks 5.2" in capfd.readouterr().err
