"""The zygote starts, lasts, and is replaced if it dies."""

import os
import signal
import socket
import threading
import time
from contextlib import closing
from types import SimpleNamespace

import psutil
import pytest

from autograder.sandbox import bubblewrap, kernel
from autograder.sandbox.failures import KernelLost, ZygoteFailed
from autograder.sandbox.limits import Limits
from autograder.sandbox.output_budget import NotebookBudget
from autograder.sandbox.zygotes import Zygote, zygote
from tests.helpers.clock import PATIENCE

slow = pytest.mark.slow


@slow
def test_the_zygote_outlives_the_thread_that_first_needed_it():
    zygote().close()
    zygotes = []

    def first() -> None:
        zygote().fork(Limits()).end()
        zygotes.append(zygote().pid)

    thread = threading.Thread(target=first)
    thread.start()
    thread.join()
    time.sleep(0.2)
    zygote().fork(Limits()).end()
    assert zygotes == [zygote().pid]


def test_a_zygote_that_cannot_start_says_why(monkeypatch):
    monkeypatch.setattr(bubblewrap, "zygote_arguments", lambda: ["--no-such-option"])
    told = r"did not start: .*no-such-option"
    with closing(Zygote(unsafe=False)) as mine, pytest.raises(ZygoteFailed, match=told):
        mine.fork(Limits())


def test_a_kernel_that_died_before_it_was_sent_its_key_is_lost_and_ended(monkeypatch):
    ended, (near, far) = [], socket.socketpair()
    far.close()
    dead = SimpleNamespace(channel=near, end=lambda: ended.append(near.close()))
    fork = SimpleNamespace(fork=lambda _: dead)
    monkeypatch.setattr(kernel, "zygote", lambda **_: fork)
    with pytest.raises(KernelLost):
        kernel.SandboxedKernel(Limits(), NotebookBudget(Limits().notebook_output_bytes))
    assert ended == [None]


@slow
def test_a_dead_zygote_takes_its_kernels_along_and_is_replaced():
    with closing(Zygote(unsafe=False)) as mine:
        first = mine.fork(Limits())
        before = mine.pid
        within = psutil.Process(before).children(recursive=True)
        os.kill(before, signal.SIGKILL)
        os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)
        psutil.wait_procs(within, PATIENCE)  # the zygote in its namespace might still answer
        second = mine.fork(Limits())
        assert mine.pid != before
        assert first.wait(PATIENCE)
        assert second.is_alive
        for each in (first, second):
            each.end()
