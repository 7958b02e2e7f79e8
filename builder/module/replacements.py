"""Counters that replace others: one key moves the new unit to the old one's hex, gives it the old
one's state, and takes the old one out of the game.

The new unit goes to the old one's hex and sends it a key. The old one then sends keys for its lost
steps, supply and states to the new one, and leaves.
"""

from __future__ import annotations

from collections.abc import Iterator

from builder.module.keys import KEYS
from builder.module.names import WITHDRAWN, plain
from builder.module.pieces import FORMER, GIVES_WAY_TO, STEP_DOWN, TAKES_OVER_FROM, PieceMaker
from hexmarshal.game.model import Game
from hexmarshal.module_contract import ID, MAIN_MAP, OFF_MAP, STEP, SUPPLY, state_property
from hexmarshal.vassal.keys import named
from hexmarshal.vassal.traits import (
    GlobalKeyCommand,
    ReportAction,
    SendToLocation,
    Trait,
    TriggerAction,
)

COME, ASK, GIVE, LEAVE = "twin come", "twin ask", "twin give way", "twin leave"
"""Named keys."""


def new_unit_traits() -> Iterator[Trait]:
    """The traits of a counter that replaces another."""
    key = KEYS.take_over
    actions = (named(COME), named(ASK))
    message = f"$newPieceName$ replaces ${FORMER}$ in $Place$"
    yield ReportAction(keys=(key.stroke,), format=message, description="take over")
    other = f'{{{ID}=="${TAKES_OVER_FROM}$"}}'
    yield TriggerAction(name="take over", menu=key.menu, key=key.stroke, actions=actions)
    yield GlobalKeyCommand(key=named(ASK), sent=named(GIVE), filter=other, description="take over")
    yield SendToLocation(menu="", key=named(COME), destination="A", filter=other)


def old_unit_traits(maker: PieceMaker) -> Iterator[Trait]:
    """The traits of a counter that another replaces."""
    passed = tuple(_passed_on(maker))
    actions = (*(named(name) for name, _, _ in passed), named(LEAVE))
    yield TriggerAction(name="give way", watched=(named(GIVE),), actions=actions)
    for name, (test, times), sent in passed:
        yield from _pass_on(name, test, times, sent)
    map_, zone = _out_of_game(maker.game)
    yield SendToLocation(menu="", key=named(LEAVE), map=map_, destination="Z", zone=plain(zone))


def _passed_on(maker: PieceMaker) -> Iterator[tuple[str, tuple[str, str], str]]:
    """What the old unit passes on: a name, a condition and a count, and the key to send."""
    yield "twin step", (f"{{{STEP}_Level>1}}", f"{{{STEP}_Level-1}}"), named(STEP_DOWN)
    if maker.game.rules.supply is not None:
        for level in (1, 2):
            yield f"twin supply {level}", (f"{{{SUPPLY}=={level}}}", "1"), named(f"sup{level}")
    for word in maker.states:
        property_ = state_property(word)
        yield f"twin {word}", (f"{{{property_}==1}}", "1"), maker.state_key(word).stroke


def _pass_on(name: str, test: str, times: str, sent: str) -> Iterator[Trait]:
    send = named(f"{name} sent")
    other = f'{{{ID}=="${GIVES_WAY_TO}$"}}'
    yield TriggerAction(
        name=name,
        filter=test,
        watched=(named(name),),
        actions=(send,),
        loop=times != "1",
        loop_count=times,
    )
    yield GlobalKeyCommand(key=send, sent=sent, filter=other, description=name)


def _out_of_game(game: Game) -> tuple[str, str]:
    """The map and zone for counters that leave the game permanently."""
    arrivals = game.rules.arrivals
    for box in game.board.boxes:
        if arrivals and not box.side and box.id in arrivals.out_of_play:
            return MAIN_MAP, box.places[0]
    return OFF_MAP, WITHDRAWN
