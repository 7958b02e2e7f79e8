"""The command `hexmarshal`."""

from __future__ import annotations

import json
import os
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from subprocess import list2cmdline
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

import hexmarshal
from builder.new_game import new_game
from builder.piece_ids import add_ids
from builder.pipeline import Outcome, build, wanted
from builder.plan import GROUPS, group_of, plan
from builder.show import resolved
from builder.validate import load_checked
from builder.workbook import take_tables, write_workbook
from hexmarshal.game.faults import DataError, Fault
from hexmarshal.game.folders import Folders, locate, nested_games, own_games, shipped_games
from hexmarshal.game.load import load
from hexmarshal.game.load.yamldoc import read_yaml


class Commands(click.Group):
    """The command group. It reports every failure in a line or two that a person can act on."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        try:
            return super().invoke(ctx)
        except DataError as error:
            for fault in error.faults:
                click.echo(_fault_text(fault), err=True)
            ctx.exit(1)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("interrupted; finished files are kept", err=True)
            ctx.exit(130)
        except BrokenProcessPool:
            click.echo("a worker process was killed; try --jobs 1", err=True)
            ctx.exit(3)
        except Exception as error:
            if os.environ.get("HEXMARSHAL_TRACEBACK"):
                raise
            click.echo(
                f"internal error: {type(error).__name__}: {error}; "
                "set HEXMARSHAL_TRACEBACK=1 to see a traceback",
                err=True,
            )
            ctx.exit(3)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hexmarshal.__version__, prog_name="hexmarshal")
def main() -> None:
    """Build print-and-play kits and VASSAL modules from hex wargames written as plain data.

    GAME is the ID of a shipped game, a folder that holds one game (counters/, maps/, scenarios/),
    or FOLDER:ID.
    """


GAMES = click.argument("games", metavar="GAME...", nargs=-1, required=True)


@main.command("list")
def list_games() -> None:
    """List the shipped games and those under the current folder."""
    here = Path.cwd()
    shipped = shipped_games()
    for folders in (*own_games(here), *shipped, *nested_games(here)):
        where = "shipped" if folders in shipped else _relative(str(folders.root))
        if folders in shipped and locate(folders.id, here) != folders:
            where += f", hidden by your own game; name it as {folders.root}:{folders.id}"
        click.echo(f"{folders.id:<12} {_title(folders)}  ({where})")


@main.command("build")
@GAMES
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    default=Path("dist"),
    help="where to write the kits (default: dist)",
)
@click.option(
    "--only",
    metavar="PARTS",
    default="",
    help=f"build only these parts: any of {','.join(GROUPS)}, comma-separated",
)
@click.option(
    "--jobs", type=click.IntRange(min=1), help="worker processes (default: one per processor)"
)
@click.option("--force", is_flag=True, help="rebuild every file, even if nothing has changed")
def build_games(
    games: tuple[str, ...], out: Path, only: str, jobs: int | None, force: bool
) -> None:
    """Build the kit of each GAME into DIR/ID (default: dist/ID)."""
    parts = _parts(only)
    here = Path.cwd()
    shipped = {game.id: game for game in shipped_games()}
    for spec in games:
        folders = locate(spec, here)
        if folders != shipped.get(folders.id, folders):
            root = _relative(str(folders.root))
            click.echo(f"{folders.id}: using your own game in {root}, not the shipped one")
        build_kit(folders, out / folders.id, parts, jobs or 0, force)


def build_kit(
    folders: Folders, folder: Path, parts: frozenset[str], jobs: int = 0, force: bool = False
) -> Outcome:
    """Builds the given parts of a game's kit into a folder and prints progress. Raises DataError.

    Counters without a piece id get a permanent one first.
    """
    begun = time.monotonic()
    if _overlaps_data(folder, folders):
        wrong, remedy = "this is a data folder of the game", "choose another folder with --out"
        raise DataError.single(folder, wrong, remedy)
    game = load_checked(folders)
    if new := add_ids(game, folders):
        first, more = ", ".join(c.id for c in new[:8]), len(new) - 8
        others = f" and {more} more" if more > 0 else ""
        click.echo(f"{game.id}: new piece ids for {first}{others} added to ids.csv")
        game = load(folders)
    artifacts = wanted(plan(game, folders), lambda path: group_of(path) in parts)
    about = {
        "game": game.id,
        "title": game.title,
        "hexmarshal": hexmarshal.__version__,
        "data": game.digest,
    }
    with _progress(game.id) as (started, made):
        outcome = build(
            artifacts,
            folder,
            about,
            keep=lambda path: group_of(path) not in parts,
            jobs=jobs,
            force=force,
            started=started,
            made=made,
        )
    click.echo(_summary(game.id, outcome, time.monotonic() - begun))
    return outcome


@main.command("validate")
@GAMES
def validate_games(games: tuple[str, ...]) -> None:
    """Check all data of each GAME and report every fault.

    Each fault states its file, line and column, what is wrong, and how to fix it.
    """
    faults: list[Fault] = []
    for spec in games:
        try:
            game = load_checked(locate(spec, Path.cwd()))
        except DataError as error:
            faults += error.faults
            continue
        placements = sum(1 for _ in game.placements())
        click.echo(
            f"{game.id}: no faults in {len(set(game.files))} files: {len(game.board.grid)} hexes, "
            f"{len(game.counters)} counters, {len(game.scenarios)} scenarios, "
            f"{placements} placements"
        )
    if faults:
        raise DataError(faults)


@main.command("show")
@click.argument("game")
@click.option("--scenario", metavar="ID", help="show only the placements of this scenario")
@click.option("--json", "as_json", is_flag=True, help="print the game as resolved data, in JSON")
def show_game(game: str, scenario: str | None, as_json: bool) -> None:
    """Show the scenarios and placements of GAME."""
    found = load(locate(game, Path.cwd()))
    ids = [s.id for s in found.scenarios]
    if scenario is not None and scenario not in ids:
        wrong = f"unknown scenario {scenario!r}; expected one of {', '.join(ids)}"
        raise click.BadParameter(wrong, param_hint="--scenario")
    data = resolved(found, scenario)
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    console = Console()
    console.print(f"[bold]{found.title}[/] ({found.id}), {' vs '.join(data['sides'])}")
    for entry in data["scenarios"]:
        turns = f"turns {entry['first_turn']}-{entry['last_turn']}"
        console.print(f"scenario {entry['id']}: {entry['title']} ({entry['rule']}), {turns}")
    table = Table("hex or place", "unit", "side", "formation", "when", "rule")
    for row in data["placements"]:
        counter = found.counters[row["counter"]]
        table.add_row(
            _where(row),
            row.get("as_printed") or counter.name,
            counter.side,
            counter.formation,
            str(row.get("date") or row.get("turn") or ""),
            row["rule"],
        )
    console.print(table)


@main.command("tables")
@click.argument("source", metavar="GAME|FILE.xlsx")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.xlsx",
    help="write the tables of GAME to this workbook",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="ROOT",
    help="write the tables of the workbook FILE.xlsx under this folder",
)
def tables(source: str, out: Path | None, into: Path | None) -> None:
    """Export the tables of GAME to an Excel workbook, or import them.

    Every cell of the workbook is text, so 0125 keeps its zero and 01.03 is not taken for a date.
    """
    if (out is None) == (into is None):
        raise click.UsageError("give either --out FILE.xlsx or --into ROOT")
    if out is not None:
        found = write_workbook(locate(source, Path.cwd()), out)
        click.echo(f"wrote {len(found)} tables to {_relative(str(out))}")
    elif into is not None:
        changed = take_tables(Path(source), into)
        for path in changed:
            click.echo(f"updated {_relative(str(into / path))}")
        click.echo(f"{len(changed)} tables updated; next: hexmarshal validate {_shell_path(into)}")


@main.command("new")
@click.argument("name")
def new(name: str) -> None:
    """Create a small complete game in a new folder, to start from."""
    root = new_game(name, Path.cwd())
    click.echo(f"created {_relative(str(root))}; next: hexmarshal build {_shell_path(root)}")


def _overlaps_data(folder: Path, folders: Folders) -> bool:
    """Whether a kit in this folder would mix with the game's own data files."""
    kit = folder.resolve()
    data = [path.resolve() for path in (folders.counters, folders.maps, folders.scenarios)]
    return any(kit.is_relative_to(path) or path.is_relative_to(kit) for path in data)


