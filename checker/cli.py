"""The command `hexcheck`. Each subcommand imports only what it needs, to start fast."""

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
from checker.batch import POOL_FROM, judge_all
from checker.inputs import CheckError, Overrides, input_file, input_files
from checker.report import Failure, Report, as_json
from checker.report.text import print_reports, show
from hexmarshal.game.timing import MOMENTS
from hexmarshal.vassal.archive import write_atomically
from hexmarshal.vassal.errors import VassalError

CHECK = "check"
GAME_HELP = "The game: an ID, a folder with one game, or FOLDER:ID."
MODULE_HELP = "The module that the save belongs to."


class _NamelessContext(click.Context):
    """A context in which usage and error lines leave out the name of the command."""

    @property
    def command_path(self) -> str:
        return self.parent.command_path if self.parent else super().command_path


class _DefaultCommand(click.Command):
    context_class = _NamelessContext


class _DefaultGroup(click.Group):
    """A group that runs `check` when the first argument is not a subcommand."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in ("--help", "--version"):
            args = self._with_command_first(args)
        return super().parse_args(ctx, args)

    def _with_command_first(self, args: list[str]) -> list[str]:
        """The arguments with the subcommand, given or implied, in first place as click needs."""
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


def _override_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that override what a file says; the command gets them as `overrides`."""

    @wraps(command)
    def with_overrides(option: tuple[str, ...], **params: Any) -> None:  # noqa: ANN401
        names = {field.name for field in fields(Overrides)}
        taken = {name: params.pop(name) for name in names & params.keys()}
        given = {name: value for name, value in taken.items() if value is not None}
        command(overrides=Overrides(options=tuple(map(_option, option)), **given), **params)

    options = [
        click.option("--game", metavar="G", help=GAME_HELP),
        click.option("--module", metavar="M.vmod", help=MODULE_HELP),
        click.option("--scenario", metavar="S", help="The scenario being played."),
        click.option("--turn", type=int, metavar="N", help="The turn."),
        click.option("--phase", metavar="P", help="The phase or segment."),
        click.option("--moment", type=click.Choice(MOMENTS), help="The moment within the phase."),
        click.option("--before", metavar="FILE", help="The position before this one."),
        click.option("--bind", metavar="FILE.yaml", help="A binding for another module."),
        click.option(
            "--option",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set a switch; `hexcheck rules` lists them.",
        ),
    ]
    for option in reversed(options):
        with_overrides = option(with_overrides)
    return with_overrides


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.BadParameter(f"expected NAME=VALUE, got {text!r}", param_hint="--option")
    return name.strip(), value.strip()


@click.group(cls=_DefaultGroup, help=about)
@click.version_option(package_name="hexmarshal", prog_name="hexcheck")
def main() -> None:
    pass


@main.command(CHECK, cls=_DefaultCommand, hidden=True)
@_override_options
@click.option("--strict", is_flag=True, help="Exit with 1 for suspect findings too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "html"]),
    default="text",
    help="The form of the report.",
)
@click.option("--report", "folder", metavar="DIR", help="Write HTML pages into DIR, one per file.")
@click.option(
    "--for", "viewer", metavar="SIDE", help="Leave out what fog of war hides from this side."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="How many files to judge at once."
)
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
    found = input_files(files)
    if not found:
        click.echo(f"{', '.join(files)}: contains no save, log or position", err=True)
    overrides = replace(overrides, pages=folder is not None or form == "html")
    judged = _with_progress(judge_all(found, overrides, jobs), len(found))
    if folder is None:
        reports = list(judged)
    else:
        from checker.report.pages import write_pages

        with _exits_on_failure(folder):
            reports = list(write_pages(Path(folder), judged, keep=form == "html"))
    if form == "json":
        print_json([as_json(report) for report in reports])
    elif form == "html":
        for report in reports:
            if isinstance(report, Failure):
                click.echo(f"{report.file}: not judged: {report.error}", err=True)
            else:
                click.echo(report.page)
    else:
        print_reports(reports)
    sys.exit(exit_status(reports, strict=strict))


