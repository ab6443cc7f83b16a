"""The host's side of the zygote: starts it, shares it, and has it fork kernels."""

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
from multiprocessing.connection import wait
from typing import BinaryIO

from autograder.base import interrupt
from autograder.sandbox import bubblewrap
from autograder.sandbox.bubblewrap import ENVIRONMENT, FIXED
from autograder.sandbox.failures import NotForked, ZygoteFailed
from autograder.sandbox.library import library
from autograder.sandbox.limits import Limits

ANSWER_TIMEOUT = 120.0  # seconds; the zygote's imports, too, may take long on a slow disk
FORKED = b"forked"  # the warden's text; the descriptors that come with it may have got lost
PAUSES = 0.2, 1.0  # seconds to wait before a failed fork is tried again
# A zygote dies with the thread that started it. Threads that grade a submission end soon, so
# zygotes are started by this one, which lives as long as the process.
_starter = ThreadPoolExecutor(1, thread_name_prefix="zygote-starter")


@dataclass
class ForkedKernel:
    """A kernel that has been forked."""

    pidfd: int  # the warden's; readable once the warden has ended
    channel: socket.socket  # through which the host and the kernel communicate
    report: int  # a pipe from which the host reads, at the end, why the kernel ended
    # The working folder of an unsafe kernel. A sandboxed one has its own, which ends with it.
    scratch: tempfile.TemporaryDirectory | None = None

    @property
    def is_alive(self) -> bool:
        """Whether it is still running."""
        return not self.wait(0)

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for it to end, for ever if no time is given, and returns whether it has ended."""
        return bool(wait([self.pidfd], seconds))

    def ending(self) -> str:
        """A sentence on why it ended; empty if the warden was killed."""
        if not wait([self.report], 0):
            return ""
        return os.read(self.report, 1000).decode("utf-8", "replace")

    def end(self) -> None:
        """Ends the kernel and everything it started, and releases its descriptors and folder."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)
        self.wait()
        self.channel.close()
        os.close(self.pidfd)
        os.close(self.report)
        if self.scratch:
            self.scratch.cleanup()


@dataclass
class _Process:
    """A zygote that was started."""

    popen: subprocess.Popen
    control: socket.socket  # through which requests are made
    printed: BinaryIO  # what it prints

    def last_line(self) -> str:
        """The last line that it printed before it ended."""
        self.popen.wait()
        self.printed.seek(0)
        lines = self.printed.read().decode("utf-8", "replace").strip().splitlines()
        return (lines or ["no reason given"])[-1]

    def end(self) -> None:
        """Kills it."""
        self.control.close()
        self.popen.kill()
        self.popen.wait()
        self.printed.close()


