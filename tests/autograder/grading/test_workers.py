"""How many submissions are graded at once."""

import os
import threading

from autograder.grading import workers
from autograder.grading.workers import GradingTask, TaskResult
from autograder.sandbox.limits import Limits
from tests.helpers.clock import PATIENCE


def test_one_more_submission_than_there_are_usable_cores_is_graded_at_once(monkeypatch):
    others, threads = threading.Barrier(3), set()

    def grade_beside_two_others(task, judges):
        threads.add(threading.current_thread())
        others.wait(PATIENCE)
        return TaskResult(task.student)

    monkeypatch.setattr(workers, "grade_task", grade_beside_two_others)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    tasks = [GradingTask(student, "hw1-cosh", b"", "", Limits(), "") for student in "abcdef"]
    assert {done.student for done in workers.grade_tasks(iter(tasks), None)} == {*"abcdef"}
    assert len(threads) == 3
