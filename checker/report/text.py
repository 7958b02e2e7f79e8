"""The report as text, for people at a terminal or in a file."""

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
"""Columns of a report that goes into a file or a pipe."""

_STYLE = {
    Severity.ILLEGAL: "bold red",
    Severity.SUSPECT: "yellow",
    Severity.UNKNOWN: "cyan",
    Severity.NOTE: "dim",
}
_VERDICT_STYLE = {"legal": "bold green", "illegal": "bold red", "unknown": "bold yellow"}
_SETTLED_BY = {
    What.HEX: "what lies in hex",
    What.HEXSIDE: "what hexside carries",
    What.VALUE: "the printed value of",
    What.TEXT: "a text that is lost:",
    What.SERIES: "the series rules:",
}


def print_reports(reports: Sequence[Report | Failure]) -> None:
    """All reports, and a summary when there are several."""
    parts: list[RenderableType] = []
    for told in reports:
        parts += [_failure(told) if isinstance(told, Failure) else _report(told), ""]
    if len(reports) > 1:
        parts.append(_summary(reports))
    show(Group(*parts))


def show(what: RenderableType) -> None:
    """Prints in colour on a terminal, else as plain lines without trailing blanks."""
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


def _failure(told: Failure) -> RenderableType:
    return Text.assemble((told.file, "bold"), ": ", ("not judged", "bold red"), f": {told.error}")


def _report(told: Report) -> RenderableType:
    parts: list[RenderableType] = [_head(told)]
    parts += [Padding(part, (1, 0, 0, 0)) for part in _parts(told)]
    parts.append(Padding(_foot(told), (1, 0, 0, 0)))
    return Group(*parts)


def _head(told: Report) -> Text:
    return Text.assemble((told.file, "bold"), "\n", (told.heading, "dim"))


def _parts(told: Report) -> Iterator[RenderableType]:
    judged = [f for f in told.findings if f.severity is not Severity.NOTE]
    notes = [f for f in told.findings if f.severity is Severity.NOTE]
    if judged:
        yield _findings(judged, told)
    if steps := [_step(step, told) for step in told.steps or () if _tells(step)]:
        yield Group(*steps)
    if supply := _supply(told):
        yield supply
    if notes:
        yield _findings(notes, told)
    if told.unread:
        yield _unread(told)


def _findings(findings: Sequence[Finding], told: Report) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for finding in findings:
        severity = Text(finding.severity.value, style=_STYLE[finding.severity])
        table.add_row(severity, finding.rule, _said(finding, told))
    return table


def _said(finding: Finding, told: Report) -> Text:
    where = " ".join([*finding.hexes, *finding.places])
    said = Text(f"{where}: " if where else "", style="bold")
    said.append(finding.message, style="default")
    who = named(finding, told)
    if who and finding.severity is not Severity.NOTE:
        said.append(f"\n{who}", style="dim")
    if finding.also:
        said.append(f"\nsee also {', '.join(finding.also)}", style="dim")
    if finding.severity is Severity.SUSPECT:
        soft = ", ".join(basis.value for basis in finding.basis if not basis.hard)
        said.append(f"\nrests on data that are not certain ({soft})" if soft else "", style="dim")
    if finding.needs:
        said.append(f"\nwould be settled by {needs(finding, told)}", style="dim")
    return said


def needs(open_: Finding | ReportedMove, told: Report) -> str:
    """What would settle a finding or a move, in words; counters by their names."""
    lines = {need.of: told.counters.get(need.of) for need in open_.needs}
    names = {ref: line.name for ref, line in lines.items() if line}
    return "; ".join(dict.fromkeys(settled_by(need, names) for need in open_.needs))


def left_open(move: ReportedMove, step: ReportedStep, told: Report) -> str:
    """What would settle a move that nobody can tell of, unless a finding of its step says so."""
    if move.verdict != "unknown" or any(move.counter in f.counters for f in step.findings):
        return ""
    return needs(move, told)


def settled_by(need: Need, names: Mapping[str, str]) -> str:
    """What would settle a doubt, in words; `names` are those of counters by their refs."""
    if need.what is What.PREVIOUS:
        return "the position before (--before)"
    if need.what is What.VALUE and need.of not in names:
        return f"the {need.of.replace('_', ' ')}"
    if need.what is What.TEXT and not re.search(r"\d", need.of):
        return need.of  # words, not the number of a rule
    return f"{_SETTLED_BY[need.what]} {names.get(need.of, need.of)}"


def called(line: CounterLine) -> str:
    """A counter's name with its side and formation."""
    more = _belonging(line)
    return f"{line.name} ({more})" if more else line.name


def _belonging(line: CounterLine) -> str:
    return ", ".join(filter(None, [side_name(line.side), line.formation]))


def named(finding: Finding, told: Report) -> str:
    """Who a finding is about, those of a formation together: `147, 65 (Soviet, 122nd Corps)`."""
    groups: dict[str, list[str]] = {}
    for line in (told.counters[ref] for ref in finding.counters if ref in told.counters):
        groups.setdefault(_belonging(line), []).append(line.name)
    said = (", ".join(names) + (f" ({more})" if more else "") for more, names in groups.items())
    return "; ".join(said)


