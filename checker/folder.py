"""A folder of report pages: one a file, written as each report comes, and an index of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from checker.report import Failure, Report
from checker.wishes import CheckError
from hexmarshal.vassal.archive import write_atomically

INDEX = "index.html"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the index; `page` is empty for a file that was not judged."""

    file: str
    page: str
    verdict: str
    about: str
    illegal: int = 0


def written(
    folder: Path, reports: Iterable[Report | Failure], *, keep: bool = False
) -> Iterator[Report | Failure]:
    """The reports, each once its page is written; the index comes last.

    The reports leave their pages behind, since many are large, unless told to keep them.
    Raises CheckError when the folder cannot be written to.
    """
    names: Counter[str] = Counter({INDEX: 1})
    rows = []
    for told in reports:
        if isinstance(told, Failure):
            rows.append(Row(told.file, "", "error", told.error))
            yield told
            continue
        name = _page_name(told.file, names)
        _write(folder / name, told.page)
        illegal = sum(f.severity == "illegal" for f in told.all_findings)
        rows.append(Row(told.file, name, told.verdict, told.heading, illegal))
        yield told if keep else replace(told, page="")
    _write(folder / INDEX, _index(rows))


def _page_name(file: str, names: Counter[str]) -> str:
    """A name for a file's page: the file's own, numbered where several are alike."""
    stem = "position" if file == "-" else Path(file).name
    name = f"{stem}.html"
    names[name.casefold()] += 1
    count = names[name.casefold()]
    return name if count == 1 else f"{stem}.{count}.html"


def _index(rows: list[Row]) -> str:
    from checker.pages import environment  # drawing takes long to load

    return environment().get_template("index.html").render(rows=rows)


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text.encode("utf-8", "replace"))
    except OSError as error:
        raise CheckError(f"cannot be written: {error.strerror or error}") from None
