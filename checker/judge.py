"""From a file to its report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from checker.inputs import CheckError, InputFile, Overrides
from checker.read import Case, read_case
from checker.report import Failure, Report, counter_lines
from checker.report.fog import seen_by, viewer_of
from checker.report.steps import steps_of
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import Remark
from hexmarshal.game.timing import phase_title
from hexmarshal.rules.findings import Finding, Severity, Topic
from hexmarshal.rules.judge import judge


def judge_file(file: InputFile, overrides: Overrides) -> Report | Failure:
    """The report on one file, or a Failure if the file cannot be read or judged."""
    try:
        return _report(read_case(file, overrides), overrides)
    except CheckError as error:
        return Failure(file.file, str(error))


def _report(case: Case, overrides: Overrides) -> Report:
    """The report for the viewer that the options name, with a web page if they ask for one."""
    position, report = case.position, report_on(case)
    if overrides.viewer:
        position, report = seen_by(viewer_of(case.game, overrides.viewer), case, report)
    if not overrides.pages:
        return report
    from checker.report.pages import page

    return replace(report, page=page(report, case.game, position))


def report_on(case: Case) -> Report:
    """The whole report on a case, for both sides."""
    position = case.position
    judgement = judge(case.game, position)
    doubts = (*unknown_turn(case.game, position), *unknown_options(case.game, position.options))
    return Report(
        file=case.file,
        game=case.game.id,
        heading=heading(case.game, position),
        scenario=position.scenario,
        turn=position.turn,
        date=position.date,
        phase=position.phase,
        moment=position.moment,
        counters=counter_lines(position),
        judgement=judgement,
        notes=tuple(_note(remark) for remark in (*case.remarks, *map(Remark, doubts))),
        steps=steps_of(case, judgement),
        unread=case.unread,
    )


def unknown_turn(game: Game, position: Position) -> Iterator[str]:
    """A message if the scenario, or without one the game, does not have the position's turn."""
    turn, title = position.turn, game.title
    known = [turn.number for turn in game.turns]
    scenario = next((s for s in game.scenarios if s.id == position.scenario), None)
    if scenario:
        title, known = scenario.title, [*range(scenario.first_turn, scenario.last_turn + 1)]
    if turn is not None and known and turn not in known:
        yield f"{title} has no turn {turn}; its turns run from {known[0]} to {known[-1]}"


def unknown_options(game: Game, options: Mapping[str, str]) -> Iterator[str]:
    """A message for each option that is not a switch of the game or has an unknown value."""
    switches = {switch.name: switch for switch in game.rules.switches}
    for name, value in options.items():
        if name not in switches:
            known = ", ".join(switches) or "none"
            yield f"unknown switch {name!r} of {game.id}; expected one of: {known}"
        elif value not in switches[name].values:
            values = ", ".join(switches[name].values)
            yield f"unknown value {value!r} of the switch {name}; expected one of: {values}"


def heading(game: Game, position: Position) -> str:
    """Game, scenario, turn and phase, as the game prints them."""
    scenario = next((s.title for s in game.scenarios if s.id == position.scenario), "")
    turn = game.turn(position.turn) if position.turn is not None else None
    number = "" if position.turn is None else f"Turn {position.turn}"
    phase = phase_title(game, position.phase)
    if phase:
        phase = {"start": f"start of {phase}", "end": f"end of {phase}"}.get(position.moment, phase)
    parts = [
        game.title,
        "" if scenario == game.title else scenario,
        turn.title if turn else number,
        position.date or (turn.date if turn else ""),
        phase,
    ]
    return " · ".join(filter(None, parts))


def _note(remark: Remark) -> Finding:
    return Finding(
        "", Topic.COUNTER_MIX, Severity.NOTE, remark.message, counters=remark.counters, basis=()
    )
