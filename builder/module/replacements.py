"""Counters that take the place of others: one key brings a unit where the other stands, in the
other's state, and takes the other out of the game.

The one that comes goes to the other's place, then tells it to give way; the other hands on its
lost steps, its supply and its signs, key by key, and leaves.
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


def coming_traits() -> Iterator[Trait]:
    """What a counter can do that takes another's place."""
    key = KEYS.take_over
    actions = (named(COME), named(ASK))
    told = f"$newPieceName$ takes over from ${FORMER}$ in $Place$"
    yield ReportAction(keys=(key.stroke,), format=told, description="take over")
    other = f'{{{ID}=="${TAKES_OVER_FROM}$"}}'
    yield TriggerAction(name="take over", menu=key.menu, key=key.stroke, actions=actions)
    yield GlobalKeyCommand(key=named(ASK), sent=named(GIVE), filter=other, description="take over")
    yield SendToLocation(menu="", key=named(COME), destination="A", filter=other)


def going_traits(maker: PieceMaker) -> Iterator[Trait]:
    """What a counter can do whose place another takes."""
    handed = tuple(_handed_on(maker))
    actions = (*(named(name) for name, _, _ in handed), named(LEAVE))
    yield TriggerAction(name="give way", watched=(named(GIVE),), actions=actions)
    for name, (test, times), sent in handed:
        yield from _hands_on(name, test, times, sent)
    map_, zone = _out_of_game(maker.game)
    yield SendToLocation(menu="", key=named(LEAVE), map=map_, destination="Z", zone=plain(zone))


def _handed_on(maker: PieceMaker) -> Iterator[tuple[str, tuple[str, str], str]]:
    """What is handed on: a name, when and how often, and the key that does it to the other."""
    yield "twin step", (f"{{{STEP}_Level>1}}", f"{{{STEP}_Level-1}}"), named(STEP_DOWN)
    if maker.game.rules.supply is not None:
        for level in (1, 2):
            yield f"twin supply {level}", (f"{{{SUPPLY}=={level}}}", "1"), named(f"sup{level}")
    for word in maker.states:
        property_ = state_property(word)
        yield f"twin {word}", (f"{{{property_}==1}}", "1"), maker.state_key(word).stroke


def _hands_on(name: str, test: str, times: str, sent: str) -> Iterator[Trait]:
    do = named(f"{name} sent")
    other = f'{{{ID}=="${GIVES_WAY_TO}$"}}'
    yield TriggerAction(
        name=name,
        filter=test,
        watched=(named(name),),
        actions=(do,),
        loop=times != "1",
        loop_count=times,
    )
    yield GlobalKeyCommand(key=do, sent=sent, filter=other, description=name)


def _out_of_game(game: Game) -> tuple[str, str]:
    """The map and the zone for counters that leave the game for good."""
    arrivals = game.rules.arrivals
    for box in game.board.boxes:
        if arrivals and not box.side and box.id in arrivals.out_of_play:
            return MAIN_MAP, box.places[0]
    return OFF_MAP, WITHDRAWN
