"""The host's side of a kernel that is an ipykernel: nbclient runs its cells, over ZMQ."""

import asyncio
import time

from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder.in_kernel.evidence import MIME
from autograder.sandbox.host import zygote
from autograder.sandbox.kernel import (
    FLOODED,
    NONSENSE,
    Interrupted,
    Kernel,
    Room,
    Stopped,
    size_of,
    too_long,
    why,
)
from autograder.sandbox.manager import SandboxKernelManager, bounded_context

READY_TIMEOUT = 60.0


class JupyterKernel:
    """One sandboxed ipykernel, in a loop of its own that runs while it is asked something."""

    def __init__(self, kernel: Kernel):
        self._runner = asyncio.Runner()
        self._context = bounded_context()
        self._client = _Client(kernel, self._context)

    def start(self) -> None:
        """Forks it, and waits until it answers."""
        self._runner.run(self._client.start())

    def execute(self, i: int, seconds: float, keep: bool = True) -> None:
        """Runs one cell.

        Args:
            i: its index in the notebook.
            seconds: by the clock, that it may take.
            keep: whether its outputs are.

        Raises:
            Stopped: it did not end by itself.
            Interrupted: the kernel was ended from outside.
        """
        self._runner.run(self._client.execute(i, seconds, keep))

    def end(self) -> None:
        """Ends it, and everything it started."""
        try:
            self._runner.run(self._client.end())
        finally:
            self._runner.close()
            self._context.destroy(linger=0)


class _Client(NotebookClient):
    """nbclient, with what a kernel may display bounded."""

    def __init__(self, kernel: Kernel, context):
        super().__init__(kernel.notebook, timeout=None, allow_errors=True, store_widget_state=False)
        _, self.limits, self.seed, self.unsafe = kernel
        self.km, self.context = SandboxKernelManager(context=context), context
        self.room = Room(self.limits.output)

    async def start(self) -> None:
        """Forks the kernel, and waits until it answers."""
        options = {"limits": self.limits, "seed": self.seed, "zygote": zygote(self.unsafe)}
        await self.km.start_kernel(sandbox=options)
        self.kc = self.km.client(context=self.context)
        self.kc.start_channels(hb=False, stdin=False)  # nobody is there to answer
        deadline = time.monotonic() + READY_TIMEOUT
        while not await self._answers():
            if time.monotonic() > deadline or not await self.km.is_alive():
                raise Stopped(f"The kernel did not start. {self._why()}")

    async def _answers(self) -> bool:
        """Whether it answers, and what it publishes arrives."""
        msg_id = self.kc.kernel_info()
        try:
            await self.kc.shell_channel.get_msg(timeout=1)
            while True:
                published = await self.kc.iopub_channel.get_msg(timeout=0.2)
                idle = published["content"].get("execution_state") == "idle"
                if idle and published["parent_header"].get("msg_id") == msg_id:
                    return True
        except Exception:  # nothing came, or nothing readable
            return False

    async def execute(self, i: int, seconds: float, keep: bool) -> None:
        """Runs one cell."""
        cell = self.nb.cells[i]
        kept = cell if keep else NotebookNode(cell | {"outputs": [], "metadata": {}})
        self.room = Room(self.limits.output)
        started = time.monotonic()
        try:
            await asyncio.wait_for(self._execute(kept, i), seconds)
            if self.room.is_flooded:
                raise Stopped(FLOODED)
        except (DeadKernelError, TimeoutError):
            if self.room.is_flooded:
                raise Stopped(FLOODED) from None
            if time.monotonic() - started >= seconds:
                raise too_long(seconds, self.limits) from None
            raise Stopped(f"It ended the kernel. {self._why()}".rstrip()) from None
        except (Stopped, Interrupted):
            raise
        except Exception as error:  # messages that no honest kernel sends
            raise Stopped(NONSENSE.format(type(error).__name__)) from None

    async def _execute(self, cell: NotebookNode, i: int) -> None:
        place = self.nb.cells[i]
        await self.async_execute_cell(cell, i, store_history=True)
        self.nb.cells[i] = place  # which nbclient replaces

    async def end(self) -> None:
        """Ends the kernel."""
        if self.km.provisioner is not None:
            await self.km.provisioner.kill()
            await self.km.provisioner.wait()
        if self.kc is not None:
            self.kc.stop_channels()
        self.km.cleanup_connection_file()

    def _why(self) -> str:
        return why(self.km.provisioner.forked)

    def output(self, outs, msg, display_id, cell_index):
        """Keeps what a cell displays as far as there is room."""
        is_evidence = MIME in msg["content"].get("data", {})
        if self._has_room(msg, is_evidence):
            return super().output(outs, msg, display_id, cell_index)
        if said := self.room.cut():
            outs.append(new_output("stream", name="stdout", text=said))
        return None

    def _update_display_id(self, display_id, msg):
        if self._has_room(msg):
            super()._update_display_id(display_id, msg)

    def handle_comm_msg(self, outs, msg, cell_index):
        """Widgets have nobody to talk to while a notebook is graded."""

    def _has_room(self, msg: dict, is_evidence: bool = False) -> bool:
        has = self.room.has(size_of(msg["content"]), is_evidence)
        if self.room.is_flooded and (forked := self.km.provisioner.forked):
            forked.kill()
        return has
