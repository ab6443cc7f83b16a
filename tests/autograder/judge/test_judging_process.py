"""Processes that judge, and are kept for the next submission."""

import os
import signal
from contextlib import closing

import pytest

from autograder.judge import judging_process
from autograder.judge.judging_process import JudgingProcesses
from autograder.judge.plan import Plan


@pytest.fixture(autouse=True)
def _inverts(monkeypatch):
    """Has each of them return its id and the name of the plan, but fail at 0."""

    def judge_task(plan, number, _ask):
        return [os.getpid(), plan.series] if 1 / number else None

    monkeypatch.setattr(judging_process, "_judge_task", judge_task)


def plan(series):
    return Plan(series, {}, {}, frozenset())


def judged(processes, plan, *tasks):
    """The process that worked on tasks by this plan."""
    with processes.one_for(plan) as child:
        (pid, series), *_ = [child.result(each) for each in tasks]
    assert series == plan.series
    return pid


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_is_kept_for_the_same_plan_until_a_task_fails():
    one, other = plan("one"), plan("other")
    with closing(JudgingProcesses(3)) as processes:
        first = judged(processes, one, 1)
        assert judged(processes, one, 1, 1) == first
        second = judged(processes, other, 1)
        assert second != first and not is_running(first)
        assert judged(processes, other, 1, 0) == second  # its second task fails
        assert not is_running(second)
        third = judged(processes, other, 1)
        assert is_running(third)
    assert not is_running(third)


def test_a_kept_process_that_was_killed_is_replaced():
    one = plan("one")
    with closing(JudgingProcesses(3)) as processes:
        first = judged(processes, one, 1)
        os.kill(first, signal.SIGKILL)
        assert judged(processes, one, 1) != first


def test_no_more_processes_are_kept_than_are_wanted():
    one = plan("one")
    with closing(JudgingProcesses(1)) as processes:
        with processes.one_for(one) as a, processes.one_for(one) as b:
            pids = [child.result(1)[0] for child in (a, b)]
        assert sum(map(is_running, pids)) == 1
    assert not any(map(is_running, pids))


def test_a_process_in_use_when_the_others_are_ended_is_not_kept():
    processes = JudgingProcesses(1)
    with processes.one_for(plan("one")) as child:
        pid, _ = child.result(1)
        processes.close()
    assert not is_running(pid)
