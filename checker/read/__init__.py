"""From a file to a case: the game the file belongs to and the position it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.inputs import CheckError, InputFile, Overrides
from checker.read.games import game_in, game_of
from checker.read.interfaces import Binding, Locator
from checker.read.locators import LayoutLocator, ModuleLocator, NoLocator, module_at, module_beside
from checker.read.native import NativeBinding, is_native
from checker.read.saves import SaveReader, Stage, problems_of
from checker.report import Unread
from hexmarshal.game.model import Game
from hexmarshal.game.position import Position
from hexmarshal.game.position_json import (
    PositionError,
    Remark,
    find_scenario,
    parse_json,
    read_position,
    write_position,
)
from hexmarshal.game.timing import OF_PHASE, find_phase, whose
from hexmarshal.module_contract import DIGEST, GAME, find_property
from hexmarshal.vassal.archive import is_zip, read_file
from hexmarshal.vassal.errors import VassalError
from hexmarshal.vassal.save import Save, parse_save

if TYPE_CHECKING:
    from checker.read.binding_form import BindingForm


@dataclass(frozen=True)
class Case:
    """A file as read: its game, its position, and what could not be read."""

    file: str
    game: Game
    position: Position
    remarks: tuple[Remark, ...] = ()
    unread: tuple[Unread, ...] = ()
    start: Position | None = None
    """For a log: the position it begins with; `position` is the one it ends with."""
    stages: tuple[Stage, ...] = ()
    """For a log: the positions after its steps."""


def read_case(source: InputFile, overrides: Overrides) -> Case:
    """Reads a save, a log or a position in JSON. Raises CheckError."""
    try:
        data = read_file(source.file) if source.data is None else source.data
        read = _json_case if is_json(data) else _save_case
        return _with_overrides(read(source.file, data, overrides), overrides)
    except VassalError as error:
        other = error.file not in ("", source.file)
        raise CheckError(f"{error.file}: {error.problem}" if other else error.problem) from None
    except PositionError as error:
        raise CheckError(str(error)) from None


def position_data(case: Case) -> dict[str, Any]:
    """A case as JSON data; reading that gives the same case again."""
    data = write_position(case.game, case.position)
    if case.unread:
        data["unread"] = [asdict(unread) for unread in case.unread]
    return data


def is_json(data: bytes) -> bool:
    """Whether a file's bytes are meant as JSON: they begin with a bracket and are not a zip."""
    return not is_zip(data) and data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def _json_case(file: str, data: bytes, overrides: Overrides) -> Case:
    json_data = parse_json(data.removeprefix(b"\xef\xbb\xbf"))
    game = _game_for(overrides, str(json_data.get("game") or ""))
    reading = read_position(game, json_data)
    return Case(file, game, reading.position, reading.remarks, _unread(json_data))


def _save_case(file: str, data: bytes, overrides: Overrides) -> Case:
    save = parse_save(data, file)
    path = Path(overrides.module) if overrides.module else module_beside(save)
    module = module_at(str(path)) if path else None
    if overrides.bind:
        from checker.read.binding import FileBinding
        from checker.read.binding_form import read_binding

        form = read_binding(overrides.bind)
        game = _game_for(overrides, form.game)
        binding: Binding = FileBinding(form, game, module)
        locator: Locator = ModuleLocator.of(module, save) if module else NoLocator()
        remarks = tuple(_other_module_remarks(save, form))
    elif is_native(save):
        game = _game_of_save(save, path, overrides)
        binding = NativeBinding(game)
        locator = ModuleLocator.of(module, save) if module else LayoutLocator.of(save, game)
        remarks = tuple(_other_data_remarks(save, game))
    else:
        name = save.module_data.name if save.module_data else ""
        foreign = f"was made with the module {name!r}, which is not from hexmarshal"
        raise CheckError(
            f"{foreign if name else 'does not name its module'}; "
            "add --bind FILE.yaml (`hexcheck bind MODULE --game G` writes a draft)"
        )
    return _read_with(SaveReader(game, locator, binding), save, remarks)


