"""The command `hexcheck`: each subcommand loads only what it needs, so that all start fast."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from checker import __doc__ as about
from checker.batch import WORTH_A_POOL, judge_all
from checker.overrides import CheckError, Overrides
from checker.read.files import one_source, sources
from checker.report import Failure, Report, as_json
from checker.report.pages import written
from checker.report.text import print_reports, show
from hexmarshal.game.timing import MOMENTS
from hexmarshal.vassal.archive import write_atomically
from hexmarshal.vassal.errors import VassalError

CHECK = "check"


class _Unnamed(click.Context):
    """A context whose command is called by the name of the whole, in usage lines too."""

    @property
    def command_path(self) -> str:
        return self.parent.command_path if self.parent else super().command_path


class _Judge(click.Command):
    context_class = _Unnamed


class _Front(click.Group):
    """A group whose first word need not be a subcommand: then it is a file to be judged."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in ("--help", "--version"):
            args = self._command_first(args)
        return super().parse_args(ctx, args)

    def _command_first(self, args: list[str]) -> list[str]:
        """The words in the order that click knows: the subcommand, told or understood, first."""
        options = [p for p in self.commands[CHECK].params if isinstance(p, click.Option)]
        valued = {name for option in options if not option.is_flag for name in option.opts}
        index = 0
        while index < len(args) and args[index].startswith("--") and args[index] != "--":
            index += 2 if args[index] in valued else 1
        word = args[index] if index < len(args) else ""
        if word in self.commands and word != CHECK:
            return [word, *args[:index], *args[index + 1 :]]
        return [CHECK, *args]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        del ctx
        return ["[OPTIONS]", "FILE|FOLDER|-..."]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = [*self.commands[CHECK].params, *self.get_params(ctx)]
        rows = [p.get_help_record(ctx) for p in own if isinstance(p, click.Option)]
        with formatter.section("Options"):
            formatter.write_dl([row for row in rows if row])
        self.format_commands(ctx, formatter)