def counted(count: int, nouns: str) -> str:
    """How many of some things there are: `2 decks`, `1 deck`."""
    return f"{count} {nouns.removesuffix('s') if count == 1 else nouns}"


def side_name(side: str) -> str:
    """The id of a side as a word: `German`."""
    return side[:1].upper() + side[1:]


def out_of_supply(told: Report) -> list[tuple[CounterLine, SupplyLine]]:
    """The units that would be found out of supply."""
    return [
        (told.counters[ref], line)
        for ref, line in told.judgement.supply.items()
        if line.state is Supply.OUT and ref in told.counters
    ]


def untold(told: Report) -> dict[str, list[CounterLine]]:
    """The units whose supply nobody can tell, by the rule that leaves it open."""
    found: dict[str, list[CounterLine]] = {}
    for ref, line in told.judgement.supply.items():
        if line.state is Supply.UNKNOWN and ref in told.counters:
            found.setdefault(line.rule, []).append(told.counters[ref])
    return found


_FEW = 8
"""Units of unknown supply that are told one by one."""


def _supply(told: Report) -> RenderableType | None:
    """The units that would be found out of supply, what cuts each line, and the untold ones."""
    table = Table.grid(padding=(0, 2))
    for counter, line in out_of_supply(told):
        cut = f"line cut at {', '.join(line.cut)}" if line.cut else "no line to open"
        row = (called(counter), "out of supply", cut, line.rule)
        table.add_row(counter.hex or counter.place, *row)
    parts: list[RenderableType] = [table] if table.row_count else []
    for rule, counters in untold(told).items():
        sides = Tally(counter.side for counter in counters)
        many = ", ".join(f"{count} {side_name(side)}" for side, count in sides.items())
        each = ", ".join(f"{counter.hex} {counter.name}" for counter in counters)
        who = each if len(counters) <= _FEW else many
        parts.append(Text(f"cannot be told ({rule}): {who}"))
    if not parts:
        return None
    return Group(Text("If the Supply Phase were held now", style="bold"), *parts)


def _tells(step: ReportedStep) -> bool:
    return bool(step.findings or step.resolved or step.moves)


def _step(step: ReportedStep, told: Report) -> RenderableType:
    head = " · ".join(
        filter(
            None,
            [f"step {step.n}", step.player, f"turn {step.turn}" if step.turn else "", step.phase],
        )
    )
    parts: list[RenderableType] = [Text(head, style="bold")]
    parts += [Padding(_move(move, step, told), (0, 0, 0, 2)) for move in step.moves]
    if findings := [f for f in step.findings if f not in told.findings]:
        parts.append(Padding(_findings(findings, told), (0, 0, 0, 2)))
    parts += [
        Padding(Text(f"mended: {f.message}", style="dim"), (0, 0, 0, 2)) for f in step.resolved
    ]
    return Group(*parts)


def _move(move: ReportedMove, step: ReportedStep, told: Report) -> Text:
    line = told.counters.get(move.counter)
    name = called(line) if line else move.counter
    said = Text(f"{name}: {move.start or 'off map'} to {move.end or 'off map'}  ")
    said.append(move.verdict, style=_VERDICT_STYLE.get(move.verdict, ""))
    if move.cost is not None and move.allowance is not None:
        said.append(f"  costs {move.cost:g} of {move.allowance:g}")
    said.append(f"  {move.rule}" if move.rule else "", style="dim")
    open_ = left_open(move, step, told)
    return said.append(f"\n  would be settled by {open_}" if open_ else "", style="dim")


def _unread(told: Report) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for unread in told.unread:
        table.add_row(unread.piece, unread.where, unread.why)
    title = f"{counted(len(told.unread), 'pieces')} could not be read"
    return Group(Text(title, style="bold yellow"), table)


def _foot(told: Report) -> Text:
    foot = Text(told.verdict.upper(), style=_VERDICT_STYLE[told.verdict])
    counts = [
        f"{told.count(severity)} {severity.value}"
        for severity in (Severity.ILLEGAL, Severity.SUSPECT, Severity.UNKNOWN)
        if told.count(severity)
    ]
    checked = [c for c in told.judgement.checked if c.state is State.CHECKED]
    later = [c.rule for c in told.judgement.checked if c.state is State.NOT_NOW]
    cannot = [c.rule for c in told.judgement.checked if c.state is State.CANNOT]
    said = [", ".join(counts), f"{len(checked)} rules checked"]
    if later:
        said.append(f"not due at this moment: {', '.join(later)}")
    if cannot:
        said.append(f"not to be told from this alone: {', '.join(cannot)}")
    foot.append("  " + "; ".join(filter(None, said)), style="not bold dim")
    return foot


def _summary(reports: Sequence[Report | Failure]) -> Text:
    failed = sum(isinstance(told, Failure) for told in reports)
    judged = [told for told in reports if isinstance(told, Report)]
    counts = [
        (sum(told.verdict == verdict for told in judged), verdict)
        for verdict in ("legal", "illegal", "unknown")
    ]
    said = [f"{n} {verdict}" for n, verdict in counts if n]
    if failed:
        said.append(f"{failed} not judged")
    return Text(f"{len(reports)} files: {', '.join(said)}", style="bold")
