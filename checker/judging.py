"""From a case to its report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checker.overrides import CheckError, InputFile, Overrides
from checker.read import Case, read_case
from checker.report import Failure, Report, counter_lines
from checker.report.fog import seen_by, viewer_of
from checker.report.rule_list import unknown_options
from checker.report.steps import steps_of
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import Remark
from hexmarshal.game.timing import phase_title
from hexmarshal.rules.findings import Finding, Severity, Topic
from hexmarshal.rules.judge import judge


def judge_source(source: InputFile, overrides: Overrides) -> Report | Failure:
    """The report on one file. Never raises for what is wrong with the file."""
    try:
        return _with_overrides(read_case(source, overrides), overrides)
    except CheckError as error:
        return Failure(source.file, str(error))


def _with_overrides(case: Case, overrides: Overrides) -> Report:
    """The report for the eyes of one side if a user overrides so, and as a page if wished."""
    position, told = case.position, report_on(case)
    if overrides.viewer:
        position, told = seen_by(viewer_of(case.game, overrides.viewer), case, told)
    if not overrides.pages:
        return told
    from checker.report.pages import page

    return replace(told, page=page(told, case.game, position))


def report_on(case: Case) -> Report:
    """What the rules say of a case."""
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
    """What to say of a turn that the scenario, or failing that the game, does not have."""
    turn, title = position.turn, game.title
    known = [turn.number for turn in game.turns]
    scenario = next((s for s in game.scenarios if s.id == position.scenario), None)
    if scenario:
        title, known = scenario.title, [*range(scenario.first_turn, scenario.last_turn + 1)]
    if turn is not None and known and turn not in known:
        yield f"there is no turn {turn} in {title}: turns run from {known[0]} to {known[-1]}"


def heading(game: Game, position: Position) -> str:
    """Game, scenario, turn and phase in the words that the game prints."""
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
