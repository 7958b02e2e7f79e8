"""Many files: any executor works, and a worker that dies loses only its own file."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from checker.batch import in_processes, judge_all
from checker.inputs import Overrides, input_files
from checker.report import Failure, Report

POSITION = '{"game": "narva", "turn": 2, "counters": [{"name": "1074", "hex": "2020"}]}'


def folder(tmp_path: Path, count: int) -> list[str]:
    for n in range(count):
        (tmp_path / f"{n:02}.json").write_text("{" if n == 3 else POSITION)
    return [str(tmp_path / f"{n:02}.json") for n in range(count)]


class DyingPool(Executor):
    """An executor that one file kills, together with all files that wait."""

    def __init__(self, deadly: str) -> None:
        self.deadly, self.dead = deadly, False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        future: Future[Any] = Future()
        self.dead = self.dead or args[0].file.endswith(self.deadly)
        if self.dead:
            future.set_exception(BrokenExecutor("a process in the pool died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_a_worker_that_dies_loses_only_its_own_file(tmp_path: Path) -> None:
    names = folder(tmp_path, 7)
    made: list[DyingPool] = []

    def pool(workers: int) -> Executor:
        assert workers >= 1
        made.append(DyingPool("02.json"))
        return made[-1]

    result = list(in_processes(input_files(names), Overrides(), 2, pool))
    assert [one.file for one in result] == names, "each file once, in order"
    failed = {Path(one.file).name: one.error for one in result if isinstance(one, Failure)}
    assert failed.keys() == {"02.json", "03.json"}
    assert "died" in failed["02.json"]
    assert len(made) == 3, "the pool that died, one for the culprit, one for the rest"


def test_a_caller_s_own_executor(tmp_path: Path) -> None:
    names = folder(tmp_path, 5)
    with ThreadPoolExecutor(2) as executor:
        result = list(judge_all(input_files(names), Overrides(), executor=executor))
    assert [one.file for one in result] == names
    assert sum(isinstance(one, Report) for one in result) == 4