class Zygote:
    """A zygote, restarted if it has died.

    Args:
        unsafe: whether its kernels run without a sandbox.
        user: the id of the user that an unsafe zygote runs as; None for this process's user.
    """

    def __init__(self, *, unsafe: bool, user: int | None = None):
        self.unsafe, self.user = unsafe, user
        self._process: _Process | None = None
        self._lock = threading.Lock()

    def fork(self, limits: Limits) -> ForkedKernel:
        """Forks a kernel with the given limits.

        Raises:
            NotForked: several attempts have failed; other kernels keep running.
            ZygoteFailed: no kernel could be forked, even with a new zygote.
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
            except ZygoteFailed:
                self._stop()  # this ends its kernels, too
                return self._ask(limits)
            except KeyboardInterrupt:  # a late answer would be taken for that to the next request
                self._stop()
                raise

    def begin(self) -> None:
        """Starts the zygote if there is none, but does not wait until it is ready."""
        with self._lock:
            if self._process is None:
                self._process = self._launched()

    def close(self) -> None:
        """Ends the zygote, and with it all its kernels."""
        with self._lock:
            self._stop()

    @property
    def pid(self) -> int | None:
        """The id of the zygote's process; None if there is none."""
        return self._process.popen.pid if self._process else None

    def kill(self) -> None:
        """Kills the zygote's process, even while another thread uses it."""
        if process := self._process:
            process.popen.kill()

    def _ask(self, limits: Limits) -> ForkedKernel:
        if self._process is not None and self._process.popen.poll() is not None:
            self._stop()
        if self._process is None:
            self._process = self._launched()
        request: dict[str, object] = {"limits": asdict(limits), "environment": ENVIRONMENT}
        scratch = None
        if self.unsafe:
            scratch = tempfile.TemporaryDirectory(prefix="kernel-", ignore_cleanup_errors=True)
            if self.user is not None:
                os.chown(scratch.name, self.user, self.user)
            request["scratch"] = scratch.name
        try:
            self._process.control.send(json.dumps(request).encode())
            if not wait([self._process.control], ANSWER_TIMEOUT):
                raise ZygoteFailed(f"The zygote did not answer within {ANSWER_TIMEOUT:g} s.")
            answer, fds, _, _ = socket.recv_fds(self._process.control, 65536, 3)
            if not answer:
                raise EOFError
        except (EOFError, ConnectionError):
            if not self.unsafe:
                bubblewrap.require_sandbox()  # its error says more, if no sandbox works here
            reason = self._process.last_line().removesuffix(".")
            raise ZygoteFailed(f"The zygote ended, or did not start: {reason}.") from None
        if len(fds) < 3:  # the fork failed, or this process had no room for all descriptors
            for fd in fds:
                os.close(fd)
            is_lost = fds or answer == FORKED
            reason = "too many files are open here" if is_lost else answer.decode()
            raise NotForked(f"The zygote could not fork a kernel: {reason}.")
        for fd in fds:
            os.set_inheritable(fd, False)
        pidfd, channel, report = fds
        return ForkedKernel(pidfd, socket.socket(fileno=channel), report, scratch)

    def _launched(self) -> _Process:
        if _abandoned.is_set():
            raise ZygoteFailed("No zygote was started, because the command was interrupted.")
        control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        printed = tempfile.TemporaryFile()  # noqa: SIM115  closed when the process ends
        with theirs:
            if self.unsafe:
                command = [sys.executable, *_python_arguments(str(library()), theirs), "--unsafe"]
            else:
                command = bubblewrap.command(library(), *_python_arguments("/library", theirs))
                command += bubblewrap.zygote_arguments()

            def started() -> subprocess.Popen:
                return subprocess.Popen(
                    command,
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=printed,
                    stderr=printed,
                    start_new_session=True,  # so that Ctrl-C in a terminal does not reach it
                    **_as_user(self.user),
                )

            return _Process(_starter.submit(started).result(), control, printed)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


def _python_arguments(path: str, control: socket.socket) -> list[str]:
    """The arguments with which Python runs the zygote from the library at some path."""
    # Not -I, because it would ignore the hash seed.
    return ["-s", "-P", f"{path}/zygote.py", "--socket", str(control.fileno())]


def _as_user(user: int | None) -> dict:
    """The arguments of `Popen` that start a process as some user. For this process's user (None),
    the environment stays, but of Python's settings in it only the hash seed is set. Another user
    gets nothing of this environment."""
    if user is None:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        return {"env": environment | FIXED}
    home = {"HOME": "/tmp", "MPLCONFIGDIR": "/tmp/matplotlib", "OMP_NUM_THREADS": "1"}
    ids = {"user": user, "group": user, "extra_groups": []}
    return {"env": ENVIRONMENT | home, "cwd": "/", **ids}


_zygotes: dict[bool, Zygote] = {}
_lock = threading.Lock()
_abandoned = threading.Event()


def zygote(*, unsafe: bool = False) -> Zygote:
    """This process's zygote."""
    with _lock:
        if unsafe not in _zygotes:
            _zygotes[unsafe] = Zygote(unsafe=unsafe)
            atexit.register(_zygotes[unsafe].close)
        return _zygotes[unsafe]


def _abandon() -> None:
    """Kills all zygotes, even those that threads are using, and keeps threads from starting others.
    This is for a process that is about to end."""
    _abandoned.set()
    for started in list(_zygotes.values()):
        started.kill()


interrupt.at_interrupt.append(_abandon)


def run_unsafe_as(user: int) -> None:
    """From now on, whatever runs without a sandbox runs as another user. Only root can do this."""
    with _lock:
        _zygotes[True] = Zygote(unsafe=True, user=user)
        atexit.register(_zygotes[True].close)
