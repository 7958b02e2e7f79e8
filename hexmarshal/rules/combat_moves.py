"""Verdicts on moves in combat: retreats and advances."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from hexmarshal.game.ruleset import Retreats
from hexmarshal.rules.completions import severity
from hexmarshal.rules.fighting import Fight
from hexmarshal.rules.findings import Severity
from hexmarshal.rules.going import LOW, MOST
from hexmarshal.rules.marched import COMBAT, Marched, is_in, verdict
from hexmarshal.rules.move_reasons import needed
from hexmarshal.rules.outing import Outing
from hexmarshal.rules.special_moves import displaced_by


class Fought(StrEnum):
    """Whether a move was one of combat."""

    NOW = "now"
    """Both positions are of a combat phase."""
    PERHAPS = "perhaps"
    """One may lie between them."""


def fought_in(outing: Outing) -> Fought | None:
    """Whether a move was one of combat, or may have been; None where it was not."""
    if outing.trip.arrives:
        return None
    then = outing.then.position
    if is_in(outing, outing.rules.combat) and then.turn == outing.now.position.turn:
        return Fought.NOW
    return Fought.PERHAPS if outing.now.any_between(then, outing.rules.combat) else None


def of_combat(outing: Outing, fight: Fight) -> Marched:
    """A retreat or an advance. How far a retreat goes, and what it costs, the dice tell alone."""
    retreats, advances = outing.rules.retreats, outing.rules.advances
    unsettled = replace(verdict(outing, Severity.UNKNOWN, outing.rules), needs=(COMBAT,))
    if retreats is None:
        return unsettled
    if advances and replace(fight, complete=True).advances(LOW, advances):
        return verdict(outing, None, advances)
    if advances and fight.advances(LOW, advances):
        return replace(unsettled, cited=advances)
    may_advance = advances is not None and fight.advances(MOST, advances)
    if outing.end in fight.retreat(LOW):
        if may_advance:
            return replace(unsettled, cited=retreats)
        return _of_retreat(outing, fight, retreats) or replace(unsettled, cited=retreats)
    if displaced := displaced_by(outing):
        return displaced
    if may_advance or outing.end in fight.retreat(MOST):
        cited, why = fight.against(retreats, advances)
        firm = Severity.SUSPECT
        return replace(verdict(outing, firm, cited, why), needs=needed(outing, firm))
    cited, why = fight.against(retreats, advances)
    return verdict(outing, Severity.ILLEGAL, cited, why)


def _of_retreat(outing: Outing, fight: Fight, retreats: Retreats) -> Marched | None:
    """What is wrong with a retreat whose way the ground allows."""
    name, end = outing.piece.name, outing.then.grid.label(outing.end)
    if retreats.fewest_ezoc and (firm := severity(fight.shunned())):
        why = f"{name} retreats to {end} through more hexes in enemy ZOCs than it must"
        return verdict(outing, firm, retreats.fewest_ezoc, why)
    if retreats.nearer and (firm := severity(fight.strays())):
        why = f"{name} retreats to {end}, further from its nearest supply source"
        return verdict(outing, firm, retreats.nearer, why)
    return None
