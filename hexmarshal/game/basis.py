"""The basis of data: where each datum comes from, and so how firm a verdict on it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Basis(StrEnum):
    """Where a datum comes from."""

    RULEBOOK = "rulebook"
    """Printed in the game's own rules."""
    CORRECTION = "correction"
    """Printed, with a misprint corrected."""
    READING = "reading"
    """One of several readings of an ambiguous text."""
    GIVEN = "given"
    """Came with the position."""
    OWNER = "owner"
    """Read off the printed game by someone who owns it."""
    RECONSTRUCTED = "reconstructed"
    """Computed from real geography by a kept script."""
    HOUSE = "house"
    """Our estimate, so that the game can be played."""
    SERIES = "series"
    """Belongs to series rules that the game's own text does not print."""
    MISSING = "missing"
    """Not known."""

    @property
    def hard(self) -> bool:
        """Whether a verdict may rest on it."""
        return self not in _SOFT and self is not Basis.MISSING

    @property
    def soft(self) -> bool:
        """Whether a verdict that depends on it is only a suspicion."""
        return self in _SOFT


_SOFT = frozenset({Basis.RECONSTRUCTED, Basis.HOUSE, Basis.SERIES})

Scalar = int | float | str | bool


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a counter. `number` is None exactly when the basis is `missing`."""

    number: Scalar | None
    basis: Basis

    @property
    def known(self) -> bool:
        return self.number is not None


UNKNOWN = Value(None, Basis.MISSING)
