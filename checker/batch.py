"""Judging many files, one after another or several at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from checker.inputs import InputFile, Overrides
from checker.report import Failure, Report

POOL_FROM = 8
"""From this many files on, starting processes costs less time than it saves."""

Judged = Report | Failure
Pool = Callable[[int], Executor]
"""Makes an executor with the given number of processes."""


def judge_all(
    files: Sequence[InputFile],
    overrides: Overrides,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Judged]:
    """The reports on all files, in order, each as soon as it and all before it are done.

    `executor` is any `concurrent.futures` executor, a cluster's too. Without one, `jobs`
    processes on this machine (default: one per processor) share the files.
    """
    if executor is not None:
        yield from _submit_all(executor, files, overrides)
        return
    workers = min(jobs or os.cpu_count() or 1, len(files))
    if workers <= 1 or (jobs is None and len(files) < POOL_FROM):
        for file in files:
            yield _result(file, partial(work, file, overrides))
        return
    yield from in_processes(files, overrides, workers)


def work(file: InputFile, overrides: Overrides) -> Judged:
    """The task of one worker: the report on one file."""
    from checker.judge import judge_file  # slow to import, and not every command judges

    return judge_file(file, overrides)


def _processes(workers: int) -> Executor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def in_processes(
    files: Sequence[InputFile], overrides: Overrides, workers: int, pool: Pool = _processes
) -> Iterator[Judged]:
    """The reports on all files, made by several processes.

    A process that dies breaks its whole pool. The first file without a report is then judged in
    a pool of its own, and the rest in a new pool.
    """
    todo = deque(files)
    while todo:
        with pool(min(workers, len(todo))) as executor:
            for report in _submit_all(executor, tuple(todo), overrides, stops_if_broken=True):
                todo.popleft()
                yield report
        if todo:
            file = todo.popleft()
            with pool(1) as executor:
                yield from _submit_all(executor, [file], overrides)


def _submit_all(
    executor: Executor,
    files: Sequence[InputFile],
    overrides: Overrides,
    *,
    stops_if_broken: bool = False,
) -> Iterator[Judged]:
    """The reports of an executor's workers; each is dropped from memory once yielded."""
    waiting = deque((file, executor.submit(work, file, overrides)) for file in files)
    while waiting:
        file, future = waiting.popleft()
        if stops_if_broken and isinstance(future.exception(), BrokenExecutor):
            return
        yield _result(file, future.result)


def _result(file: InputFile, result: Callable[[], Judged]) -> Judged:
    """A report, or a failure of this file alone after an internal error or a worker's death."""
    try:
        return result()
    except Exception as error:
        return Failure(file.file, f"internal error: {error or type(error).__name__}")
