"""Grades many submissions at once, in threads of this process or on a Dask cluster of several
machines."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import KW_ONLY, dataclass
from functools import partial
from itertools import islice
from typing import Any

from autograder.base.child_process import trace_of
from autograder.base.processor import usable_cores
from autograder.grading.cluster import ClusterFailed, are_killed, cluster
from autograder.grading.ingredients import shared_ingredients
from autograder.grading.submission import GradedSubmission, grade_submission
from autograder.judge.author_run import BadPlan
from autograder.judge.judging_process import NONE_KEPT, JudgingProcesses
from autograder.judge.whose_exercise import NOBODY, Owner
from autograder.sandbox.failures import KernelLost, NoSandbox
from autograder.sandbox.limits import Limits
from autograder.submissions.unreadable import NotReadNow, Unreadable
from course.running.limit import TookTooLong

MAX_ATTEMPTS = 3  # attempts at a submission, if grading it is interrupted or raises an error
MAX_QUEUED = 2  # submissions queued or under way for each worker, so that none is ever idle


@dataclass(frozen=True)
class GradingTask:
    """A submission to grade, with everything that a worker needs to know."""

    student: str
    homework: str
    data: bytes
    series: str
    limits: Limits
    ingredients: dict[str, str]  # hashes of what all marks of the homework depend on
    owner: Owner = NOBODY


@dataclass(frozen=True)
class TaskResult:
    """The result of a task: a graded submission, or the reason why there is none."""

    student: str
    _: KW_ONLY
    graded: GradedSubmission | None = None
    failure: str = ""
    retry: bool = False  # whether another attempt may succeed, as `JournalEntry` notes it
    trace: str = ""  # the traceback of an error of ours
    was_killed: bool = False  # whether the workers that tried it were killed


Submit = Callable[[GradingTask], Future]  # hands a task to a thread or worker


def grade_task(task: GradingTask, judges: JudgingProcesses = NONE_KEPT) -> TaskResult:
    """Grades one submission. Whatever goes wrong with it becomes part of the result; an error is
    raised only if this machine cannot grade at all.

    Args:
        judges: the processes that judge.

    Raises:
        BadPlan: the author's own solution does not pass.
        ClusterFailed: something that all marks depend on is not here as it was when the command
            began.
        NoSandbox: this machine has no sandbox.
    """
    if shared_ingredients(task.homework, task.limits) != task.ingredients:
        raise ClusterFailed(
            f"{task.homework} or the autograder was changed after the command began, or a Dask "
            "worker has another version of it. If there are such workers, bring them to the same "
            "commit, and restart them. Then run the command again."
        )
    for attempt in range(1, MAX_ATTEMPTS + 1):
        try:
            graded = grade_submission(
                task.homework,
                task.data,
                task.series,
                task.owner,
                limits=task.limits,
                judges=judges,
            )
        except Unreadable as reason:
            retry = isinstance(reason, NotReadNow)
            return TaskResult(task.student, failure=str(reason), retry=retry, trace=reason.trace)
        except (NoSandbox, BadPlan):  # each submission would fail
            raise
        except KernelLost as reason:
            failure, trace = f"{reason} Tried {attempt} times.", ""
        except (Exception, TookTooLong) as error:
            failure, trace = f"{type(error).__name__}: {error}"[:500], trace_of(error)
        else:
            return TaskResult(task.student, graded=graded)
    return TaskResult(task.student, failure=failure, retry=True, trace=trace)


def grade_tasks(
    tasks: Iterator[GradingTask], scheduler: str | None, at_once: int | None = None
) -> Generator[TaskResult]:
    """Grades submissions and yields each as soon as it is ready. No more of them are read than keep
    the workers busy, so the class may be large.

    Args:
        scheduler: the address of a Dask scheduler, for example `tcp://10.0.0.1:8786`, whose workers
            need this package, the solutions and a sandbox; None to grade in threads of this
            process, where one judges while others wait for their kernels.
        at_once: how many submissions are under way at once on this machine; by default one more
            than there are usable cores, since one waits while it is judged or its kernel starts.

    Raises:
        BadPlan: the author's own solution does not pass.
        ClusterFailed: no scheduler answers at this address, the scheduler has no workers, or a
            worker cannot grade at all.
        NoSandbox: likewise, or this machine cannot.
    """
    size = at_once or usable_cores() + 1
    with _on_cluster(scheduler) if scheduler else _threads(size) as (submit, workers):
        again: list[GradingTask] = []
        for task, result in _results(submit, tasks, workers * MAX_QUEUED):
            if result.was_killed:  # perhaps because of another task of the same worker
                again.append(task)
            else:
                yield result
        for _, result in _results(submit, iter(again), 1):  # each alone
            yield result


def _results(
    submit: Submit, tasks: Iterator[GradingTask], most: int
) -> Iterator[tuple[GradingTask, TaskResult]]:
    """The tasks and their results, as soon as each is ready.

    Args:
        most: how many tasks may be under way at once.
    """
    under_way: dict[Future, GradingTask] = {}

    def begin(count: int) -> None:
        for task in islice(tasks, count):
            under_way[submit(task)] = task

    begin(most)
    while under_way:
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            task = under_way.pop(future)
            begin(1)
            try:
                yield task, future.result()
            except Exception as error:
                if not are_killed(error):
                    raise
                failure = f"Its workers were killed: {error}"[:300]
                yield task, TaskResult(task.student, failure=failure, retry=True, was_killed=True)


class _Threads(ThreadPoolExecutor):
    """Threads that begin no further task after an error, because every submission would meet it."""

    _error: Exception | None = None

    def submit(self, function: Callable, /, *arguments: Any, **options: Any) -> Future:
        return super().submit(self._run, function, *arguments, **options)

    def _run(self, function: Callable, *arguments: Any, **options: Any) -> Any:
        if self._error:
            raise self._error
        try:
            return function(*arguments, **options)
        except Exception as error:
            self._error = error
            raise


@contextmanager
def _threads(size: int) -> Iterator[tuple[Submit, int]]:
    """Threads of this process, and their number. Each has a process that judges."""
    with closing(JudgingProcesses(size)) as judges:
        executor = _Threads(size)
        try:
            yield partial(executor.submit, grade_task, judges=judges), size
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _on_cluster(address: str) -> Iterator[tuple[Submit, int]]:
    """The workers of the Dask scheduler at an address, and the number of their threads."""
    with cluster(address) as (submit, size):
        yield partial(submit, grade_task), size
