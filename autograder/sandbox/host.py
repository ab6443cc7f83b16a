"""The host's side of the zygote: starting it, having it fork kernels, and holding on to them."""

import atexit
import contextlib
import json
import math
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.sandbox import bubblewrap
from autograder.sandbox.library import library
from autograder.sandbox.limits import Limits

START_TIMEOUT = 120.0  # seconds for the zygote's imports, on a slow disk
FORK_TIMEOUT = 30.0
# A zygote dies with the thread that started it, and a thread in which one submission was graded
# soon ends: this one lives as long as the process.
_starter = ThreadPoolExecutor(1, thread_name_prefix="zygote-starter")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


class ZygoteFailed(RuntimeError):
    """The zygote did not start, or did not fork; the message says why."""


@dataclass
class Forked:
    """A kernel that has been forked.

    Attributes:
        pidfd: of the warden; readable when it has ended.
        channel: the folder in which the kernel binds its ZMQ sockets, or a socket to talk to it.
        report: a pipe that says, at the end, why the kernel ended.
        scratch: where an unsafe kernel works; a sandboxed one has a place that ends with it.
    """

    pidfd: int
    channel: int | None
    report: int
    scratch: tempfile.TemporaryDirectory | None = None

    def alive(self) -> bool:
        """Whether it still runs."""
        return not self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Waits for its end; whether that came."""
        return _is_readable(self.pidfd, seconds)

    def kill(self) -> None:
        """Ends the kernel and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def ending(self) -> str:
        """Why it ended, in a sentence; empty if the warden was killed."""
        if not _is_readable(self.report, 0):
            return ""
        return os.read(self.report, 1000).decode("utf-8", "replace")

    def take_channel(self) -> int:
        """The channel, which is the caller's to close from now on."""
        channel, self.channel = self.channel, None
        return channel

    def close(self) -> None:
        """Lets go of it."""
        for fd in (self.pidfd, self.channel, self.report):
            if fd is not None:
                os.close(fd)
        if self.scratch:
            self.scratch.cleanup()


class Zygote:
    """A zygote process, started when it is first needed and again when it has died.

    Args:
        library: the folder of what kernels import besides Python's packages.
        unsafe: without a sandbox.
        user: the id of the user as whom an unsafe one runs; None for this process's own.
    """

    def __init__(self, library: Path, *, unsafe: bool = False, user: int | None = None):
        self.library, self.unsafe, self.user = library, unsafe, user
        self._process: subprocess.Popen | None = None
        self._control: socket.socket | None = None
        self._ready = False
        self._lock = threading.Lock()
        self._last_id = 0

    def fork(self, request: dict) -> Forked:
        """Forks a kernel.

        Raises:
            ZygoteFailed: it could not, even with a new zygote.
        """
        with self._lock:
            try:
                return self._ask(request)
            except (OSError, ZygoteFailed):
                self._stop()
                return self._ask(request)

    def begin(self) -> None:
        """Starts the zygote, if it is not running, and does not wait until it is ready."""
        with self._lock:
            if self._process is None:
                self._launch()

    def close(self) -> None:
        """Ends the zygote, and with it all its kernels."""
        with self._lock:
            self._stop()

    @property
    def pid(self) -> int | None:
        """Of the process that holds the zygote; None when none runs."""
        return self._process.pid if self._process else None

    def _ask(self, request: dict) -> Forked:
        if self._process is None or self._process.poll() is not None:
            self._launch()
        if not self._ready:
            self._await_ready()
        self._last_id += 1
        scratch = None
        if self.unsafe:
            scratch = tempfile.TemporaryDirectory(prefix="kernel-", ignore_cleanup_errors=True)
            if self.user is not None:
                os.chown(scratch.name, self.user, self.user)
            request = request | {"sockets": scratch.name}
        self._control.send(json.dumps(request | {"id": self._last_id}).encode())
        while True:
            self._wait(FORK_TIMEOUT)
            text, fds, _, _ = socket.recv_fds(self._control, 65536, 3)
            answer = json.loads(text) if text else {"problem": "it has ended", "id": self._last_id}
            if answer["id"] == self._last_id:
                break
            for fd in fds:  # of a request that was given up
                os.close(fd)
        if "problem" in answer:
            raise ZygoteFailed(f"The zygote could not fork a kernel: {answer['problem']}.")
        for fd in fds:
            os.set_inheritable(fd, False)
        return Forked(*fds, scratch)

    def _launch(self) -> None:
        self._ready = False
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        arguments = ["--socket", str(theirs.fileno())]
        if self.unsafe:
            library, where = str(self.library), [sys.executable]
            arguments += ["--unsafe"]
        else:
            bubblewrap.check()
            library, where = "/library", bubblewrap.command(self.library)
            arguments += bubblewrap.zygote_arguments()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed in _stop
        self._process = _starter.submit(
            subprocess.Popen,
            [*where, "-I", f"{library}/zygote.py", "--path", library, *arguments],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self._errors,
            stderr=self._errors,
            **({} if self.user is None else _another(self.user)),
        ).result()
        theirs.close()

    def _await_ready(self) -> None:
        self._wait(START_TIMEOUT)
        if not self._control.recv(65536):
            self._process.wait()
            self._errors.seek(0)
            said = self._errors.read().decode("utf-8", "replace").strip().splitlines()
            raise ZygoteFailed(f"The zygote did not start: {(said or ['no reason given'])[-1]}")
        self._ready = True

    def _wait(self, timeout: float) -> None:
        if not _is_readable(self._control.fileno(), timeout):
            raise ZygoteFailed(f"The zygote did not answer within {timeout:g} s.")

    def _stop(self) -> None:
        if self._process is not None:
            self._control.close()
            self._process.kill()
            self._process.wait()
            self._errors.close()
            self._process = None


def _another(user: int) -> dict:
    """How a process is started as another user, who is told nothing of this one's environment."""
    home = {"HOME": "/tmp", "MPLCONFIGDIR": "/tmp/matplotlib", "OMP_NUM_THREADS": "1"}
    ids = {"user": user, "group": user, "extra_groups": []}
    return {"env": ENVIRONMENT | home, "cwd": "/", **ids}


_zygotes: dict[bool, Zygote] = {}
_lock = threading.Lock()


def zygote(unsafe: bool = False) -> Zygote:
    """The zygote of this process, started when it first forks."""
    with _lock:
        if unsafe not in _zygotes:
            _zygotes[unsafe] = Zygote(library(), unsafe=unsafe)
            atexit.register(_zygotes[unsafe].close)
        return _zygotes[unsafe]


def run_unsafe_as(user: int) -> None:
    """From now on what runs without a sandbox runs as another user, which only root can ask for."""
    with _lock:
        _zygotes[True] = Zygote(library(), unsafe=True, user=user)
        atexit.register(_zygotes[True].close)


def request(limits: Limits, seed: int, **more: object) -> dict:
    """What the zygote is asked for.

    Args:
        limits: what the kernel may use.
        seed: of its random numbers.
        more: how one talks to it.
    """
    return {"limits": asdict(limits), "seed": seed, "environment": ENVIRONMENT, **more}


def _is_readable(fd: int, seconds: float) -> bool:
    poll = select.poll()  # which, unlike select, takes descriptors above 1024
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(None if seconds == math.inf else max(seconds, 0) * 1000))
