"""The turn tracker: turns, phases and segments, and what is cleared when a phase starts."""

from __future__ import annotations

from collections.abc import Iterator

from builder.module.form import ClearForm
from builder.module.grid import hex_zones
from builder.module.keys import KEYS, clear_key, key_stroke
from builder.module.names import any_of, phase_names, phase_starts, plain, quoted, sides_of
from builder.module.pieces import PieceMaker
from builder.module.prototypes import TURN_MARK, UNMOVED, drawn_zone, turn_number
from hexmarshal.game.model import Game
from hexmarshal.game.scenario import LATER, Scenario, Turn
from hexmarshal.module_contract import PHASE, SCENARIO, TURN, state_property
from hexmarshal.vassal.buildfile import Component, component
from hexmarshal.vassal.keys import Target, named
from hexmarshal.vassal.turns import CounterLevel, ListLevel, TurnState

NEXT = "34,520"
"""Alt+PgDn, as VASSAL writes it."""


def turn_titles(game: Game) -> tuple[str, ...]:
    """The turns as listed in the tracker; empty if their titles are just their numbers."""
    if all(turn.title.casefold() == f"turn {turn.number}" for turn in game.turns):
        return ()
    return tuple(f"{turn.number}: {turn.title}" for turn in game.turns)


def tracker(maker: PieceMaker) -> Component:
    """The turn tracker: a level of turns and a level of phases."""
    game = maker.game
    titles = turn_titles(game)
    phases = component(
        "ListTurnLevel",
        name="Phase",
        property=PHASE,
        list=tuple(name.text for name in phase_names(game)),
    )
    if titles:
        turns = component("ListTurnLevel", phases, name="Turn", property=TURN, list=titles)
    else:
        turns = component(
            "CounterTurnLevel",
            phases,
            name="Turn",
            property=TURN,
            turnFormat="Turn $value$",
            start=game.turns[0].number,
        )
    return component(
        "TurnTracker",
        turns,
        *_hotkeys(maker),
        name="Turn",
        buttonText="Turn",
        nexthotkey=NEXT,
        prevhotkey="33,520",
        turnFormat="$level1$: $level2$",
        reportFormat="$PlayerName$: $newTurn$",
        tooltip="Turn and phase (Alt+PgDn: next, Alt+PgUp: previous)",
    )


def end_of_turn(game: Game) -> Component:
    """A button that advances, phase by phase, to the first phase of the next turn."""
    return component(
        "DoActionButton",
        name="End of turn",
        text="End of turn",
        tooltip="Advances to the next turn through all remaining phases (Ctrl+Shift+E)",
        hotkey=key_stroke("Ctrl+Shift+E"),
        doHotkey=True,
        hotkeys=(NEXT,),
        doLoop=True,
        loopType="until",
        untilExpression=f"{{{any_of(PHASE, [phase_names(game)[0].text])}}}",
    )


def turn_state(game: Game, scenario: Scenario) -> TurnState:
    """The tracker at the start of a scenario: its first turn and first phase."""
    phases = phase_names(game)
    below = (ListLevel(0, (True,) * len(phases)),)
    if not turn_titles(game):
        return TurnState((CounterLevel(scenario.first_turn, below=below),))
    numbers = [turn.number for turn in game.turns]
    here = numbers.index(scenario.first_turn)
    return TurnState((ListLevel(here, (True,) * len(numbers), below=below),))


def clears(maker: PieceMaker) -> tuple[ClearForm, ...]:
    """What is cleared automatically, by the game's rules and its `module:` section."""
    found = list(maker.form.clears)
    if not any(clear.moved for clear in found):
        found.append(ClearForm(phase=phase_names(maker.game)[0].id, moved=True))
    pins = maker.game.rules.pins
    if pins is not None and pins.marker in maker.states:
        note = f"All {pins.marker} markers are removed ({pins.rule})"
        found.append(ClearForm(phase=pins.removed, states=(pins.marker,), note=note))
    return tuple(found)


def _hotkeys(maker: PieceMaker) -> Iterator[Component]:
    first = phase_names(maker.game)[0].text
    yield component(
        "TurnGlobalHotkey",
        name="turn marker",
        hotkey=named("new turn"),
        match=f"{{{any_of(PHASE, [first])}}}",
    )
    for name, match, text in _reminders(maker.game):
        match = f"{{{match}}}"
        yield component("TurnGlobalHotkey", name=name, match=match, reportFormat=plain(text))
    for number, clear in enumerate(clears(maker), 1):
        yield component(
            "TurnGlobalHotkey",
            name=clear.phase,
            hotkey=named(f"phase {number}"),
            match=f"{{{_begins(maker.game, clear.phase)}}}",
            reportFormat=plain(clear.note),
        )


