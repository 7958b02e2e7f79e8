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
from builder.show import shown
from builder.validate import checked
from builder.workbook import take_tables, write_workbook
from hexmarshal.game.faults import DataError, Fault
from hexmarshal.game.folders import Folders, locate, nested_games, own_games, shipped_games
from hexmarshal.game.load import load
from hexmarshal.game.load.yamldoc import read_yaml


class Commands(click.Group):
    """Commands whose every failure is a line or two that a person can act on."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        try:
            return super().invoke(ctx)
        except DataError as error:
            for fault in error.faults:
                click.echo(_worded(fault), err=True)
            ctx.exit(1)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("stopped; what was finished is kept", err=True)
            ctx.exit(130)
        except BrokenProcessPool:
            click.echo("a process of the build was ended from outside; try --jobs 1", err=True)
            ctx.exit(3)
        except Exception as error:
            if os.environ.get("HEXMARSHAL_TRACEBACK"):
                raise
            click.echo(
                f"hexmarshal failed: {type(error).__name__}: {error}\n"
                "This is a fault of the program; with HEXMARSHAL_TRACEBACK=1 it says where.",
                err=True,
            )
            ctx.exit(3)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hexmarshal.__version__, prog_name="hexmarshal")
def main() -> None:
    """Makes print-and-play kits and VASSAL modules from hex wargames written as plain data.

    A GAME is a shipped game's ID, a folder that holds one game (counters/, maps/, scenarios/), or
    FOLDER:ID.
    """


GAMES = click.argument("games", metavar="GAME...", nargs=-1, required=True)


@main.command("list")
def list_games() -> None:
    """The games there are: those that ship, and those under the current folder."""
    here = Path.cwd()
    shipped = shipped_games()
    for folders in (*own_games(here), *shipped, *nested_games(here)):
        where = "shipped" if folders in shipped else _short(str(folders.root))
        if folders in shipped and locate(folders.id, here) != folders:
            where += f", replaced by your own; {folders.root}:{folders.id} means it"
        click.echo(f"{folders.id:<12} {_title(folders)}  ({where})")


@main.command("build")
@GAMES
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("dist"))
@click.option(
    "--only", metavar="PARTS", default="", help=f"some of {','.join(GROUPS)}, parted by commas"
)
@click.option("--jobs", type=click.IntRange(min=1), help="processes; by default one a processor")
@click.option("--force", is_flag=True, help="make everything anew")
def build_games(
    games: tuple[str, ...], out: Path, only: str, jobs: int | None, force: bool
) -> None:
    """Builds the kit of each GAME into DIR/ID (by default dist/ID)."""
    parts = _parts(only)
    here = Path.cwd()
    shipped = {game.id: game for game in shipped_games()}
    for spec in games:
        folders = locate(spec, here)
        if folders != shipped.get(folders.id, folders):
            root = _short(str(folders.root))
            click.echo(f"{folders.id}: your own game in {root}, not the shipped one of that ID")
        build_kit(folders, out / folders.id, parts, jobs or 0, force)


def build_kit(
    folders: Folders, folder: Path, parts: frozenset[str], jobs: int = 0, force: bool = False
) -> Outcome:
    """Builds parts of one game's kit into a folder and says so. Raises DataError.

    Counters that have no piece id yet get one first, for good.
    """
    begun = time.monotonic()
    if _among_data(folder, folders):
        wrong, remedy = "lies among the game's own data", "choose another folder with --out"
        raise DataError.single(folder, wrong, remedy)
    game = checked(folders)
    if new := add_ids(game, folders):
        first, more = ", ".join(c.id for c in new[:8]), len(new) - 8
        others = f" and {more} more" if more > 0 else ""
        click.echo(f"{game.id}: piece ids for {first}{others}, kept in ids.csv")
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
    """Reads all data of each GAME and names every fault with its place and remedy."""
    faults: list[Fault] = []
    for spec in games:
        try:
            game = checked(locate(spec, Path.cwd()))
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
@click.option("--scenario", metavar="ID", help="only this scenario's placements")
@click.option("--json", "as_json", is_flag=True, help="the game as resolved data")
def show_game(game: str, scenario: str | None, as_json: bool) -> None:
    """Shows GAME: its counters and who stands where."""
    found = load(locate(game, Path.cwd()))
    ids = [s.id for s in found.scenarios]
    if scenario is not None and scenario not in ids:
        raise click.BadParameter(f"{scenario!r} is none of {', '.join(ids)}", param_hint="scenario")
    data = shown(found, scenario)
    if as_json:
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    console = Console()
    console.print(f"[bold]{found.title}[/] ({found.id}), {' against '.join(data['sides'])}")
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
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.xlsx")
@click.option("--into", type=click.Path(path_type=Path, file_okay=False), metavar="ROOT")
def tables(source: str, out: Path | None, into: Path | None) -> None:
    """Puts the tables of a GAME into a workbook (--out), or those of a workbook under a ROOT.

    In the workbook every column is text: hex numbers keep their zeros and are no dates.
    """
    if (out is None) == (into is None):
        raise click.UsageError("say --out FILE.xlsx, or --into ROOT")
    if out is not None:
        found = write_workbook(locate(source, Path.cwd()), out)
        click.echo(f"{_short(str(out))} holds {len(found)} tables")
    elif into is not None:
        changed = take_tables(Path(source), into)
        for path in changed:
            click.echo(f"{_short(str(into / path))} is changed")
        click.echo(f"{len(changed)} tables changed; try: hexmarshal validate {_typed(into)}")


@main.command("new")
@click.argument("name")
def new(name: str) -> None:
    """Makes a small complete game to start from, in a new folder NAME."""
    root = new_game(name, Path.cwd())
    click.echo(f"{_short(str(root))} holds a small game; try: hexmarshal build {_typed(root)}")


def _among_data(folder: Path, folders: Folders) -> bool:
    """Whether a kit in this folder would mix with the tables that it is made from."""
    kit = folder.resolve()
    data = [path.resolve() for path in (folders.counters, folders.maps, folders.scenarios)]
    return any(kit.is_relative_to(path) or path.is_relative_to(kit) for path in data)


def _where(row: Mapping[str, Any]) -> str:
    found = (row.get(name) for name in ("hex", "place", "entry"))
    return next((str(text) for text in found if text), " ".join(row.get("hexes", ())))


# -- words ----------------------------------------------------------------------------------------


def _parts(only: str) -> frozenset[str]:
    parts = frozenset(part.strip() for part in only.split(",") if part.strip())
    if unknown := parts - set(GROUPS):
        wrong = ", ".join(sorted(unknown))
        raise click.BadParameter(f"{wrong}: none of {', '.join(GROUPS)}", param_hint="--only")
    return parts or frozenset(GROUPS)


def _title(folders: Folders) -> str:
    try:
        return str(read_yaml(folders.scenarios / "game.yaml").data["title"])
    except (DataError, KeyError, TypeError):
        return "has faults; see hexmarshal validate"


def _short(path: str) -> str:
    """A path as seen from the current folder, if it lies below."""
    here = str(Path.cwd()) + os.sep
    return path.removeprefix(here)


def _typed(path: Path) -> str:
    """A path as it is typed into a command of this system."""
    short = _short(str(path))
    return list2cmdline([short]) if os.name == "nt" else shlex.quote(short)


def _worded(fault: Fault) -> str:
    return _short(str(fault))


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
    """A bar on a terminal, a line an artifact elsewhere."""
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
