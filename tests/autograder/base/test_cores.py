"""How many cores grading and the bank use."""

import os

import pytest

from autograder.base.cores import usable_cores
from autograder.grading import workers


def test_only_the_cores_that_this_process_may_use_are_counted(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    assert usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usable_cores() == 64


def test_one_more_submission_than_there_are_usable_cores_is_graded_at_once(monkeypatch):
    sizes = []

    def threads(size):
        sizes.append(size)
        raise InterruptedError

    monkeypatch.setattr(workers, "_threads", threads)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    with pytest.raises(InterruptedError):
        next(workers.grade_tasks(iter([]), None))
    assert sizes == [3]
