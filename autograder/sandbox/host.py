"""The host's side of the zygote: starting and sharing it, and having it fork kernels."""

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import BinaryIO

from autograder.base.child_process import is_readable
from autograder.base.failure import Failure
from autograder.sandbox import bubblewrap
from autograder.sandbox.bubblewrap import ENVIRONMENT, FIXED
from autograder.sandbox.library import library
from autograder.sandbox.limits import Limits

START_TIMEOUT = 120.0  # seconds for the zygote's imports, on a slow disk
FORK_TIMEOUT = 60.0
PAUSES = 0.2, 1.0  # seconds, after which a fork that failed is tried again
# A zygote dies with the thread that started it, and threads that grade a submission end soon: this
# one lives as long as the process.
_starter = ThreadPoolExecutor(1, thread_name_prefix="zygote-starter")


class ZygoteFailed(Failure):
    """The zygote did not start, or did not fork; the message says why."""


class NotForked(ZygoteFailed):
    """The zygote is well, but there is no room for one more kernel now."""


@dataclass
class ForkedKernel:
    """A kernel that has been forked."""

    pidfd: int  # of the warden; readable once it has ended
    channel: int | None  # a socket to talk to it
    report: int  # a pipe that says, at the end, why the kernel ended
    # Where an unsafe kernel works; a sandboxed one has its own, which ends with it.
    scratch: tempfile.TemporaryDirectory | None = None

    def alive(self) -> bool:
        """Whether it still runs."""
        return not self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Waits for its end; returns whether that came."""
        return is_readable(self.pidfd, seconds)

    def kill(self) -> None:
        """Ends the kernel and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def ending(self) -> str:
        """A sentence on why it ended; empty if the warden was killed."""
        if not is_readable(self.report, 0):
            return ""
        return os.read(self.report, 1000).decode("utf-8", "replace")

    def take_channel(self) -> int:
        """The channel, which the caller has to close from now on."""
        channel, self.channel = self.channel, None
        return channel

    def close(self) -> None:
        """Releases its descriptors and its folder."""
        for fd in (self.pidfd, self.channel, self.report):
            if fd is not None:
                os.close(fd)
        if self.scratch:
            self.scratch.cleanup()


