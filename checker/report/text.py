"""Reports as text, for a terminal or a file."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence

import click
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from checker.report import CounterLine, Failure, Report, ReportedMove, ReportedStep
from hexmarshal.rules.findings import Finding, Need, Severity, State, Supply, SupplyLine, What

PLAIN_WIDTH = 100
"""The columns of a report that goes into a file or a pipe."""

_STYLE = {
    Severity.ILLEGAL: "bold red",
    Severity.SUSPECT: "yellow",
    Severity.UNKNOWN: "cyan",
    Severity.NOTE: "dim",
}
_VERDICT_STYLE = {"legal": "bold green", "illegal": "bold red", "unknown": "bold yellow"}
_NEED_TEXT = {
    What.HEX: "what is in hex",
    What.HEXSIDE: "what is on hexside",
    What.VALUE: "the printed value of",
    What.TEXT: "a lost text:",
    What.SERIES: "the series rules:",
}


def print_reports(reports: Sequence[Report | Failure]) -> None:
    """Prints all reports, and a summary if there are several."""
    parts: list[RenderableType] = []
    for report in reports:
        parts += [_failure(report) if isinstance(report, Failure) else _report(report), ""]
    if len(reports) > 1:
        parts.append(_summary(reports))
    show(Group(*parts))


def show(what: RenderableType) -> None:
    """Prints in colour on a terminal, otherwise as plain lines without trailing spaces."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    if sys.stdout.isatty():
        Console(highlight=False, emoji=False, markup=False).print(what)
        return
    page = io.StringIO()
    plain = Console(
        file=page, width=PLAIN_WIDTH, no_color=True, highlight=False, emoji=False, markup=False
    )
    plain.print(what)
    click.echo("\n".join(line.rstrip() for line in page.getvalue().splitlines()))


def _failure(failure: Failure) -> RenderableType:
    name, outcome = (failure.file, "bold"), ("not judged", "bold red")
    return Text.assemble(name, ": ", outcome, f": {failure.error}")


def _report(report: Report) -> RenderableType:
    parts: list[RenderableType] = [_head(report)]
    parts += [Padding(part, (1, 0, 0, 0)) for part in _parts(report)]
    parts.append(Padding(_foot(report), (1, 0, 0, 0)))
    return Group(*parts)


def _head(report: Report) -> Text:
    return Text.assemble((report.file, "bold"), "\n", (report.heading, "dim"))


def _parts(report: Report) -> Iterator[RenderableType]:
    judged = [f for f in report.findings if f.severity is not Severity.NOTE]
    notes = [f for f in report.findings if f.severity is Severity.NOTE]
    if judged:
        yield _findings(judged, report)
    if steps := [_step(step, report) for step in report.steps or () if _has_content(step)]:
        yield Group(*steps)
    if supply := _supply(report):
        yield supply
    if notes:
        yield _findings(notes, report)
    if report.unread:
        yield _unread(report)


def _findings(findings: Sequence[Finding], report: Report) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for finding in findings:
        severity = Text(finding.severity.value, style=_STYLE[finding.severity])
        table.add_row(severity, finding.rule, _finding_text(finding, report))
    return table


def _finding_text(finding: Finding, report: Report) -> Text:
    where = " ".join([*finding.hexes, *finding.places])
    text = Text(f"{where}: " if where else "", style="bold")
    text.append(finding.message, style="default")
    who = counter_names(finding, report)
    if who and finding.severity is not Severity.NOTE:
        text.append(f"\n{who}", style="dim")
    if finding.also:
        text.append(f"\nsee also {', '.join(finding.also)}", style="dim")
    if finding.severity is Severity.SUSPECT:
        soft = ", ".join(basis.value for basis in finding.basis if not basis.hard)
        text.append(f"\nrelies on uncertain data ({soft})" if soft else "", style="dim")
    if finding.needs:
        text.append(f"\nneeded to decide this: {needs_text(finding, report)}", style="dim")
    return text


def needs_text(item: Finding | ReportedMove, report: Report) -> str:
    """What would settle a finding or a move, in words; counters by their names."""
    lines = {need.of: report.counters.get(need.of) for need in item.needs}
    names = {ref: line.name for ref, line in lines.items() if line}
    return "; ".join(dict.fromkeys(need_text(need, names) for need in item.needs))


def move_needs(move: ReportedMove, step: ReportedStep, report: Report) -> str:
    """What would settle an unknown move; "" if a finding of its step already says so."""
    if move.verdict != "unknown" or any(move.counter in f.counters for f in step.findings):
        return ""
    return needs_text(move, report)


def need_text(need: Need, names: Mapping[str, str]) -> str:
    """What would settle a doubt, in words; `names` gives counters' names by their refs."""
    if need.what is What.PREVIOUS:
        return "the position before (--before)"
    if need.what is What.VALUE and need.of not in names:
        return f"the {need.of.replace('_', ' ')}"
    if need.what is What.TEXT and not re.search(r"\d", need.of):
        return need.of  # words, not a rule number
    return f"{_NEED_TEXT[need.what]} {names.get(need.of, need.of)}"


def counter_name(line: CounterLine) -> str:
    """A counter's name with its side and formation."""
    more = _side_and_formation(line)
    return f"{line.name} ({more})" if more else line.name


def _side_and_formation(line: CounterLine) -> str:
    return ", ".join(filter(None, [side_name(line.side), line.formation]))


