"""Judging many files, one after the other or several at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from checker.judging import judge_source
from checker.report import Failure, Report
from checker.wishes import Source, Wishes

WORTH_A_POOL = 8
"""From so many files on, starting processes costs less than it saves."""


def judge_all(
    sources: Sequence[Source],
    wishes: Wishes,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Report | Failure]:
    """The reports on all files, in their order, each as soon as it and those before are done.

    `executor` is any executor of the standard interface, a cluster's too; without one, several
    files are shared out to `jobs` processes of this machine (default: one a processor).
    """
    if executor is not None:
        yield from _shared_out(executor, sources, wishes)
        return
    workers = min(jobs or os.cpu_count() or 1, len(sources))
    if workers <= 1 or (jobs is None and len(sources) < WORTH_A_POOL):
        for source in sources:
            yield _told(source, partial(judge_source, source, wishes))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from _shared_out(pool, sources, wishes)


def _shared_out(
    executor: Executor, sources: Sequence[Source], wishes: Wishes
) -> Iterator[Report | Failure]:
    futures = [executor.submit(judge_source, source, wishes) for source in sources]
    for source, future in zip(sources, futures, strict=True):
        yield _told(source, future.result)


def _told(source: Source, result: Callable[[], Report | Failure]) -> Report | Failure:
    """A report; a fault of our own or a worker that died takes only its own file with it."""
    try:
        return result()
    except Exception as error:
        return Failure(source.file, f"could not be judged: {error or type(error).__name__}")