def _read_with(reader: SaveReader, save: Save, remarks: tuple[Remark, ...]) -> Case:
    found = reader.position(save)
    remarks = (*remarks, *problems_of(save))
    case = Case(save.file, reader.game, found.position, remarks, found.unread)
    stages = tuple(reader.stages(save, found.position))
    if not stages:
        return case
    before = stages[-2].position if len(stages) > 1 else found.position
    last = replace(stages[-1].position, previous=before)
    return replace(case, position=last, start=found.position, stages=stages)


def _other_data_remarks(save: Save, game: Game) -> Iterator[Remark]:
    named, digest = (find_property(save.property, name) for name in (GAME, DIGEST))
    if named and named != game.id:
        yield Remark(f"this is a save of {named}, judged here as {game.id}")
    elif digest and digest != game.digest:
        yield Remark(f"the save was made with a different version of the data of {game.id}")


def _other_module_remarks(save: Save, form: BindingForm) -> Iterator[Remark]:
    name = save.module_data.name if save.module_data else ""
    if name and form.module and name not in form.module:
        yield Remark(
            f"the save belongs to the module {name!r}, but the binding is for "
            + ", ".join(form.module)
        )


def _game_of_save(save: Save, module: Path | None, overrides: Overrides) -> Game:
    """The game given with --game, else the one inside the module, else the one the save names."""
    if not overrides.game and module and (game := game_in(str(module))):
        return game
    return _game_for(overrides, find_property(save.property, GAME))


def _game_for(overrides: Overrides, named: str) -> Game:
    if overrides.game:
        return game_of(overrides.game)
    if overrides.module and (game := game_in(overrides.module)):
        return game
    if named:
        return game_of(named)
    raise CheckError("does not name its game; add --game ID")


def _unread(json_data: Mapping[str, Any]) -> tuple[Unread, ...]:
    listed = json_data.get("unread")
    found = listed if isinstance(listed, list) else []
    return tuple(
        Unread(str(u.get("piece", "")), str(u.get("where", "")), str(u.get("why", "")))
        for u in found
        if isinstance(u, dict)
    )


def _with_overrides(case: Case, overrides: Overrides) -> Case:
    """The case with the user's options in place of what the file says."""
    game, position = case.game, case.position
    if overrides.scenario:
        scenario = find_scenario(game, overrides.scenario)
        if not scenario:
            known = ", ".join(s.id for s in game.scenarios)
            raise CheckError(
                f"unknown scenario {overrides.scenario!r} of {game.id}; expected one of: {known}"
            )
        position = replace(position, scenario=scenario)
    elif not position.scenario and len(game.scenarios) == 1:
        position = replace(position, scenario=game.scenarios[0].id)
    if overrides.turn is not None:
        position = replace(position, turn=overrides.turn, date="")
    if overrides.phase:
        when = find_phase(game, overrides.phase)
        if when is None:
            known = ", ".join(phase.id for phase in game.phases)
            raise CheckError(
                f"unknown phase {overrides.phase!r} of {game.id}; "
                f"expected one of: {known}, turn, set-up"
            )
        lasting = {k: v for k, v in position.facts.items() if k not in OF_PHASE}
        position = replace(
            position,
            phase=when.phase,
            moment=when.moment or position.moment,
            facts={**lasting, **whose(game, overrides.phase)},
        )
    if overrides.moment:
        position = replace(position, moment=overrides.moment)
    if overrides.options:
        position = replace(position, options={**position.options, **dict(overrides.options)})
    if overrides.before:
        earlier = _before(overrides)
        position = replace(position.since(earlier), previous=earlier)
    return replace(case, position=position)


def _before(overrides: Overrides) -> Position:
    """The position before; its own file says which turn and phase it is from."""
    alone = replace(overrides, before="", turn=None, phase="", moment="")
    try:
        return read_case(InputFile(overrides.before), alone).position
    except CheckError as error:
        raise CheckError(f"--before {overrides.before}: {error}") from None
