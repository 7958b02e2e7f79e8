"""Judging many files, one after the other or several at once."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from checker.overrides import InputFile, Overrides
from checker.report import Failure, Report

WORTH_A_POOL = 8
"""From so many files on, starting processes costs less than it saves."""

Judged = Report | Failure
Pool = Callable[[int], Executor]
"""Makes an executor of so many processes."""


def judge_all(
    sources: Sequence[InputFile],
    overrides: Overrides,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Judged]:
    """The reports on all files, in their order, each as soon as it and those before are done.

    `executor` is any executor of the standard interface, a cluster's too; without one, several
    files are shared out to `jobs` processes of this machine (default: one a processor).
    """
    if executor is not None:
        yield from _shared_out(executor, sources, overrides)
        return
    workers = min(jobs or os.cpu_count() or 1, len(sources))
    if workers <= 1 or (jobs is None and len(sources) < WORTH_A_POOL):
        for source in sources:
            yield _told(source, partial(judge, source, overrides))
        return
    yield from in_processes(sources, overrides, workers)


def judge(source: InputFile, overrides: Overrides) -> Judged:
    """The report on one file: what a worker is asked to do."""
    from checker.judging import judge_source  # takes long to load, and not all commands judge

    return judge_source(source, overrides)


def _processes(workers: int) -> Executor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def in_processes(
    sources: Sequence[InputFile], overrides: Overrides, workers: int, pool: Pool = _processes
) -> Iterator[Judged]:
    """The reports on all files by several processes.

    A process that dies takes all that wait for its pool with it. So the first file without a
    report is then judged in a pool of its own, and the rest in a new one.
    """
    todo = deque(sources)
    while todo:
        with pool(min(workers, len(todo))) as executor:
            for told in _shared_out(executor, tuple(todo), overrides, stops_if_broken=True):
                todo.popleft()
                yield told
        if todo:
            source = todo.popleft()
            with pool(1) as executor:
                yield from _shared_out(executor, [source], overrides)


def _shared_out(
    executor: Executor,
    sources: Sequence[InputFile],
    overrides: Overrides,
    *,
    stops_if_broken: bool = False,
) -> Iterator[Judged]:
    """The reports that an executor's workers make; none is kept once it has been taken."""
    waiting = deque((source, executor.submit(judge, source, overrides)) for source in sources)
    while waiting:
        source, future = waiting.popleft()
        if stops_if_broken and isinstance(future.exception(), BrokenExecutor):
            return
        yield _told(source, future.result)


def _told(source: InputFile, result: Callable[[], Judged]) -> Judged:
    """A report; a fault of our own or a worker that died takes only its own file with it."""
    try:
        return result()
    except Exception as error:
        return Failure(source.file, f"could not be judged: {error or type(error).__name__}")
