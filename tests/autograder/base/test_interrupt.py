"""Whoever asks a command to end leaves no process behind."""

import signal
import subprocess
import sys
from contextlib import suppress

import psutil
import pytest

WORKER = """
import multiprocessing, os, signal, sys, time
from autograder.base.child_process import Child
from autograder.base import interrupt

number = signal.Signals[sys.argv[1]]
signal.signal(number, signal.SIG_DFL)  # whoever runs the tests may have it ignored
interrupt.end_at_once()
child = Child(lambda *_: os.kill(os.getpid(), number))
print(child.result(None).why)  # it ends by itself, and nothing else
with interrupt.ignored_by_children():
    worker = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,))
    worker.start()
print(worker.pid, flush=True)
signal.raise_signal(number)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_command_that_is_asked_to_end_takes_its_workers_along(name, tmp_path):
    said = tmp_path / "said"
    with said.open("w") as file:  # to a pipe, a worker that is left behind would hold it open
        command = [sys.executable, "-c", WORKER, name]
        done = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT)
    why, pid, words = said.read_text().split()
    assert (why, done.returncode, words) == ("killed", 130, "Interrupted.")
    with suppress(psutil.NoSuchProcess):
        psutil.Process(int(pid)).wait(20)  # raises an error if it is still there


def test_what_a_parent_ignores_does_not_end_a_command():
    code = (
        "import signal; from autograder.base import interrupt; "
        "interrupt.end_at_once(); signal.raise_signal(signal.SIGHUP); print('goes on')"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert run.stdout == "goes on\n", run.stderr
