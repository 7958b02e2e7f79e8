"""What a map's own components say of how pieces stack on it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stacking:
    """Whether pieces stack on a map, and which may share a stack.

    Pieces whose values of `property` stand at different places of `layers` never share one; those
    with another value form a layer of their own.
    """

    enabled: bool = True
    property: str = ""
    layers: tuple[str, ...] = ()


PLAIN = Stacking()
"""A map that nothing is told of."""
