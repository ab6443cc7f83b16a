"""Grades many submissions at once, in threads of this process or on a Dask cluster of several
machines."""

import logging
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from autograder.base.failure import Failure
from autograder.base.in_child import children_kept
from autograder.grading.ingredients import grading_version
from autograder.judge.own_exercise import NOBODY, Owner
from autograder.sandbox.kernel import Interrupted
from autograder.sandbox.limits import Limits
from autograder.sandbox.view import NoSandbox
from autograder.submissions.unreadable import NotReadNow, Unreadable

if TYPE_CHECKING:
    from distributed import Client, Future

    from autograder.grading.submission import GradedSubmission

MAX_ATTEMPTS = 3  # attempts at a submission, if grading it is interrupted or raises an error
WORKER_THREADS = 3  # submissions that a cluster's worker grades at once
_PATIENCE = 20  # seconds for a scheduler to answer
MAX_KILLED = 5  # attempts at a submission, if the workers that grade it are killed
MAX_QUEUED = 2  # submissions queued or under way for each worker, so that none is ever idle


@dataclass(frozen=True)
class GradingTask:
    """A submission to grade, with everything that a worker needs to know."""

    student: str
    homework: str
    data: bytes
    series: str
    limits: Limits
    version: str
    owner: Owner = NOBODY


@dataclass(frozen=True)
class TaskResult:
    """The result of a task: a graded submission; or the reason why there is none, the homework that
    was handed in instead if that is why, and whether that would happen again."""

    student: str
    graded: "GradedSubmission | None" = None
    failure: str = ""
    other_homework: str = ""
    is_certain: bool = True


class ClusterFailed(Failure):
    """The cluster could not be reached, or cannot do this work. The message says what to do."""


def grade_task(task: GradingTask) -> TaskResult:
    """Grades one submission. Whatever goes wrong with it becomes part of the result; an error is
    raised only if this machine cannot grade at all.

    Raises:
        BadPlan: the author's own solution does not pass.
        ClusterFailed: this machine has another version of the course.
        NoSandbox: this machine has no sandbox.
    """
    from autograder.grading.submission import grade_submission
    from autograder.judge.author_run import BadPlan
    from course.running.limit import TookTooLong

    own_version = grading_version(task.homework, task.limits)
    if own_version != task.version:
        raise ClusterFailed(
            f"A worker's version of {task.homework} or of the autograder differs from that on "
            "your machine. Bring both to the same commit, and restart the worker."
        )
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            graded = grade_submission(
                task.homework,
                task.data,
                task.series,
                task.owner,
                limits=task.limits,
            )
        except Unreadable as reason:
            is_certain = not isinstance(reason, NotReadNow)
            return TaskResult(task.student, None, str(reason), reason.other_homework, is_certain)
        except (NoSandbox, BadPlan):  # each submission would fail
            raise
        except Interrupted as reason:
            failure = f"{reason} Tried {attempt} times."
        except (Exception, TookTooLong) as error:
            failure = f"{type(error).__name__}: {error}"[:500]
        else:
            return TaskResult(task.student, graded)
    return TaskResult(task.student, failure=failure, is_certain=False)


def graded(
    tasks: Iterator[GradingTask], scheduler: str | None, at_once: int | None = None
) -> Generator[TaskResult]:
    """Grades submissions and yields each as soon as it is ready. No more of them are read than keep
    the workers busy, so the class may be large.

    Args:
        scheduler: the address of a Dask scheduler, for example `tcp://10.0.0.1:8786`, whose workers
            need this package, the solutions and a sandbox; None to grade on this machine.
        at_once: how many submissions are under way at once on this machine; by default one more
            than there are cores, since one waits while it is judged or its kernel starts.

    Raises:
        BadPlan: the author's own solution does not pass.
        ClusterFailed: no scheduler answers at this address, the scheduler has no workers, or a
            worker cannot grade at all.
        NoSandbox: likewise, or this machine cannot.
    """
    if scheduler is None:
        yield from _graded_by_threads(tasks, at_once or (os.cpu_count() or 1) + 1)
    else:
        with _client(scheduler) as client:
            yield from _graded_by_cluster(tasks, client)


def _graded_by_threads(tasks: Iterator[GradingTask], size: int) -> Generator[TaskResult]:
    """Grades in so many threads of this process: one judges while others wait for their kernels."""
    import autograder.grading.submission  # noqa: F401  once, before all threads need it

    waiting: SimpleQueue[GradingTask | None] = SimpleQueue()
    results: SimpleQueue[TaskResult | BaseException] = SimpleQueue()

    def run() -> None:
        with children_kept():
            while task := waiting.get():
                try:
                    results.put(grade_task(task))
                except BaseException as error:
                    results.put(error)
                    return

    # They are daemons, so that an interrupted command does not wait for a student's loop.
    for _ in range(size):
        Thread(target=run, daemon=True).start()
    try:
        under_way = 0
        for task in islice(tasks, size * MAX_QUEUED):
            waiting.put(task)
            under_way += 1
        while under_way:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            yield result
            under_way -= 1
            for task in islice(tasks, 1):
                waiting.put(task)
                under_way += 1
    finally:
        for _ in range(size):
            waiting.put(None)


@contextmanager
def _client(address: str) -> Iterator["Client"]:
    """A client of the scheduler at an address."""
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.ERROR)
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except OSError as error:
        raise ClusterFailed(
            f"No Dask scheduler answers at {address} ({error}). Start one with "
            "`dask scheduler`, and on each machine `dask worker ADDRESS`."
        ) from None
    with client:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise ClusterFailed(
                f"The scheduler at {address} has no workers. Start some, on each machine: "
                f"dask worker {address} --nthreads {WORKER_THREADS}"
            )
        yield client


def _graded_by_cluster(tasks: Iterator[GradingTask], client: "Client") -> Generator[TaskResult]:
    from distributed import CancelledError, KilledWorker, as_completed

    under_way: dict[Future, tuple[GradingTask, int]] = {}  # the task and number of the attempt

    def submit(task: GradingTask, attempt: int = 1) -> "Future":
        future = client.submit(grade_task, task, pure=False)
        under_way[future] = task, attempt
        return future

    at_once = sum(client.nthreads().values()) or 1
    first = [submit(task) for task in islice(tasks, at_once * MAX_QUEUED)]
    done = as_completed(first, loop=client.loop)
    for future in done:
        task, attempt = under_way.pop(future)
        try:
            result = future.result()
        except (KilledWorker, CancelledError) as error:  # not the student's fault
            if attempt < MAX_KILLED:
                done.add(submit(task, attempt + 1))
                continue
            failure = f"Its workers were killed: {error}"[:300]
            result = TaskResult(task.student, failure=failure, is_certain=False)
        yield result
        future.release()
        for task in islice(tasks, 1):
            done.add(submit(task))
