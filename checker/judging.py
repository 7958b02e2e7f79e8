"""From a case to its report."""

from __future__ import annotations

from checker.reading import Case, read_case
from checker.report import Failure, Report, counter_lines
from checker.rule_list import unknown_options
from checker.wishes import CheckError, Source, Wishes
from hexwright.game.position_json import Remark
from hexwright.rules.findings import Finding, Severity, Topic
from hexwright.rules.judge import judge


def judge_source(source: Source, wishes: Wishes) -> Report | Failure:
    """The report on one file. Never raises for what is wrong with the file."""
    try:
        return report_on(read_case(source, wishes))
    except CheckError as error:
        return Failure(source.file, str(error))


def report_on(case: Case) -> Report:
    """What the rules say of a case."""
    position = case.position
    options = map(Remark, unknown_options(case.game, position.options))
    return Report(
        file=case.file,
        game=case.game.id,
        title=case.game.title,
        scenario=position.scenario,
        turn=position.turn,
        date=position.date,
        phase=position.phase,
        moment=position.moment,
        counters=counter_lines(position),
        judgement=judge(case.game, position),
        notes=tuple(_note(remark) for remark in (*case.remarks, *options)),
        unread=case.unread,
    )


def _note(remark: Remark) -> Finding:
    return Finding(
        "", Topic.COUNTER_MIX, Severity.NOTE, remark.message, counters=remark.counters, basis=()
    )
