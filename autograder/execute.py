"""Running a notebook's cells in a sandboxed kernel, to the end, whatever they do.

A cell that does not end, or ends its kernel, costs itself: a new kernel is forked, the cells before
it are run again, and the rest of the notebook follows.
"""

import asyncio
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder.in_kernel.agent import MIME
from autograder.sandbox.limits import Limits
from autograder.sandbox.manager import SandboxKernelManager, bounded_context, zygote

MAX_KERNELS = 6  # for one notebook; after that the rest is not run
MAX_EVIDENCE = 2_500_000  # characters in the evidence of one cell
FLOOD = 32  # times the output that is kept: then the kernel is ended
READY_TIMEOUT = 60.0
DEFAULT = Limits()


class Stopped(Exception):
    """A cell did not end by itself. The message says why, in a sentence."""


class Interrupted(RuntimeError):
    """A kernel was ended from outside, and no student is to blame: try again."""


@dataclass
class Run:
    """How a notebook's cells ran.

    Attributes:
        stopped: by the index of a cell, why it did not end by itself.
        kernels: how many kernels it took.
        seconds: by the clock.
    """

    stopped: dict[int, str] = field(default_factory=dict)
    kernels: int = 0
    seconds: float = 0.0


def execute(
    notebook: NotebookNode,
    *,
    limits: Limits = DEFAULT,
    seed: int = 0,
    once: frozenset[int] = frozenset(),
    unsafe: bool = False,
) -> Run:
    """Runs all code cells and leaves their outputs in them.

    Args:
        notebook: is changed.
        limits: what it may use.
        seed: of the random numbers that kernels start with.
        once: the cells that leave nothing behind, so that they need not be run again.
        unsafe: without a sandbox.

    Raises:
        Interrupted: the sandbox was ended from outside.
    """
    runner = _Runner(notebook, limits, seed, once, unsafe)
    started = time.monotonic()
    try:
        _run_to_end(runner.run())
    finally:
        runner.result.seconds = time.monotonic() - started
    return runner.result


