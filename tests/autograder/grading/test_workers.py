"""How many submissions are graded at once."""

import os
import threading

import pytest

from autograder.grading import workers
from autograder.grading.cluster import ClusterFailed
from autograder.grading.workers import GradingTask, TaskResult
from autograder.sandbox.limits import Limits
from tests.helpers.clock import PATIENCE


def test_one_more_submission_than_there_are_usable_cores_is_graded_at_once(monkeypatch):
    all_wait, threads = threading.Event(), set()

    def tasks():
        for student in "abcde":
            yield GradingTask(student, "hw1-cosh", b"", "", Limits(), {})
        all_wait.set()

    def grade_task(task, judges):
        threads.add(threading.current_thread())
        assert all_wait.wait(PATIENCE)
        return TaskResult(task.student)

    monkeypatch.setattr(workers, "grade_task", grade_task)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    assert {done.student for done in workers.grade_tasks(tasks(), None)} == {*"abcde"}
    assert len(threads) == 3


def test_a_homework_that_changes_while_a_class_is_graded_is_not_blamed_on_a_worker_alone():
    task = GradingTask("ada", "hw1-cosh", b"", "", Limits(), ingredients={})
    with pytest.raises(ClusterFailed, match=r"hw1-cosh .* was changed after the command began, or"):
        workers.grade_task(task)