def _asking(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options by which a user says what a file does not, as `overrides`."""

    @wraps(command)
    def asked(option: tuple[str, ...], **told: Any) -> None:  # noqa: ANN401
        names = {field.name for field in fields(Overrides)}
        said = {name: told.pop(name) for name in names & told.keys()}
        given = {name: value for name, value in said.items() if value is not None}
        command(overrides=Overrides(options=tuple(map(_option, option)), **given), **told)

    options = [
        click.option("--game", metavar="G", help="An ID, a folder with one game, or FOLDER:ID."),
        click.option("--module", metavar="M.vmod", help="The module a save belongs to."),
        click.option("--scenario", metavar="S", help="The scenario being played."),
        click.option("--turn", type=int, metavar="N", help="The turn."),
        click.option("--phase", metavar="P", help="The phase or segment."),
        click.option("--moment", type=click.Choice(MOMENTS), help="The moment of the phase."),
        click.option("--before", metavar="FILE", help="The position before this one."),
        click.option("--bind", metavar="FILE.yaml", help="How another module's names are meant."),
        click.option("--option", multiple=True, metavar="NAME=VALUE", help="A way to read a rule."),
    ]
    for option in reversed(options):
        asked = option(asked)
    return asked


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.BadParameter(f"{text!r} is not written like NAME=VALUE", param_hint="--option")
    return name.strip(), value.strip()


@click.group(cls=_Front, help=about)
@click.version_option(package_name="hexmarshal", prog_name="hexcheck")
def main() -> None:
    pass


@main.command(CHECK, cls=_Judge, hidden=True)
@_asking
@click.option("--strict", is_flag=True, help="Exit with 1 for suspects too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    help="How to report.",
)
@click.option("--report", "folder", metavar="DIR", help="Write an HTML page a file into DIR.")
@click.option(
    "--for", "viewer", metavar="SIDE", help="Leave out what fog of war hides from that side."
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Files judged at once.")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER|-...")
def check(
    files: tuple[str, ...],
    overrides: Overrides,
    strict: bool,
    form: str,
    folder: str | None,
    jobs: int | None,
) -> None:
    """Judge saves, logs and positions."""
    found = sources(files)
    if not found:
        click.echo(f"{', '.join(files)}: no save, log or position lies there", err=True)
    overrides = replace(overrides, pages=folder is not None or form == "html")
    judged = _with_progress(judge_all(found, overrides, jobs), len(found))
    if folder is None:
        reports = list(judged)
    else:
        with _failing(folder):
            reports = list(written(Path(folder), judged, keep=form == "html"))
    if form == "json":
        print_json([as_json(report) for report in reports])
    elif form == "html":
        for told in reports:
            if isinstance(told, Failure):
                click.echo(f"{told.file}: not judged: {told.error}", err=True)
            else:
                click.echo(told.page)
    else:
        print_reports(reports)
    sys.exit(exit_status(reports, strict=strict))


def _with_progress(reports: Iterator[Report | Failure], count: int) -> Iterator[Report | Failure]:
    """The reports, with a bar on the terminal while many are waited for."""
    console = Console(stderr=True)
    if count < WORTH_A_POOL or not console.is_terminal:
        return reports
    return iter(track(reports, "judging", total=count, console=console, transient=True))


@main.command()
@click.option("--module", metavar="M.vmod", default="", help="The module a save belongs to.")
@click.option("--json", "as_data", is_flag=True, help="Everything, as JSON.")
@click.argument("file")
def inspect(file: str, module: str, as_data: bool) -> None:
    """What a save, a log or a module holds, of whatever game."""
    from checker.inspecting import as_text as contents_text
    from checker.inspecting import contents_of

    with _failing(file):
        found = contents_of(file, module)
    if as_data:
        print_json(found.as_json())
    else:
        show(contents_text(found))


@main.command()
@_asking
@click.argument("save")
def position(save: str, overrides: Overrides) -> None:
    """The position that a save holds, as JSON; `hexcheck -` reads it."""
    from checker.read import position_data, read_case

    with _failing(save):
        case = read_case(one_source(save), overrides)
    print_json(position_data(case))


@main.command(short_help="Who stands in a hex, whose ZOC reaches it, and the line of supply.")
@_asking
@click.argument("file")
@click.argument("what", metavar="HEX|NAME")
def explain(file: str, what: str, overrides: Overrides) -> None:
    """Who stands in a hex, or where a unit or a place is: stacking, zones of control, supply."""
    from checker.explaining import explanation
    from checker.read import read_case

    with _failing(file):
        show(explanation(read_case(one_source(file), overrides), what))


@main.command()
@click.option("--game", metavar="G", required=True, help="An ID, a folder, or FOLDER:ID.")
@click.option("--json", "as_data", is_flag=True, help="As JSON.")
def rules(game: str, as_data: bool) -> None:
    """The rules judged, how they are read, and the switches of --option."""
    from checker.read.games import game_of
    from checker.report.rule_list import rules_data, rules_text

    with _failing("--game"):
        found = game_of(game)
    if as_data:
        print_json(rules_data(found))
    else:
        show(rules_text(found))


@main.command()
@click.option("--game", metavar="G", required=True, help="An ID, a folder, or FOLDER:ID.")
@click.option("--out", metavar="FILE.yaml", help="Write it there instead of printing it.")
@click.argument("module", metavar="MODULE")
def bind(module: str, game: str, out: str | None) -> None:
    """A first binding of somebody's module to a game, for --bind."""
    from checker.first_binding import first_binding
    from checker.read.games import game_of
    from checker.read.locating import module_at

    with _failing(module):
        try:
            found = first_binding(module_at(module), game_of(game))
            if out is not None:
                write_atomically(out, found.text.encode())
        except VassalError as error:
            raise CheckError(error.problem) from None
        except OSError as error:
            raise CheckError(f"{out} cannot be written: {error.strerror}") from None
    if out is None:
        click.echo(found.text, nl=False)
    click.echo(f"{found.matched} of {found.pieces} pieces matched", err=True)


@contextmanager
def _failing(file: str) -> Iterator[None]:
    """Ends the run with status 2 and one line when a file cannot be used."""
    try:
        yield
    except CheckError as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(2)


def print_json(data: object) -> None:
    """Prints JSON in UTF-8, whatever the terminal's encoding."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def exit_status(reports: Sequence[Report | Failure], *, strict: bool) -> int:
    """0 nothing illegal, 1 something illegal (strict: or suspect), 2 something not judged."""
    judged = [report for report in reports if isinstance(report, Report)]
    if len(judged) < len(reports):
        return 2
    return int(any(r.verdict == "illegal" or (strict and r.has_suspects) for r in judged))