def _run_to_end(coroutine: Coroutine) -> None:
    """Runs a coroutine, in a thread of its own where this one has a running loop: formgrader's."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(coroutine)
        return
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()


class _Runner:
    def __init__(self, notebook, limits, seed, once, unsafe):
        self.notebook, self.limits, self.seed = notebook, limits, seed
        self.once, self.unsafe = once, unsafe
        self.result = Run()
        self.kernel: _Kernel | None = None
        self.deadline = time.monotonic() + limits.submission
        self.context = bounded_context()

    async def run(self) -> None:
        code = [i for i, cell in enumerate(self.notebook.cells) if cell.cell_type == "code"]
        for cell in self.notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        try:
            for place, i in enumerate(code):
                before = [j for j in code[:place] if j not in self.once]
                await self._run_cell(i, before)
        finally:
            if self.kernel:
                await self.kernel.end()
            self.context.destroy(linger=0)

    async def _run_cell(self, i: int, before: list[int]) -> None:
        cell = self.notebook.cells[i]
        if not cell.source.strip():
            return
        reason = "" if await self._kernel_ready(before) else self._too_long_in_all()
        if not reason:
            try:
                await self.kernel.execute(i, self._time_for_a_cell())
                return
            except Stopped as stopped:
                reason = str(stopped)
                await self._end_kernel()
        self.result.stopped[i] = reason
        cell.outputs.append(
            new_output("error", ename="Stopped", evalue=reason, traceback=[f"Stopped: {reason}"])
        )

    async def _kernel_ready(self, before: list[int]) -> bool:
        """Whether there is a kernel in which the cells before have run."""
        while self.kernel is None:
            if self.result.kernels >= MAX_KERNELS or self._time_for_a_cell() <= 0:
                return False
            self.result.kernels += 1
            self.kernel = _Kernel(self)
            try:
                await self.kernel.start()
                for j in before:
                    if j not in self.result.stopped:
                        await self.kernel.execute(j, self._time_for_a_cell(), keep=False)
            except Stopped as stopped:
                await self._end_kernel()
                if self.result.kernels == 1:
                    raise RuntimeError(str(stopped)) from None
        return self._time_for_a_cell() > 0

    async def _end_kernel(self) -> None:
        kernel, self.kernel = self.kernel, None
        await kernel.end()

    def _time_for_a_cell(self) -> float:
        return min(self.limits.cell, self.deadline - time.monotonic())

    def _too_long_in_all(self) -> str:
        if self.result.kernels >= MAX_KERNELS:
            return "It was not run, because earlier cells ended the kernel again and again."
        return f"It was not run: the notebook had used up its {self.limits.submission:g} s."


class _Kernel(NotebookClient):
    """One sandboxed kernel, what it may display bounded."""

    def __init__(self, runner: _Runner):
        super().__init__(runner.notebook, timeout=None, allow_errors=True, store_widget_state=False)
        self.limits, self.unsafe = runner.limits, runner.unsafe
        self.km = SandboxKernelManager(context=runner.context)
        self.seed, self.context = runner.seed, runner.context
        self.room = self.evidence = self.excess = 0

    async def start(self) -> None:
        """Forks it, and waits until it answers."""
        options = {"limits": self.limits, "seed": self.seed, "zygote": zygote(self.unsafe)}
        await self.km.start_kernel(sandbox=options)
        self.kc = self.km.client(context=self.context)
        self.kc.start_channels(hb=False)
        deadline = time.monotonic() + READY_TIMEOUT
        while not await self._answers():
            if time.monotonic() > deadline or not await self.km.is_alive():
                raise Stopped(f"The kernel did not start. {await self._why()}")

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

    async def execute(self, i: int, seconds: float, keep: bool = True) -> None:
        """Runs one cell.

        Args:
            i: its index in the notebook.
            seconds: by the clock, that it may take.
            keep: whether its outputs are.

        Raises:
            Stopped: it did not end by itself.
        """
        cell = self.nb.cells[i]
        kept = cell if keep else NotebookNode(cell | {"outputs": [], "metadata": {}})
        self.room, self.evidence, self.excess = self.limits.output, MAX_EVIDENCE, 0
        started = time.monotonic()
        try:
            await asyncio.wait_for(self._execute(kept, i), seconds)
            if self.excess > FLOOD * self.limits.output:
                raise Stopped("It printed without end, and was stopped.")
        except (DeadKernelError, TimeoutError):
            if self.excess > FLOOD * self.limits.output:
                raise Stopped("It printed without end, and was stopped.") from None
            took = time.monotonic() - started
            if took >= seconds:
                what = f"{seconds:.3g} s" if seconds < self.limits.cell else f"{seconds:g} s"
                raise Stopped(f"It was still running after {what}, and was stopped.") from None
            raise Stopped(f"It ended the kernel. {await self._why()}".rstrip()) from None
        except (Stopped, Interrupted):
            raise
        except Exception as error:  # messages that no honest kernel sends
            raise Stopped(f"Its kernel talked nonsense ({type(error).__name__}).") from None

    async def _execute(self, cell: NotebookNode, i: int) -> None:
        place = self.nb.cells[i]
        await self.async_execute_cell(cell, i, store_history=True)
        self.nb.cells[i] = place  # which nbclient replaces

    async def end(self) -> None:
        """Ends it, and everything it started."""
        if self.km.provisioner is not None:
            await self.km.provisioner.kill()
            await self.km.provisioner.wait()
        if self.kc is not None:
            self.kc.stop_channels()
        self.km.cleanup_connection_file()

    async def _why(self) -> str:
        """Why the kernel ended.

        Raises:
            Interrupted: its warden, which no student can reach, was ended before it could say.
        """
        forked = self.km.provisioner.forked
        for _ in range(20):
            if not forked.alive():
                break
            await asyncio.sleep(0.05)
        reason = forked.ending()
        if not forked.alive() and not reason:
            raise Interrupted("The sandbox was ended from outside.")
        return reason

    def output(self, outs, msg, display_id, cell_index):
        """Keeps what a cell displays as far as there is room."""
        size = _size(msg["content"])
        is_evidence = MIME in msg["content"].get("data", {})
        if is_evidence:
            self.evidence -= size
            if self.evidence < 0:
                self._overflow(size)
                return None
        elif size > self.room:
            if not self.excess:
                kept = f"\nOnly the first {self.limits.output} characters are kept.\n"
                outs.append(new_output("stream", name="stdout", text=kept))
            self._overflow(size)
            return None
        if not is_evidence:
            self.room -= size
        return super().output(outs, msg, display_id, cell_index)

    def _update_display_id(self, display_id, msg):
        if _size(msg["content"]) > self.room:
            self._overflow(_size(msg["content"]))
            return
        self.room -= _size(msg["content"])
        super()._update_display_id(display_id, msg)

    def handle_comm_msg(self, outs, msg, cell_index):
        """Widgets have nobody to talk to while a notebook is graded."""

    def _overflow(self, size: int) -> None:
        self.excess += size
        if self.excess > FLOOD * self.limits.output:
            forked = self.km.provisioner.forked
            if forked:
                forked.kill()


def _size(value: object) -> int:
    """How many characters a message's content holds."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(len(str(key)) + _size(each) for key, each in value.items())
    if isinstance(value, list):
        return sum(map(_size, value))
    return 8
