"""The same marks on a Dask cluster and in a PostgreSQL database."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from autograder.base.classroom import Classroom
from autograder.grading import workers
from autograder.grading.grade import grade
from autograder.on_nbgrader.gradebook import ClassGradebook
from tests.autograder.conftest import run
from tests.helpers.clock import PATIENCE
from tests.helpers.grading import (
    HOMEWORK,
    gradebook,
    hand_in,
    sample_marks,
)

pytestmark = pytest.mark.slow

CI_POSTGRES = "apt-get install postgresql"


def test_an_address_without_a_scheduler_is_refused_with_advice(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.grading.cluster._PATIENCE", 0.5)
    classroom = Classroom(tmp_path)
    hand_in(classroom)
    words = "grade", HOMEWORK, "--scheduler", "tcp://127.0.0.1:9"
    assert "dask scheduler" in run(classroom, *words, code=3)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_a_dask_cluster_in_other_folders_gives_the_same_gradebook(workers, sample, tmp_path):
    classroom = Classroom(tmp_path / "class")
    hand_in(classroom)
    with dask_cluster(tmp_path, workers) as address:
        outcomes = grade(classroom, HOMEWORK, scheduler=address)
    assert [o.failure for o in outcomes if o.failure] == []
    assert gradebook(classroom) == sample_marks(sample)


class KilledWorker(Exception):
    """Dask's, which says that a task was under way on four workers that were killed."""


def test_a_submission_that_kills_workers_fails_alone(monkeypatch):
    """Dask blames all tasks that a killed worker had."""
    tried: Counter[str] = Counter()

    def submit(task):
        tried[task.student] += 1
        future: Future = Future()
        beside = task.student == "ann" and tried["ann"] == 1  # on the same worker
        if task.student == "deadly" or beside:
            future.set_exception(KilledWorker(task.student))
        else:
            future.set_result(workers.TaskResult(task.student))
        return future

    monkeypatch.setattr(workers, "_on_cluster", lambda address: nullcontext((submit, 1)))
    tasks = [workers.GradingTask(name, "", b"", "", None, {}) for name in ("deadly", "ann", "bob")]
    results = {result.student: result for result in workers.grade_tasks(iter(tasks), "tcp://a")}
    assert {student for student, result in results.items() if result.failure} == {"deadly"}
    assert sorted(results) == ["ann", "bob", "deadly"]


@contextmanager
def dask_cluster(folder: Path, workers: int):
    """A scheduler and workers, each a process with a working directory of its own."""
    contact = folder / "scheduler.json"
    quiet_and_here = "--no-dashboard", "--host", "127.0.0.1"
    base = [sys.executable, "-m", "distributed.cli.dask_"]
    started = []

    def start(kind: str, *options: str) -> None:
        cwd = folder / f"{kind}-{len(started)}"
        cwd.mkdir()
        command = [*base[:2], base[2] + kind, "--scheduler-file", str(contact), *options]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started.append(subprocess.Popen(command, cwd=cwd, **quiet))

    try:
        start("scheduler", "--port", "0", *quiet_and_here)
        for _ in range(workers):
            start("worker", "--nthreads", "2", *quiet_and_here)
        address = _wait_for(lambda: json.loads(contact.read_text())["address"])
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=PATIENCE)
        yield address
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait(PATIENCE)


def _wait_for(look):
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return look()
        except (OSError, ValueError, KeyError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@pytest.fixture(scope="module")
def postgresql():
    """The URL of a new, empty database in a PostgreSQL server of its own."""
    pytest.importorskip("psycopg")
    places = [Path("/usr/local/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
    programs = next((p for p in reversed(places) if (p / "initdb").exists()), None)
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail(f"CI needs PostgreSQL: {CI_POSTGRES}")
        pytest.skip(f"This test needs PostgreSQL. To install it: {CI_POSTGRES}")
    # Not in pytest's folder, which the next pytest that starts closes to other users.
    with tempfile.TemporaryDirectory(prefix="postgresql-") as folder:
        as_user = {}
        if os.geteuid() == 0:  # which PostgreSQL refuses to run as
            as_user = {"user": "postgres", "group": "postgres", "extra_groups": []}
            shutil.chown(folder, "postgres", "postgres")
        run = {"check": True, "capture_output": True, "cwd": folder, **as_user}
        data = Path(folder) / "data"
        subprocess.run([programs / "initdb", "-D", data, "-U", "marks", "-A", "trust"], **run)
        listen = f"-k {folder} -c listen_addresses= -c fsync=off"  # at no port of the machine's
        server = [programs / "pg_ctl", "-D", data, "-l", Path(folder) / "log"]
        subprocess.run([*server, "-o", listen, "-w", "start"], **run)
        try:
            yield f"postgresql+psycopg://marks@/postgres?host={folder}"
        finally:
            subprocess.run([*server, "-m", "immediate", "stop"], **run)


def test_postgresql_gives_the_same_gradebook(sample, postgresql, tmp_path):
    classroom = Classroom(tmp_path, postgresql)
    student, *_ = hand_in(classroom)
    roster = f"id,first,last\n{student},{'Ann' * 60},Lee\n"  # longer than its column
    (tmp_path / "roster.csv").write_text(roster)
    outcomes = grade(classroom, HOMEWORK)
    assert [o.failure for o in outcomes if o.failure] == []
    assert ClassGradebook(classroom).people()[student].last == "Lee"
    assert not (tmp_path / "gradebook.db").exists()
    assert gradebook(classroom) == sample_marks(sample)
