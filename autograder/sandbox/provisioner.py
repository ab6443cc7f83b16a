"""Jupyter's side of the sandbox: a kernel provisioner that has the zygote fork a kernel."""

import asyncio
import os
import signal
from typing import Any

from jupyter_client.provisioning import KernelProvisionerBase

from autograder.sandbox.forked import Forked
from autograder.sandbox.host import request

PORTS = ("shell_port", "iopub_port", "stdin_port", "hb_port", "control_port")


class SandboxProvisioner(KernelProvisionerBase):
    """Starts, watches and ends one sandboxed kernel."""

    forked: Forked | None = None

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
        connection = common | {"key": key}
        asked = request(sandbox["limits"], sandbox["seed"], talk="zmq", connection=connection)
        self.forked = sandbox["zygote"].fork(asked)
        ip = f"/proc/self/fd/{self.forked.channel}/s"
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
