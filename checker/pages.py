"""The report as web pages that need nothing else: one a file, and an index of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from checker.report import CounterLine, Failure, Report
from checker.text import called, needs
from checker.wishes import CheckError
from hexwright.rules.findings import Severity, Supply, SupplyLine
from hexwright.vassal.archive import write_atomically

INDEX = "index.html"


def page(told: Report) -> str:
    """The page on one file."""
    return (
        _environment()
        .get_template("report.html")
        .render(
            report=told,
            name=Path(told.file).name,
            judged=[f for f in told.findings if f.severity is not Severity.NOTE],
            notes=[f for f in told.findings if f.severity is Severity.NOTE],
            cut_off=list(cut_off(told)),
        )
    )


def cut_off(told: Report) -> Iterator[tuple[CounterLine, SupplyLine]]:
    """The units that would be found out of supply, or of which nobody can tell."""
    for ref, line in told.judgement.supply.items():
        if line.state is not Supply.IN and ref in told.counters:
            yield told.counters[ref], line


def write_pages(folder: Path, reports: Sequence[Report | Failure]) -> Path:
    """Writes a page a file and an index into a folder; the index's path.

    Raises CheckError when the folder cannot be written to.
    """
    names = list(_page_names(reports))
    rows = []
    try:
        for told, name in zip(reports, names, strict=True):
            if isinstance(told, Failure):
                row = {"file": told.file, "page": "", "verdict": "error", "about": told.error}
            else:
                write_atomically(folder / name, page(told).encode("utf-8", "replace"))
                row = {
                    "file": told.file,
                    "page": name,
                    "verdict": told.verdict,
                    "about": told.heading,
                }
            rows.append(row)
        index = _environment().get_template("index.html").render(rows=rows)
        write_atomically(folder / INDEX, index.encode("utf-8", "replace"))
    except OSError as error:
        raise CheckError(f"cannot be written: {error.strerror or error}") from None
    return folder / INDEX


def _page_names(reports: Sequence[Report | Failure]) -> Iterator[str]:
    """A file name for each report's page: its own file's, numbered where several are alike."""
    seen: dict[str, int] = {INDEX: 1}
    for told in reports:
        stem = "position" if told.file == "-" else Path(told.file).name
        name = f"{stem}.html"
        seen[name.casefold()] = count = seen.get(name.casefold(), 0) + 1
        yield name if count == 1 else f"{stem}.{count}.html"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("checker"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"called": called, "needs": needs}
    return environment
