"""From a file to a case: the game it belongs to and the position it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.overrides import CheckError, InputFile, Overrides
from checker.read.assembling import Assembler
from checker.read.games import game_in, game_of
from checker.read.locating import LayoutLocator, ModuleLocator, NoLocator, module_at, module_beside
from checker.read.native import NativeBinding, is_native
from checker.read.saves import Stage, position_in, problems_of, stages_in
from checker.read.spots import Binding, Locator
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
    """What a file was read as."""

    file: str
    game: Game
    position: Position
    remarks: tuple[Remark, ...] = ()
    unread: tuple[Unread, ...] = ()
    start: Position | None = None
    """Of a log: the position it begins with; `position` is the one it ends with."""
    stages: tuple[Stage, ...] = ()
    """Of a log: the positions after its steps."""


def read_case(source: InputFile, overrides: Overrides) -> Case:
    """The case that a save, a log or a position in JSON holds. Raises CheckError."""
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
    """A case as JSON data that is read back as the same case."""
    data = write_position(case.game, case.position)
    if case.unread:
        data["unread"] = [asdict(unread) for unread in case.unread]
    return data


def is_json(data: bytes) -> bool:
    """Whether bytes can only be meant as JSON: no zip file, no VASSAL text, but a bracket."""
    return not is_zip(data) and data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def _json_case(file: str, data: bytes, overrides: Overrides) -> Case:
    said = parse_json(data.removeprefix(b"\xef\xbb\xbf"))
    game = _game_for(overrides, str(said.get("game") or ""))
    reading = read_position(game, said)
    return Case(file, game, reading.position, reading.remarks, _unread(said))


def _save_case(file: str, data: bytes, overrides: Overrides) -> Case:
    save = parse_save(data, file)
    at = Path(overrides.module) if overrides.module else module_beside(save)
    module = module_at(str(at)) if at else None
    if overrides.bind:
        from checker.read.binding import FileBinding
        from checker.read.binding_form import read_binding

        form = read_binding(overrides.bind)
        game = _game_for(overrides, form.game)
        binding: Binding = FileBinding(form, game, module)
        locator: Locator = ModuleLocator.of(module, save) if module else NoLocator()
        remarks = tuple(_of_another_module(save, form))
    elif is_native(save):
        game = _game_of_save(save, at, overrides)
        binding = NativeBinding(game)
        locator = ModuleLocator.of(module, save) if module else LayoutLocator.of(save, game)
        remarks = tuple(_of_other_data(save, game))
    else:
        name = save.module_data.name if save.module_data else ""
        foreign = f"is of the module {name!r}, which hexmarshal did not make"
        raise CheckError(
            f"{foreign if name else 'does not tell its module'}; "
            "add --bind FILE.yaml (`hexcheck bind MODULE --game G` writes a first one)"
        )
    return _read_through(Assembler(game, locator, binding), save, remarks)


def _read_through(assembler: Assembler, save: Save, remarks: tuple[Remark, ...]) -> Case:
    found = position_in(assembler, save)
    remarks = (*remarks, *problems_of(save))
    case = Case(save.file, assembler.game, found.position, remarks, found.unread)
    stages = tuple(stages_in(assembler, save, found.position))
    if not stages:
        return case
    before = stages[-2].position if len(stages) > 1 else found.position
    last = replace(stages[-1].position, previous=before)
    return replace(case, position=last, start=found.position, stages=stages)


def _of_other_data(save: Save, game: Game) -> Iterator[Remark]:
    named, digest = (find_property(save.property, name) for name in (GAME, DIGEST))
    if named and named != game.id:
        yield Remark(f"is a save of {named}, judged as one of {game.id}")
    elif digest and digest != game.digest:
        yield Remark(f"made with other data of {game.id} than these are")


def _of_another_module(save: Save, form: BindingForm) -> Iterator[Remark]:
    name = save.module_data.name if save.module_data else ""
    if name and form.module and name not in form.module:
        yield Remark(f"is of the module {name!r}, the binding is for {', '.join(form.module)}")


def _game_of_save(save: Save, module: Path | None, overrides: Overrides) -> Game:
    """The game as the user says, as the module holds it, or the shipped one that the save names."""
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
    raise CheckError("names no game; add --game ID")


def _unread(said: Mapping[str, Any]) -> tuple[Unread, ...]:
    listed = said.get("unread")
    found = listed if isinstance(listed, list) else []
    return tuple(
        Unread(str(u.get("piece", "")), str(u.get("where", "")), str(u.get("why", "")))
        for u in found
        if isinstance(u, dict)
    )


def _with_overrides(case: Case, overrides: Overrides) -> Case:
    """The case with what the user said of it put in place of what the file says."""
    game, position = case.game, case.position
    if overrides.scenario:
        scenario = find_scenario(game, overrides.scenario)
        if not scenario:
            known = ", ".join(s.id for s in game.scenarios)
            raise CheckError(f"{overrides.scenario!r} is no scenario of {game.id}: {known}")
        position = replace(position, scenario=scenario)
    elif not position.scenario and len(game.scenarios) == 1:
        position = replace(position, scenario=game.scenarios[0].id)
    if overrides.turn is not None:
        position = replace(position, turn=overrides.turn, date="")
    if overrides.phase:
        when = find_phase(game, overrides.phase)
        if when is None:
            known = ", ".join(phase.id for phase in game.phases)
            raise CheckError(f"{overrides.phase!r} is no phase of {game.id}: {known}, turn, set-up")
        told = {k: v for k, v in position.facts.items() if k not in OF_PHASE}
        position = replace(
            position,
            phase=when.phase,
            moment=when.moment or position.moment,
            facts={**told, **whose(game, overrides.phase)},
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
    """The position before, whose own file says when it was taken."""
    alone = replace(overrides, before="", turn=None, phase="", moment="")
    try:
        return read_case(InputFile(overrides.before), alone).position
    except CheckError as error:
        raise CheckError(f"the position before, {overrides.before}: {error}") from None
