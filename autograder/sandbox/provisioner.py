"""Jupyter's side of the sandbox: a kernel provisioner that has the zygote fork a kernel."""

import asyncio
import contextlib
import json
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
from typing import Any

from jupyter_client.provisioning import KernelProvisionerBase

from autograder.sandbox import bubblewrap

ZYGOTE = Path(__file__).with_name("zygote.py")
START_TIMEOUT = 120.0  # seconds for the zygote's imports, on a slow disk
FORK_TIMEOUT = 30.0
# A zygote dies with the thread that started it, and a thread in which one submission was graded
# soon ends: this one lives as long as the process.
_starter = ThreadPoolExecutor(1, thread_name_prefix="zygote-starter")
PORTS = ("shell_port", "iopub_port", "stdin_port", "hb_port", "control_port")


class ZygoteFailed(RuntimeError):
    """The zygote did not start, or did not fork; the message says why."""


@dataclass
class Forked:
    """A kernel that has been forked.

    Attributes:
        pidfd: of the warden; readable when it has ended.
        folder: the folder in which the kernel binds its sockets.
        report: a pipe that says, at the end, why the kernel ended.
        scratch: where an unsafe kernel works; a sandboxed one has a place that ends with it.
    """

    pidfd: int
    folder: int
    report: int
    scratch: tempfile.TemporaryDirectory | None = None

    def alive(self) -> bool:
        """Whether it still runs."""
        return not select.select([self.pidfd], [], [], 0)[0]

    def kill(self) -> None:
        """Ends the kernel and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def ending(self) -> str:
        """Why it ended, in a sentence; empty if the warden was killed."""
        if not select.select([self.report], [], [], 0)[0]:
            return ""
        return os.read(self.report, 1000).decode("utf-8", "replace")

    def close(self) -> None:
        """Lets go of it."""
        for fd in (self.pidfd, self.folder, self.report):
            os.close(fd)
        if self.scratch:
            self.scratch.cleanup()


class Zygote:
    """A zygote process, started when it is first needed and again when it has died."""

    def __init__(self, library: Path, *, unsafe: bool = False):
        self.library, self.unsafe = library, unsafe
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
            library, where = str(self.library), []
            arguments += ["--unsafe"]
            where = [sys.executable]
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
        if not select.select([self._control], [], [], timeout)[0]:
            raise ZygoteFailed(f"The zygote did not answer within {timeout:g} s.")

    def _stop(self) -> None:
        if self._process is not None:
            self._control.close()
            self._process.kill()
            self._process.wait()
            self._errors.close()
            self._process = None


class SandboxProvisioner(KernelProvisionerBase):
    """Starts, watches and ends one sandboxed kernel."""

    forked: Forked | None = None
    ended = ""  # why the last kernel ended

    @property
    def has_process(self) -> bool:
        """Whether there is a kernel."""
        return self.forked is not None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Nothing is written to disk: the connection goes to the zygote over its socket."""
        kwargs.pop("extra_arguments", None)
        return await super().pre_launch(cmd=[], **kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        """Has a kernel forked, and says where its sockets are.

        Args:
            cmd: unused; the kernel is a fork.
            kwargs: `sandbox` holds the limits, the seed and the zygote.
        """
        sandbox = kwargs["sandbox"]
        ports = dict(zip(PORTS, range(1, 6), strict=True))
        key = os.urandom(16).hex()
        common = {"transport": "ipc", "signature_scheme": "hmac-sha256", **ports}
        request = {
            "connection": common | {"key": key},
            "limits": asdict(sandbox["limits"]),
            "seed": sandbox["seed"],
            "environment": {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        }
        self.forked = sandbox["zygote"].fork(request)
        ip = f"/proc/self/fd/{self.forked.folder}/s"
        self.connection_info = common | {"ip": ip, "key": key.encode()}
        km = self.parent
        for port in PORTS:
            setattr(km, port, 0)  # forgotten on a restart, so that they are taken from here
        km.load_connection_info(self.connection_info)
        return self.connection_info

    async def poll(self) -> int | None:
        """None while the kernel runs."""
        return None if self.forked and self.forked.alive() else 0

    async def wait(self) -> int | None:
        """Waits for the kernel's end."""
        while self.forked and self.forked.alive():
            await asyncio.sleep(0.005)
        if self.forked:
            self.ended = self.forked.ending()
            self.forked.close()
            self.forked = None
        return 0

    async def send_signal(self, signum: int) -> None:
        """Only an end can be sent; an interrupt goes as a message."""
        if self.forked and signum in (signal.SIGKILL, signal.SIGTERM):
            self.forked.kill()

    async def kill(self, restart: bool = False) -> None:
        """Ends the kernel and all it started."""
        await self.send_signal(signal.SIGKILL)

    async def terminate(self, restart: bool = False) -> None:
        """The same: a student's kernel is not asked politely."""
        await self.send_signal(signal.SIGKILL)

    async def cleanup(self, restart: bool = False) -> None:
        """Lets go of the kernel."""
        if self.forked:
            self.forked.kill()
            await self.wait()