class Zygote:
    """A zygote, restarted if it has died.

    Args:
        unsafe: whether its kernels are without a sandbox.
        user: the id of the user that an unsafe one runs as; None for this process's own.
    """

    def __init__(self, *, unsafe: bool = False, user: int | None = None):
        self.unsafe, self.user = unsafe, user
        self._process: subprocess.Popen | None = None
        self._control: socket.socket | None = None
        self._errors: BinaryIO | None = None  # what the process prints
        self._ready = False
        self._lock = threading.Lock()
        self._last_id = 0

    def fork(self, limits: Limits) -> ForkedKernel:
        """Forks a kernel that is held to some limits.

        Raises:
            NotForked: it could not, in several attempts; other kernels go on.
            ZygoteFailed: it could not, even with a new zygote.
        """
        for pause in PAUSES:
            with contextlib.suppress(NotForked):
                return self._fork(limits)
            time.sleep(pause)
        return self._fork(limits)

    def _fork(self, limits: Limits) -> ForkedKernel:
        with self._lock:
            try:
                return self._ask(limits)
            except NotForked:
                raise
            except (OSError, ZygoteFailed):
                self._stop()  # and with it all its kernels
                return self._ask(limits)

    def begin(self) -> None:
        """Starts the zygote, if there is none, without waiting until it is ready."""
        with self._lock:
            if self._control is None:
                self._launch()

    def close(self) -> None:
        """Ends the zygote, and with it all its kernels."""
        with self._lock:
            self._stop()

    @property
    def pid(self) -> int | None:
        """The id of the zygote's process; None if there is none."""
        return self._process.pid if self._process else None

    def _ask(self, limits: Limits) -> ForkedKernel:
        if self._process is not None and self._process.poll() is not None:
            self._stop()
        if self._control is None:
            self._launch()
        if not self._ready:
            self._await_ready()
        self._last_id += 1
        request = {"id": self._last_id, "limits": asdict(limits), "environment": ENVIRONMENT}
        scratch = None
        if self.unsafe:
            scratch = tempfile.TemporaryDirectory(prefix="kernel-", ignore_cleanup_errors=True)
            if self.user is not None:
                os.chown(scratch.name, self.user, self.user)
            request["scratch"] = scratch.name
        self._control.send(json.dumps(request).encode())
        while True:
            self._wait(FORK_TIMEOUT)
            text, fds, _, _ = socket.recv_fds(self._control, 65536, 3)
            if not text:
                raise ZygoteFailed("The zygote could not fork a kernel: it has ended.")
            answer = json.loads(text)
            if answer["id"] == self._last_id:
                break
            for fd in fds:  # of an abandoned request
                os.close(fd)
        if len(fds) < 3:  # or it lacks some that this process had no room for
            for fd in fds:
                os.close(fd)
            problem = answer.get("problem", "too many files are open here")
            raise NotForked(f"The zygote could not fork a kernel: {problem}.")
        for fd in fds:
            os.set_inheritable(fd, False)
        return ForkedKernel(*fds, scratch)

    def _launch(self) -> None:
        if _abandoned.is_set():
            raise ZygoteFailed("No zygote was started, because the command was interrupted.")
        if not self.unsafe:
            bubblewrap.check()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            if self.unsafe:
                command = [sys.executable, *_python_arguments(str(library()), theirs), "--unsafe"]
            else:
                command = bubblewrap.command(library(), *_python_arguments("/library", theirs))
                command += bubblewrap.zygote_arguments()
            self._start(command, theirs)

    def _start(self, command: list[str], theirs: socket.socket) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed in _stop
        self._process = _starter.submit(
            subprocess.Popen,
            command,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=self._errors,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C in a terminal is for this process only
            **_as_user(self.user),
        ).result()

    def _await_ready(self) -> None:
        self._wait(START_TIMEOUT)
        if not self._control.recv(65536):
            raise ZygoteFailed(f"The zygote did not start: {self._last_error()}")
        self._ready = True

    def _last_error(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return (lines or ["no reason given"])[-1]

    def _wait(self, timeout: float) -> None:
        if not is_readable(self._control.fileno(), timeout):
            raise ZygoteFailed(f"The zygote did not answer within {timeout:g} s.")

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control, self._ready = None, False
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._errors.close()
            self._process = None


def _python_arguments(path: str, control: socket.socket) -> list[str]:
    """Python's arguments to run the zygote from the library at some path."""
    # Not -I, which would ignore the hash seed.
    return ["-s", "-P", f"{path}/zygote.py", "--socket", str(control.fileno())]


def _as_user(user: int | None) -> dict:
    """How to start a process: as this user, without Python's settings except the hash seed; or as
    another user, without anything of this one's environment."""
    if user is None:
        mine = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        return {"env": mine | FIXED}
    home = {"HOME": "/tmp", "MPLCONFIGDIR": "/tmp/matplotlib", "OMP_NUM_THREADS": "1"}
    ids = {"user": user, "group": user, "extra_groups": []}
    return {"env": ENVIRONMENT | home, "cwd": "/", **ids}


_zygotes: dict[bool, Zygote] = {}
_lock = threading.Lock()
_abandoned = threading.Event()


def zygote(unsafe: bool = False) -> Zygote:
    """This process's zygote."""
    with _lock:
        if unsafe not in _zygotes:
            _zygotes[unsafe] = Zygote(unsafe=unsafe)
            atexit.register(_zygotes[unsafe].close)
        return _zygotes[unsafe]


def abandon() -> None:
    """Kills all zygotes, for a process that ends at once, without waiting for threads that use one,
    and lets none start another."""
    _abandoned.set()
    for each in list(_zygotes.values()):
        if process := each._process:
            process.kill()


def run_unsafe_as(user: int) -> None:
    """From now on, whatever runs without a sandbox runs as another user. Only root can do this."""
    with _lock:
        _zygotes[True] = Zygote(unsafe=True, user=user)
        atexit.register(_zygotes[True].close)
