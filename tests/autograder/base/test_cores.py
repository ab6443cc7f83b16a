"""How many cores grading and the bank use."""

import os

from autograder.base.cores import usable_cores


def test_only_the_cores_that_this_process_may_use_are_counted(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5}, raising=False)
    assert usable_cores() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usable_cores() == 64
