"""Work on a student's data, in processes that can be ended."""

import fcntl
import os
import resource
import signal
import threading
import time
from contextlib import closing

import pytest

from autograder.base import child_process
from autograder.base.child_process import (
    MAX_MEMORY,
    MAX_RESULT,
    Child,
    TaskFailed,
    WhyFailed,
    call_in_child,
    map_in_child,
)


def _do(task: str) -> object:
    if task == "computes for ever":
        while True:
            pass
    if task == "takes all memory":
        try:
            return len(bytearray(2 * MAX_MEMORY))
        except MemoryError:
            return "no memory"
    if task == "dies":
        os._exit(1)
    return task.upper()


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(child_process, "PROCESSOR_SECONDS", 1)


def test_results_come_in_order_and_from_another_process():
    assert list(map_in_child(lambda task: [task, os.getpid()], [1, 2]))[1][0] == 2
    assert os.getpid() not in list(map_in_child(lambda task: os.getpid(), [1, 2]))


def test_a_task_that_takes_too_long_costs_only_itself():
    found = list(map_in_child(_do, ["a", "computes for ever", "b"]))
    assert found[0] == "A"
    assert found[1].why == WhyFailed.PROCESSOR
    assert found[2] == "B"


def test_a_task_that_takes_too_much_memory_or_dies_costs_only_itself():
    found = list(map_in_child(_do, ["takes all memory", "dies", "b"]))
    assert found[0] == "no memory"
    assert found[1].why == WhyFailed.KILLED
    assert found[2] == "B"


def test_a_process_ended_from_outside_is_started_again(tmp_path):
    def once(task):
        if not (tmp_path / "tried").exists():
            (tmp_path / "tried").touch()
            os._exit(1)
        return task

    assert list(map_in_child(once, [1, 2])) == [1, 2]


def test_a_task_that_exceeds_the_clock_is_not_tried_again(tmp_path):
    def begin_and_wait_for_ever():
        with (tmp_path / "begun").open("a") as begun:
            begun.write(".")
        threading.Event().wait()

    with pytest.raises(TaskFailed) as failure:
        call_in_child(begin_and_wait_for_ever, seconds=2)
    assert failure.value.why == WhyFailed.TIME
    assert (tmp_path / "begun").read_text() == "."


def test_a_task_has_more_time_by_the_clock_than_on_the_processor():
    def wait():
        time.sleep(2.5)
        return 1

    assert call_in_child(wait, seconds=2) == 1


def test_an_error_fails_only_its_own_task_and_the_process_goes_on():
    def inverse_and_process(number):
        return 1 / number, os.getpid()

    before, failure, after = map_in_child(inverse_and_process, [1, 0, 2])
    assert failure.why == WhyFailed.ERROR
    assert str(failure) == "ZeroDivisionError: division by zero"
    assert before[1] == after[1] != os.getpid()


def test_an_error_with_an_endless_message_is_not_taken_for_a_killed_process():
    (failure,) = map_in_child(lambda task: {}["x" * task], [2 * MAX_RESULT])
    assert failure.why == WhyFailed.ERROR and str(failure).startswith("KeyError: 'xx")


def test_an_error_fails_only_its_own_task_where_no_process_is_forked(monkeypatch):
    monkeypatch.setattr(child_process.sys, "platform", "darwin")
    before, failure, after = map_in_child(lambda number: 1 / number, [1, 0, 2])
    assert (before, after) == (1, 0.5)
    assert failure.why == WhyFailed.ERROR and str(failure).startswith("ZeroDivisionError")


def test_a_lack_of_memory_is_distinguished_from_other_errors():
    (failure,) = map_in_child(lambda task: len(bytearray(2 * MAX_MEMORY)), [None])
    assert failure.why == WhyFailed.MEMORY


def test_one_submission_does_not_wait_while_another_is_judged(tmp_path):
    os.mkfifo(tmp_path / "other is done")

    def wait(task):
        return (tmp_path / "other is done").read_text()

    found = []
    thread = threading.Thread(target=lambda: found.extend(map_in_child(wait, [1])))
    thread.start()
    assert list(map_in_child(_do, ["a"])) == ["A"]
    (tmp_path / "other is done").write_text("so it is")
    thread.join()
    assert found == ["so it is"]


def test_a_child_holds_no_file_open_that_the_grader_closes():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)  # so that an end still open is an error here
    high = fcntl.fcntl(writing, fcntl.F_DUPFD, 300)
    child = map_in_child(_do, ["a", "computes for ever"])
    assert next(child) == "A"
    os.close(writing)
    os.close(high)
    assert os.read(reading, 1) == b""
    os.close(reading)
    list(child)


def test_tasks_run_however_many_files_are_open():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        assert list(map_in_child(_do, ["a"])) == ["A"]
    finally:
        for each in held:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_task_may_ask_its_parent_process_and_is_always_answered(tmp_path):
    asked = []

    def answer(question):
        asked.append((question, os.getpid()))
        return question * 100_000

    def task(text, ask):
        lengths = [len(ask(text)), len(ask(text.upper()))]
        if text == "b" and not (tmp_path / "tried").exists():
            (tmp_path / "tried").touch()
            os._exit(1)
        return lengths

    with closing(Child(task)) as child:
        assert [child.result(each, answer) for each in "ab"] == [[100_000, 100_000]] * 2
    assert asked == [(each, os.getpid()) for each in "aAbBbB"]  # anew after the process has ended


def test_a_task_that_ends_while_it_is_answered_costs_only_itself():
    def task(text, ask):
        return ask(f"{text} {os.getpid()}")

    def answer(question):
        text, pid = question.split()
        if text == "b":
            os.kill(int(pid), signal.SIGKILL)
        return text * 10**6

    with closing(Child(task)) as child:
        found = [child.result(each, answer) for each in "abc"]
    assert [len(found[0]), len(found[2])] == [10**6] * 2
    assert found[1].why == WhyFailed.KILLED