def counter_names(finding: Finding, report: Report) -> str:
    """The counters a finding is about, by formation: `147, 65 (Soviet, 122nd Corps)`."""
    groups: dict[str, list[str]] = {}
    for line in (report.counters[ref] for ref in finding.counters if ref in report.counters):
        groups.setdefault(_side_and_formation(line), []).append(line.name)
    texts = (", ".join(names) + (f" ({more})" if more else "") for more, names in groups.items())
    return "; ".join(texts)


def counted(count: int, nouns: str) -> str:
    """A count with its noun: `2 decks`, `1 deck`."""
    return f"{count} {nouns.removesuffix('s') if count == 1 else nouns}"


def side_name(side: str) -> str:
    """The id of a side as a name: `German`."""
    return side[:1].upper() + side[1:]


def out_of_supply(report: Report) -> list[tuple[CounterLine, SupplyLine]]:
    """The units that would be out of supply, with their supply lines."""
    return [
        (report.counters[ref], line)
        for ref, line in report.judgement.supply.items()
        if line.state is Supply.OUT and ref in report.counters
    ]


def supply_unknown(report: Report) -> dict[str, list[CounterLine]]:
    """The units whose supply is unknown, by the rule that leaves it open."""
    found: dict[str, list[CounterLine]] = {}
    for ref, line in report.judgement.supply.items():
        if line.state is Supply.UNKNOWN and ref in report.counters:
            found.setdefault(line.rule, []).append(report.counters[ref])
    return found


_MAX_LISTED = 8
"""How many units of unknown supply are listed one by one at most."""


def _supply(report: Report) -> RenderableType | None:
    """The units that would be out of supply, what cuts their lines, and the unknown ones."""
    table = Table.grid(padding=(0, 2))
    for counter, line in out_of_supply(report):
        cut = f"line cut at {', '.join(line.cut)}" if line.cut else "no line possible"
        row = (counter_name(counter), "out of supply", cut, line.rule)
        table.add_row(counter.hex or counter.place, *row)
    parts: list[RenderableType] = [table] if table.row_count else []
    for rule, counters in supply_unknown(report).items():
        sides = Tally(counter.side for counter in counters)
        many = ", ".join(f"{count} {side_name(side)}" for side, count in sides.items())
        each = ", ".join(f"{counter.hex} {counter.name}" for counter in counters)
        who = each if len(counters) <= _MAX_LISTED else many
        parts.append(Text(f"supply unknown ({rule}): {who}"))
    if not parts:
        return None
    return Group(Text("If the Supply Phase were held now", style="bold"), *parts)


def _has_content(step: ReportedStep) -> bool:
    return bool(step.findings or step.resolved or step.moves)


def _step(step: ReportedStep, report: Report) -> RenderableType:
    head = " · ".join(
        filter(
            None,
            [f"step {step.n}", step.player, f"turn {step.turn}" if step.turn else "", step.phase],
        )
    )
    parts: list[RenderableType] = [Text(head, style="bold")]
    parts += [Padding(_move(move, step, report), (0, 0, 0, 2)) for move in step.moves]
    if findings := [f for f in step.findings if f not in report.findings]:
        parts.append(Padding(_findings(findings, report), (0, 0, 0, 2)))
    parts += [
        Padding(Text(f"resolved: {f.message}", style="dim"), (0, 0, 0, 2)) for f in step.resolved
    ]
    return Group(*parts)


def _move(move: ReportedMove, step: ReportedStep, report: Report) -> Text:
    line = report.counters.get(move.counter)
    name = counter_name(line) if line else move.counter
    text = Text(f"{name}: {move.start or 'off map'} to {move.end or 'off map'}  ")
    text.append(move.verdict, style=_VERDICT_STYLE.get(move.verdict, ""))
    if move.cost is not None and move.allowance is not None:
        text.append(f"  costs {move.cost:g} of {move.allowance:g}")
    text.append(f"  {move.rule}" if move.rule else "", style="dim")
    needs = move_needs(move, step, report)
    return text.append(f"\n  needed to decide this: {needs}" if needs else "", style="dim")


def _unread(report: Report) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for unread in report.unread:
        table.add_row(unread.piece, unread.where, unread.why)
    title = f"{counted(len(report.unread), 'pieces')} could not be read"
    return Group(Text(title, style="bold yellow"), table)


def _foot(report: Report) -> Text:
    foot = Text(report.verdict.upper(), style=_VERDICT_STYLE[report.verdict])
    counts = [
        f"{report.count(severity)} {severity.value}"
        for severity in (Severity.ILLEGAL, Severity.SUSPECT, Severity.UNKNOWN)
        if report.count(severity)
    ]
    checked = [c for c in report.judgement.checked if c.state is State.CHECKED]
    later = [c.rule for c in report.judgement.checked if c.state is State.NOT_NOW]
    cannot = [c.rule for c in report.judgement.checked if c.state is State.CANNOT]
    facts = [", ".join(counts), f"{counted(len(checked), 'rules')} checked"]
    if later:
        facts.append(f"not due at this moment: {', '.join(later)}")
    if cannot:
        facts.append(f"cannot be checked from this file alone: {', '.join(cannot)}")
    foot.append("  " + "; ".join(filter(None, facts)), style="not bold dim")
    return foot


def _summary(reports: Sequence[Report | Failure]) -> Text:
    failed = sum(isinstance(report, Failure) for report in reports)
    judged = [report for report in reports if isinstance(report, Report)]
    counts = [
        (sum(report.verdict == verdict for report in judged), verdict)
        for verdict in ("legal", "illegal", "unknown")
    ]
    texts = [f"{n} {verdict}" for n, verdict in counts if n]
    if failed:
        texts.append(f"{failed} not judged")
    return Text(f"{len(reports)} files: {', '.join(texts)}", style="bold")
