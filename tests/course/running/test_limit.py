"""Code that does not end is stopped, whatever it does."""

import contextlib
import signal
import sys
import time

import pytest

from course import check_gradients
from course.running import limit
from course.running.attempt import attempt
from tests.helpers.engine import forward_algorithm
from tests.helpers.failing import explained
from tests.helpers.student_code import cosh


def test_an_endless_loop_is_stopped_and_reported(monkeypatch):
    monkeypatch.setattr(limit, "TIME_LIMIT", 1)

    def endless(graph, one=1.0):
        while True:
            with contextlib.suppress(Exception):
                sum(range(100))

    text = explained(check_gradients, cosh(), forward_algorithm, endless)
    assert "backward_algorithm was stopped after computing for 1 s" in text
    assert "loop that never" in text


def test_a_loop_is_stopped_even_if_python_drops_the_first_error(monkeypatch):
    monkeypatch.setattr(limit, "TIME_LIMIT", 0.2)

    class Slow:
        def __del__(self):
            finish = time.process_time() + 0.4
            while time.process_time() < finish:
                pass

    def endless():
        Slow()
        finish = time.process_time() + 10
        while time.process_time() < finish:
            pass

    dropped = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: dropped.append(error.exc_type))
    assert attempt(endless)[1].is_a("TookTooLong")
    assert dropped == [limit.TookTooLong]


@pytest.mark.parametrize(("seconds", "inside"), [(0.2, 0), (0.05, 0.1)])
def test_a_time_limit_goes_on_after_a_limit_inside_it(seconds, inside):
    outer = limit.time_limit("ITIMER_REAL", seconds, TimeoutError("outer"))
    with pytest.raises(TimeoutError, match="outer"), outer:
        with limit.time_limit("ITIMER_REAL", 5, TimeoutError("inner")):
            time.sleep(inside)
        time.sleep(2)


def test_a_time_limit_that_is_up_while_one_inside_it_begins_raises_its_own_error(monkeypatch):
    set_handler = signal.signal

    def slowly(*given):
        before = set_handler(*given)
        time.sleep(0.1)
        return before

    outer = limit.time_limit("ITIMER_REAL", 0.05, TimeoutError("outer"))
    with pytest.raises(TimeoutError, match="outer"), outer:
        monkeypatch.setattr(signal, "signal", slowly)
        with limit.time_limit("ITIMER_REAL", 5, TimeoutError("inner")):
            pass
        time.sleep(2)
