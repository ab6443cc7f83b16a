"""Many submissions at once, on Dask: a local cluster, or one that is running elsewhere."""

import json
import logging
import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass

import nbformat
from nbformat import NotebookNode

from autograder import journal
from autograder.house import Failure
from autograder.reading import Unreadable
from autograder.sandbox.bubblewrap import NoSandbox
from autograder.sandbox.host import OFFERED
from autograder.sandbox.limits import Limits

ATTEMPTS = 3  # at one submission, when its sandbox is ended from outside
THREADS = 3  # submissions that a worker has under way: one computes while others wait
STARTS = 3  # of a local cluster, when its processes are ended while they start
KILLED_WORKERS = 5  # times a submission is tried anew because its worker was ended
WAITING = 2  # submissions for each that is under way, so that no worker is ever idle


@dataclass(frozen=True)
class Task:
    """A submission to be graded, with all that a worker needs to know."""

    student: str
    assignment: str
    data: bytes
    series: str
    limits: Limits
    unsafe: bool
    version: str


@dataclass(frozen=True)
class Result:
    """What a worker made of a task: a notebook, or the reason why there is none."""

    student: str
    notebook: str = ""
    failure: str = ""
    mended: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    stopped: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0

    def read(self) -> NotebookNode:
        """The notebook."""
        return nbformat.from_dict(json.loads(self.notebook))


class ClusterFailed(Failure):
    """The cluster could not be reached, or cannot do this work. The message says what to do."""


def work(task: Task) -> Result:
    """Grades one submission. Whatever happens to it is a result; only a machine that cannot grade
    at all raises an error.

    Raises:
        ClusterFailed: this machine has another version of the course.
        NoSandbox: it has no sandbox.
    """
    from autograder.execute import Interrupted
    from autograder.submission import grade_submission
    from course.limit import TookTooLong

    here = journal.version(task.assignment, task.limits, task.unsafe)
    if here != task.version:
        raise ClusterFailed(
            f"A worker has another version of {task.assignment} or of the autograder than the "
            "machine you grade from. Bring both to the same commit, and restart the worker."
        )
    for attempt in range(1, ATTEMPTS + 1):
        try:
            graded = grade_submission(
                task.assignment, task.data, task.series, limits=task.limits, unsafe=task.unsafe
            )
        except Unreadable as reason:
            return Result(task.student, failure=str(reason))
        except NoSandbox:
            raise
        except Interrupted as reason:
            failure = f"{reason} Tried {attempt} times."
        except (Exception, TookTooLong) as error:
            failure = f"{type(error).__name__}: {error}"[:500]
        else:
            return Result(
                task.student,
                json.dumps(graded.notebook),
                mended=tuple(graded.mended),
                flags=tuple(graded.flags),
                stopped=tuple(graded.stopped.items()),
                seconds=graded.seconds,
            )
    return Result(task.student, failure=failure)


def pool_of(
    scheduler: str | None, workers: int, offered: str = ""
) -> AbstractContextManager["Pool | Alone"]:
    """Those who grade: the workers of a scheduler, so many on this machine, or, for 0, none but
    this process.

    Args:
        scheduler: the address of a Dask scheduler, for example `tcp://10.0.0.1:8786`; its workers
            need this package, the solutions and a sandbox. None for workers on this machine.
        workers: how many on this machine.
        offered: the address of a zygote that they may use.

    Raises:
        ClusterFailed: no scheduler answers at this address, or no workers can be started here.
    """
    if scheduler is None and not workers:
        return nullcontext(Alone())
    import distributed  # noqa: F401  in this thread: see `meanwhile`

    return _pool(_start(workers, offered) if scheduler is None else nullcontext(scheduler))


@contextmanager
def meanwhile(pool: "AbstractContextManager[Pool | Alone]") -> Iterator["Meanwhile"]:
    """Those who grade, while they are still being started in a thread: what has to be done here
    before they have work can be done at the same time, though two imports hinder each other."""
    with ThreadPoolExecutor(1) as thread, ExitStack() as stack:
        yield Meanwhile(thread.submit(stack.enter_context, pool))


class Meanwhile:
    """Those who grade, who may still be starting."""

    def __init__(self, started: "Future[Pool | Alone]"):
        self._started = started

    def grade(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Grades submissions, as soon as they are there; as `Pool.grade`."""
        yield from self._started.result().grade(tasks)


def usual_workers() -> int:
    """How many on this machine: each keeps two cores busy, one with its kernels."""
    return max(1, (os.cpu_count() or 1) // 2)


def workers_for(submissions: int, wanted: int | None) -> int:
    """How many on this machine, if so many are wanted, for so many submissions."""
    return min(usual_workers() if wanted is None else wanted, submissions)


class Alone:
    """This process, one submission after the other."""

    def grade(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Grades submissions, in their order."""
        yield from map(work, tasks)


@contextmanager
def _pool(cluster: AbstractContextManager) -> Iterator["Pool"]:
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.ERROR)
    with cluster as address:
        try:
            client = Client(address, timeout=20, set_as_default=False)
        except OSError as error:
            raise ClusterFailed(
                f"No Dask scheduler answers at {address} ({error}). Start one with "
                "`dask scheduler`, and on each machine `dask worker ADDRESS`."
            ) from None
        with client:
            if not client.scheduler_info(n_workers=-1)["workers"]:
                raise ClusterFailed(
                    f"The scheduler at {address} has no workers. Start some, on each machine: "
                    f"dask worker {address} --nthreads {THREADS}"
                )
            yield Pool(client)


@contextmanager
def _start(workers: int, offered: str) -> Iterator:
    """A cluster on this machine."""
    from distributed import LocalCluster

    for _ in range(STARTS):
        try:
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=THREADS,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": ":0"},  # two classes may be graded at once
                memory_limit=0,
                silence_logs=logging.CRITICAL,
                preload=["autograder.warm"],
                env={OFFERED: offered},
            )
            break
        except RuntimeError as error:
            reason = error
    else:
        raise ClusterFailed(f"The workers on this machine do not start: {reason}.")
    with cluster:
        yield cluster


class Pool:
    """The workers of a cluster."""

    def __init__(self, client):
        self._client = client

    @property
    def size(self) -> int:
        """How many submissions can be under way at once."""
        return sum(self._client.nthreads().values()) or 1

    def grade(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Grades submissions, those that are ready first. No more are read than are needed to keep
        the workers busy, so that the class may be large.

        Raises:
            ClusterFailed, NoSandbox: a worker cannot grade at all.
        """
        from distributed import CancelledError, KilledWorker, as_completed

        under_way: dict = {}  # task and attempt by future

        def submit(task: Task, attempt: int = 1):
            future = self._client.submit(work, task, pure=False)
            under_way[future] = task, attempt
            return future

        tasks = iter(tasks)
        first = [submit(task) for _, task in zip(range(self.size * WAITING), tasks)]  # noqa: B905
        done = as_completed(first, loop=self._client.loop)
        for future in done:
            task, attempt = under_way.pop(future)
            try:
                result = future.result()
            except (KilledWorker, CancelledError) as error:  # not the student's fault
                if attempt < KILLED_WORKERS:
                    done.add(submit(task, attempt + 1))
                    continue
                result = Result(task.student, failure=f"Its workers were ended: {error}"[:300])
            yield result
            future.release()
            for task in tasks:
                done.add(submit(task))
                break
