"""Spans: the range of values that a quantity may have when some data are uncertain.

Data are hard, soft or missing. A quantity that grows with them (the hexes in a ZOC, the hexes in
supply, whether a fault exists) is computed at four levels:

1. `least`: all uncertain data against it;
2. `low`: soft data as they stand, missing data against it;
3. `high`: soft data as they stand, missing data in its favour;
4. `most`: all uncertain data in its favour.

If all four agree, the answer is certain. If `low` and `high` agree, no missing data matter.
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
    """A quantity at four levels, from the lowest that uncertain data allow to the highest."""

    least: T
    low: T
    """As the data stand, with missing data against it."""
    high: T
    """As the data stand, with missing data in its favour."""
    most: T

    @classmethod
    def sure(cls, value: T) -> Span[T]:
        """A certain value: the same at all levels."""
        return cls(value, value, value, value)

    @classmethod
    def of(cls, value: T, basis: Basis, worst: T, best: T) -> Span[T]:
        """`value` as it stands on `basis`; if that is uncertain, between `worst` and `best`."""
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
        """The levels in reverse order, for use in a quantity that shrinks as this one grows."""
        return Span(self.most, self.high, self.low, self.least)

    @overload
    def __and__(self: Span[bool], other: Span[bool]) -> Span[bool]: ...
    @overload
    def __and__(self: Span[int], other: Span[int]) -> Span[int]: ...
    def __and__(self: Span[Any], other: Span[Any]) -> Span[Any]:
        """Whether both hold; of sets, the hexes in both."""
        return combine(self, other, and_)

    @overload
    def __or__(self: Span[bool], other: Span[bool]) -> Span[bool]: ...
    @overload
    def __or__(self: Span[int], other: Span[int]) -> Span[int]: ...
    def __or__(self: Span[Any], other: Span[Any]) -> Span[Any]:
        """Whether either holds; of sets, the hexes in either."""
        return combine(self, other, or_)

    @overload
    def __invert__(self: Span[bool]) -> Span[bool]: ...
    @overload
    def __invert__(self: Span[int]) -> Span[int]: ...
    def __invert__(self: Span[Any]) -> Span[Any]:
        """The negation; of a set, all other hexes."""
        return self.against(lambda value: not value if isinstance(value, bool) else ~value)

    @property
    def levels(self) -> tuple[T, T, T, T]:
        return (self.least, self.low, self.high, self.most)

    @property
    def certain(self) -> bool:
        """Whether the value is the same whatever the uncertain data turn out to be."""
        return self.least == self.low == self.high == self.most

    @property
    def known(self) -> bool:
        """Whether the value is the same whatever the missing data turn out to be."""
        return self.low == self.high


def combine(a: Span[T], b: Span[S], what: Callable[[T, S], R]) -> Span[R]:
    """A quantity that grows with two others: `what` applied level by level."""
    if a.certain and b.certain:
        return Span.sure(what(a.least, b.least))
    least, low, high, most = map(what, a.levels, b.levels)
    return Span(least, low, high, most)


def at_least(value: Value, number: float) -> Span[bool]:
    """Whether a counter's value is at least `number`."""
    known = value.number
    reached = isinstance(known, int | float) and known >= number
    return Span.of(reached, value.basis, worst=False, best=True)


def truth(value: Value) -> Span[bool]:
    """A yes-or-no value of the data, as firm as its basis."""
    return Span.of(bool(value.number), value.basis, worst=False, best=True)


def weakened(answer: Span[bool], basis: Basis) -> Span[bool]:
    """An answer given by a rule that rests on `basis`; a soft rule may be wrong either way."""
    return Span(False, answer.low, answer.high, True) if basis.soft else answer


def severity(charge: Span[bool]) -> Severity | None:
    """How firm a fault is; None if, as the data stand, there is none."""
    if not charge.known:
        return Severity.UNKNOWN
    if not charge.low:
        return None
    return Severity.ILLEGAL if charge.certain else Severity.SUSPECT


def as_firm_as(basis: Basis) -> Span[bool]:
    """A true statement that is as firm as `basis`."""
    return Span.of(True, basis, worst=False, best=True)
