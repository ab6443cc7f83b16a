"""Many submissions at once: in threads of this process, or on a Dask cluster, here or elsewhere."""

import json
import logging
import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread

import nbformat
from nbformat import NotebookNode

from autograder import interrupt
from autograder.grading import journal
from autograder.house import Failure
from autograder.mending.reading import Unreadable
from autograder.sandbox.bubblewrap import NoSandbox
from autograder.sandbox.host import OFFERED
from autograder.sandbox.limits import Limits

ATTEMPTS = 3  # at one submission, when its sandbox is ended from outside
THREADS = 3  # submissions that a worker has under way: one computes while others wait
STARTS = 3  # of a local cluster, when its processes are ended while they start
PATIENCE = 20  # seconds in which a scheduler has to answer
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
    from autograder.grading.execute import Interrupted
    from autograder.grading.submission import grade_submission
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
) -> AbstractContextManager["Pool | Threads"]:
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
        return nullcontext(Threads())
    import distributed  # noqa: F401  in this thread: see `meanwhile`

    return _pool(_start(workers, offered) if scheduler is None else nullcontext(scheduler))


@contextmanager
def meanwhile(pool: "AbstractContextManager[Pool | Threads]") -> Iterator["Meanwhile"]:
    """Those who grade, while they are still being started in a thread: what has to be done here
    before they have work can be done at the same time, though two imports hinder each other."""
    with ThreadPoolExecutor(1) as thread, ExitStack() as stack:
        yield Meanwhile(thread.submit(stack.enter_context, pool))


class Meanwhile:
    """Those who grade, who may still be starting."""

    def __init__(self, started: "Future[Pool | Threads]"):
        self._started = started

    def grade(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Grades submissions, as soon as they are there; as `Pool.grade`."""
        yield from self._started.result().grade(tasks)


def workers_for(submissions: int, wanted: int | None = None) -> int:
    """How many on this machine, if so many are wanted, for so many submissions.

    By default one for two cores: it keeps both busy, one of them with its kernels. Where that makes
    one, it is none, and this process does its work: that saves importing PyTorch once more."""
    if wanted is not None:
        return min(wanted, submissions)
    usual = min((os.cpu_count() or 1) // 2, submissions)
    return usual if usual > 1 else 0


class Threads:
    """Threads of this process: one judges while others wait for their kernels."""

    def __init__(self):
        import autograder.grading.submission  # noqa: F401  here, and not in three threads at once

    def grade(self, tasks: Iterator[Task]) -> Iterator[Result]:
        """Grades submissions; as `Pool.grade`."""
        waiting, done = SimpleQueue(), SimpleQueue()

        def run() -> None:
            while task := waiting.get():
                try:
                    done.put(work(task))
                except BaseException as error:
                    done.put(error)

        for _ in range(THREADS):  # daemons: an interrupted command waits for no student's loop
            Thread(target=run, daemon=True).start()
        try:
            under_way = 0
            for task in islice(tasks, THREADS * WAITING):
                waiting.put(task)
                under_way += 1
            while under_way:
                result = done.get()
                if isinstance(result, BaseException):
                    raise result
                yield result
                under_way -= 1
                for task in islice(tasks, 1):
                    waiting.put(task)
                    under_way += 1
        finally:
            for _ in range(THREADS):
                waiting.put(None)


@contextmanager
def _pool(cluster: AbstractContextManager) -> Iterator["Pool"]:
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.ERROR)
    with cluster as address:
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
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
    in_main = current_thread() is main_thread()
    with nullcontext() if in_main else interrupt.not_here():
        cluster = _started(workers, offered)
    with cluster:
        yield cluster


def _started(workers: int, offered: str):
    from distributed import LocalCluster

    for _ in range(STARTS):
        try:
            return LocalCluster(
                n_workers=workers,
                threads_per_worker=THREADS,
                dashboard_address=None,
                scheduler_kwargs={"dashboard_address": ":0"},  # two classes may be graded at once
                memory_limit=0,
                silence_logs=logging.CRITICAL,
                preload=["autograder.grading.warm"],
                env={OFFERED: offered},
            )
        except RuntimeError as error:
            reason = error
    raise ClusterFailed(f"The workers on this machine do not start: {reason}.")


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
        first = [submit(task) for task in islice(tasks, self.size * WAITING)]
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
            for task in islice(tasks, 1):
                done.add(submit(task))
