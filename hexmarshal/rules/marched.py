"""A move judged: the verdict, and what it says of cost, way and data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexmarshal.game.board import fold
from hexmarshal.game.ruleset import Cited
from hexmarshal.rules.cheapest import Way
from hexmarshal.rules.findings import Finding, Need, Severity, What
from hexmarshal.rules.going import points
from hexmarshal.rules.outing import Outing

COMBAT = Need(What.TEXT, "combat results")


@dataclass(frozen=True, slots=True)
class Marched:
    """A move judged. `severity` is None for a lawful one."""

    severity: Severity | None
    cited: Cited
    cost: float | None = None
    """In movement points; None for what cannot be done at any cost."""
    allowance: float | None = None
    way: tuple[int, ...] = ()
    why: str = ""
    needs: tuple[Need, ...] = ()
    finding: Finding | None = None

    @property
    def verdict(self) -> str:
        """`legal`, `illegal`, or `unknown` where soft or missing data decide."""
        if self.severity is None:
            return "legal"
        return "illegal" if self.severity is Severity.ILLEGAL else "unknown"


def verdict(
    outing: Outing, firm: Severity | None, cited: Cited, why: str = "", way: Way | None = None
) -> Marched:
    """A verdict on a move; `firm` is None for a lawful one, `way` the one it takes."""
    known = outing.piece.value(outing.rules.allowance).known
    return Marched(
        severity=firm,
        cited=cited,
        cost=points(way.cost) if way else None,
        allowance=points(outing.allowance.low) if known else None,
        way=way.hexes if way else (),
        why=why,
    )


def is_in(outing: Outing, phases: Iterable[str]) -> bool:
    """Whether the whole move was made in one of some phases."""
    then, now = outing.then.position, outing.now.position
    return then.phase == now.phase and now.phase in set(map(fold, phases))