def _reminders(game: Game) -> Iterator[tuple[str, str, str]]:
    """Chat messages for the start of a phase: a name, a BeanShell condition, the text."""
    supply, arrivals = game.rules.supply, game.rules.arrivals
    start = any_of(PHASE, [phase_names(game)[0].text])
    for this in game.turns:
        now = f"{start} && {turn_number()}=={this.number}"
        for n, note in enumerate(turn_notes(game, this), 1):
            yield f"note {this.number} {n}", now, note
    if supply is not None:
        text = f"Check supply now ({supply.rule}); press Ctrl+U to mark a unit"
        yield "supply", _begins(game, supply.phase), text
    for scenario in game.scenarios if arrivals else ():
        assert arrivals is not None
        due: dict[tuple[int, str], list[str]] = {}
        for row in scenario.placements:
            counter = game.counters[row.counter]
            turn = game.turn_of_date(row.date) if row.date else row.turn
            side = row.side or counter.side
            if row.kind in LATER and turn is not None and side in arrivals.phases:
                copies = f"{row.count} x " if row.count > 1 else ""
                due.setdefault((turn, side), []).append(f"{copies}{counter.name}")
        for (turn, side), names in due.items():
            phase = _begins(game, arrivals.phases[side])
            when = f'{turn_number()}=={turn} && GetString("{SCENARIO}")=={quoted(scenario.id)}'
            yield (
                f"arrivals {scenario.id} {turn} {side}",
                f"{phase} && {when}",
                (f"{sides_of(game)[side].adjective} arrivals this turn: {', '.join(names)}"),
            )


def turn_notes(game: Game, turn: Turn) -> Iterator[str]:
    """The notes of the turn record on a turn, one sentence each."""
    names = {side.id: side.adjective for side in game.sides}
    facts = (
        f"{' '.join(names.get(word, word) for word in name.split('_'))} {value}"
        for name, value in turn.facts.items()
    )
    for text in ("; ".join(facts), *turn.notes):
        if text:
            yield text[:1].upper() + text[1:]


def _begins(game: Game, phase: str) -> str:
    return any_of(PHASE, phase_starts(game, phase))


def phase_commands(maker: PieceMaker) -> Iterator[Component]:
    """Hidden commands that move the turn marker and clear states when a phase starts."""
    mark = Target(sender="MODULE", property="hm_kind", value="marker")
    turn = [c.id for c in maker.game.counters.values() if (c.kind, c.type) == ("marker", "turn")]
    if turn:
        filter_ = f"{{{any_of('hm_id', turn)}}}"
        yield _command("new turn", named(TURN_MARK), str(mark), filter_)
    for number, clear in enumerate(clears(maker), 1):
        words = [word for word in clear.states if word in maker.states]
        keys = [(clear_key(word), f"{{{state_property(word)}==1}}") for word in words]
        keys += [(named(UNMOVED), "{Moved==true}")] if clear.moved else []
        keys += [(KEYS.cup.stroke, chits_out(maker))] if clear.chits and maker.cup else []
        for key, filter_ in keys:
            yield _command(f"phase {number}", key, str(Target(sender="MODULE")), filter_)


def chits_out(maker: PieceMaker) -> str:
    """A BeanShell condition: a drawn chit on the map or in a display.

    Chits on the turn record are waiting for their turn; those in other boxes are out of play.
    """
    board = maker.game.board
    kept = [
        place for box in board.boxes if box.kind in ("display", "track") for place in box.places
    ]
    here = any_of("CurrentZone", [*hex_zones(board.grid), drawn_zone(maker.cup), *kept])
    return f'{{hm_kind=="chit" && {here}}}'


def _command(trigger: str, key: str, target: str, filter_: str) -> Component:
    return component(
        "GlobalKeyCommand",
        name=trigger,
        buttonText="",
        tooltip="",
        buttonHotkey=named(trigger),
        hotkey=key,
        target=target,
        filter=filter_,
        deckCount="0",
        reportSingle=True,
        reportFormat="",
    )
