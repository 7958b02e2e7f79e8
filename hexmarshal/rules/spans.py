"""Completions: one quantity under what uncertain data may turn out to be.

Data are hard, soft or missing. A quantity that grows with them (a ZOC, a reach of supply, the
truth of a charge) is computed four times: with everything uncertain against it, with the soft
data as they stand and the missing against it, the same with the missing for it, and with
everything for it. Where all four agree the answer is certain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import and_, or_
from typing import Any, Generic, TypeVar, overload

from hexmarshal.game.basis import Basis, Value
from hexmarshal.rules.findings import Severity

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Span(Generic[T]):
    """A quantity from the completion least in its favour to the one most in its favour."""

    least: T
    low: T
    """As the data stand, with what is missing against it."""
    high: T
    """As the data stand, with what is missing for it."""
    most: T

    @classmethod
    def sure(cls, value: T) -> Span[T]:
        """The same whatever the data turn out to be."""
        return cls(value, value, value, value)

    @classmethod
    def of(cls, value: T, basis: Basis, worst: T, best: T) -> Span[T]:
        """`value` as it stands on `basis`, between the worst and the best it could be."""
        if basis.hard:
            return cls.sure(value)
        if basis is Basis.MISSING:
            return cls(worst, worst, best, best)
        return cls(worst, value, value, best)

    def map(self, what: Callable[[T], R]) -> Span[R]:
        """A quantity that grows with this one."""
        if self.least == self.low == self.high == self.most:
            return Span.sure(what(self.least))
        return Span(what(self.least), what(self.low), what(self.high), what(self.most))

    def against(self, what: Callable[[T], R]) -> Span[R]:
        """A quantity that shrinks as this one grows."""
        return Span(*reversed(self.map(what).levels))

    @property
    def reversed(self) -> Span[T]:
        """The same levels as they bear on a quantity that this one works against."""
        return Span(self.most, self.high, self.low, self.least)

    @overload
    def __and__(self: Span[bool], other: Span[bool]) -> Span[bool]: ...
    @overload
    def __and__(self: Span[int], other: Span[int]) -> Span[int]: ...
    def __and__(self: Span[Any], other: Span[Any]) -> Span[Any]:
        """Both are so; or the hexes in both sets."""
        return both(self, other, and_)

    @overload
    def __or__(self: Span[bool], other: Span[bool]) -> Span[bool]: ...
    @overload
    def __or__(self: Span[int], other: Span[int]) -> Span[int]: ...
    def __or__(self: Span[Any], other: Span[Any]) -> Span[Any]:
        """Either is so; or the hexes in either set."""
        return both(self, other, or_)

    @overload
    def __invert__(self: Span[bool]) -> Span[bool]: ...
    @overload
    def __invert__(self: Span[int]) -> Span[int]: ...
    def __invert__(self: Span[Any]) -> Span[Any]:
        """It is not so; or all hexes but these, which shrink as these grow."""
        return self.against(lambda value: not value if isinstance(value, bool) else ~value)

    @property
    def levels(self) -> tuple[T, T, T, T]:
        return (self.least, self.low, self.high, self.most)

    @property
    def certain(self) -> bool:
        """It does not depend on uncertain data."""
        return self.least == self.low == self.high == self.most

    @property
    def told(self) -> bool:
        """It does not depend on missing data."""
        return self.low == self.high


def both(a: Span[T], b: Span[S], what: Callable[[T, S], R]) -> Span[R]:
    """A quantity that grows with two others."""
    if a.certain and b.certain:
        return Span.sure(what(a.least, b.least))
    least, low, high, most = map(what, a.levels, b.levels)
    return Span(least, low, high, most)


def at_least(value: Value, number: float) -> Span[bool]:
    """Whether a value of a counter is at least `number`."""
    known = value.number
    reached = isinstance(known, int | float) and known >= number
    return Span.of(reached, value.basis, worst=False, best=True)


def truth(value: Value) -> Span[bool]:
    """A yes or no of the data, as far as its basis carries."""
    return Span.of(bool(value.number), value.basis, worst=False, best=True)


def resting(answer: Span[bool], basis: Basis) -> Span[bool]:
    """An answer by a rule that itself rests on `basis`: a soft one may be wrong either way."""
    return Span(False, answer.low, answer.high, True) if basis.soft else answer


def severity(charge: Span[bool]) -> Severity | None:
    """How firmly a charge stands; None when it is not made."""
    if not charge.told:
        return Severity.UNKNOWN
    if not charge.low:
        return None
    return Severity.ILLEGAL if charge.certain else Severity.SUSPECT


def on(basis: Basis) -> Span[bool]:
    """Something that is so, as far as `basis` carries."""
    return Span.of(True, basis, worst=False, best=True)