def _with_progress(reports: Iterator[Report | Failure], count: int) -> Iterator[Report | Failure]:
    """The reports, with a progress bar on a terminal if there are many."""
    console = Console(stderr=True)
    if count < POOL_FROM or not console.is_terminal:
        return reports
    return iter(track(reports, "judging", total=count, console=console, transient=True))


@main.command()
@click.option("--module", metavar="M.vmod", default="", help=MODULE_HELP)
@click.option("--json", "as_data", is_flag=True, help="Print everything, as JSON.")
@click.argument("file")
def inspect(file: str, module: str, as_data: bool) -> None:
    """List what a save, log or module of any game holds."""
    from checker.inspect import contents_of, contents_text

    with _exits_on_failure(file):
        found = contents_of(file, module)
    if as_data:
        print_json(found.as_json())
    else:
        show(contents_text(found))


@main.command()
@_override_options
@click.argument("save")
def position(save: str, overrides: Overrides) -> None:
    """Print the position in a save as JSON; `hexcheck -` reads it."""
    from checker.read import position_data, read_case

    with _exits_on_failure(save):
        case = read_case(input_file(save), overrides)
    print_json(position_data(case))


@main.command(short_help="Explain a hex or unit: stacking, zones of control, supply.")
@_override_options
@click.argument("file")
@click.argument("what", metavar="HEX|NAME")
def explain(file: str, what: str, overrides: Overrides) -> None:
    """Explain a hex, unit, place or box: who is there, stacking, zones of control and supply."""
    from checker.explain import explanation
    from checker.read import read_case

    with _exits_on_failure(file):
        show(explanation(read_case(input_file(file), overrides), what))


@main.command(short_help="List a game's rules and the switches for --option.")
@click.option("--game", metavar="G", required=True, help=GAME_HELP)
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def rules(game: str, as_data: bool) -> None:
    """List a game's rules, how they are read, and the switches for --option."""
    from checker.read.games import game_of
    from checker.rules import rules_data, rules_text

    with _exits_on_failure("--game"):
        found = game_of(game)
    if as_data:
        print_json(rules_data(found))
    else:
        show(rules_text(found))


@main.command(short_help="Draft a binding for another person's module.")
@click.option("--game", metavar="G", required=True, help=GAME_HELP)
@click.option("--out", metavar="FILE.yaml", help="Write to this file instead of printing.")
@click.argument("module", metavar="MODULE")
def bind(module: str, game: str, out: str | None) -> None:
    """Draft a binding for another person's module, to use with --bind."""
    from checker.bind import draft_binding
    from checker.read.games import game_of
    from checker.read.locators import module_at

    with _exits_on_failure(module):
        try:
            draft = draft_binding(module_at(module), game_of(game))
            if out is not None:
                write_atomically(out, draft.text.encode())
        except VassalError as error:
            raise CheckError(error.problem) from None
        except OSError as error:
            raise CheckError(f"cannot write {out}: {error.strerror}") from None
    if out is None:
        click.echo(draft.text, nl=False)
    click.echo(f"{draft.matched} of {draft.pieces} pieces matched", err=True)


@contextmanager
def _exits_on_failure(file: str) -> Iterator[None]:
    """On a CheckError, prints one line and ends the run with exit status 2."""
    try:
        yield
    except CheckError as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(2)


def print_json(data: object) -> None:
    """Prints JSON in UTF-8, whatever the encoding of the terminal."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


def exit_status(reports: Sequence[Report | Failure], *, strict: bool) -> int:
    """0: nothing illegal; 1: something illegal (if strict, or suspect); 2: a file not judged."""
    judged = [report for report in reports if isinstance(report, Report)]
    if len(judged) < len(reports):
        return 2
    return int(any(r.verdict == "illegal" or (strict and r.has_suspects) for r in judged))
