"""`make kit`: every shipped game built and every set-up proved."""

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
    """The new game as if it were the one that ships."""
    monkeypatch.setattr(kit, "shipped_root", lambda: built.root)
    return built


def test_a_sound_kit_passes(shipped: Workshop, capfd: pytest.CaptureFixture[str]) -> None:
    assert kit.main() == 0
    told = capfd.readouterr()
    assert "holds" in told.out
    assert told.err == ""
    assert games_under(shipped.root)


def test_a_piece_that_is_missing_or_astray_fails(
    shipped: Workshop, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A save that does not hold what the lists say, slipped in behind the builder's back."""
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
    told = capfd.readouterr()
    assert "fails" in told.out
    assert "2nd is placed 0 times, not 1" in told.err
    assert "1st lies in offboard, not in 0604" in told.err


def test_faulty_data_fail(shipped: Workshop, capfd: pytest.CaptureFixture[str]) -> None:
    shipped.edit("scenarios/hill-200/crossing.csv", "71st Inf,9.1.2,0706", "71st Inf,9.1.2,0604")
    assert kit.main() == 1
    assert "breaks 5.2" in capfd.readouterr().err