def _where(row: Mapping[str, Any]) -> str:
    found = (row.get(name) for name in ("hex", "place", "entry"))
    return next((str(text) for text in found if text), " ".join(row.get("hexes", ())))


# -- messages -------------------------------------------------------------------------------------


def _parts(only: str) -> frozenset[str]:
    parts = frozenset(part.strip() for part in only.split(",") if part.strip())
    if unknown := parts - set(GROUPS):
        wrong = ", ".join(sorted(unknown))
        known = ", ".join(GROUPS)
        raise click.BadParameter(f"unknown part {wrong}; expected {known}", param_hint="--only")
    return parts or frozenset(GROUPS)


def _title(folders: Folders) -> str:
    try:
        return str(read_yaml(folders.scenarios / "game.yaml").data["title"])
    except (DataError, KeyError, TypeError):
        return "title unreadable; run hexmarshal validate"


def _relative(path: str) -> str:
    """A path, relative to the current folder if it is inside it."""
    here = str(Path.cwd()) + os.sep
    return path.removeprefix(here)


def _shell_path(path: Path) -> str:
    """A path quoted for the shell of this system."""
    short = _relative(str(path))
    return list2cmdline([short]) if os.name == "nt" else shlex.quote(short)


def _fault_text(fault: Fault) -> str:
    return _relative(str(fault))


def _summary(game: str, outcome: Outcome, seconds: float) -> str:
    files = len(outcome.made) + len(outcome.kept)
    if not outcome.made and not outcome.removed:
        return f"{game}: nothing to do, {files} files are up to date"
    removed = f", {len(outcome.removed)} removed" if outcome.removed else ""
    return (
        f"{game}: {len(outcome.made)} of {files} files made, {len(outcome.kept)} up to date"
        f"{removed}, in {seconds:.1f} s"
    )


@contextmanager
def _progress(game: str) -> Iterator[tuple[Callable[[int], None], Callable[[str], None]]]:
    """A progress bar on a terminal, else one line per artifact."""
    console = Console()
    if not console.is_terminal:
        yield lambda _: None, lambda path: click.echo(f"{game}: {path}")
        return
    columns = (
        TextColumn(f"{game:<10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def started(count: int) -> None:
            progress.update(task, total=count)

        def made(path: str) -> None:
            progress.update(task, advance=1, description=path)

        yield started, made


if __name__ == "__main__":
    main()
