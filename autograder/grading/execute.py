"""Runs a notebook's cells in a sandboxed kernel, to the end, whatever they do.

A cell that does not end, or ends its kernel, loses only itself: a new kernel is forked, the cells
before it are run again, and the rest of the notebook follows.
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.judge.reply import errors_in, evidence_among
from autograder.sandbox.kernel import SandboxedKernel, Stopped
from autograder.sandbox.limits import DEFAULT, Limits
from autograder.sandbox.output_budget import NotebookBudget

MAX_KERNELS = 6  # for one notebook; after that the rest is not run
_NO_MEMORY = re.compile(r"MemoryError|can't allocate memory|Cannot allocate memory")


@dataclass
class Execution:
    """The result of running a notebook's cells."""

    # Why a cell did not end by itself, by its index.
    stopped: dict[int, str] = field(default_factory=dict)
    # The cells that asked for more memory than there is.
    short_of_memory: list[int] = field(default_factory=list)
    # Both for what was run after the notebook.
    short_of_memory_later: bool = False
    stopped_later: str = ""
    kernels: int = 0  # how many kernels it took
    seconds: float = 0.0  # by the clock, for the cells of the notebook
    conclusion: object = None  # what `then` returned


RunMore = Callable[[str], list[NotebookNode]]  # from the source of a cell to its outputs


def execute(
    notebook: NotebookNode,
    *,
    limits: Limits = DEFAULT,
    again: Mapping[int, str] = {},
    unsafe: bool = False,
    then: Callable[[Execution, RunMore], object] | None = None,
) -> Execution:
    """Runs all code cells and leaves their outputs in them.

    Args:
        notebook: changed in place.
        again: what to run in place of a cell when cells are run again, by its index.
        then: draws a conclusion. It may run more in the same kernel; what cannot be run, because
            the kernel or the time has ended, has no outputs.

    Raises:
        Interrupted: the sandbox was killed from outside.
    """
    runner = _Runner(notebook, limits, again, unsafe)
    try:
        runner.run()
        if then:
            runner.begin_waiting()
            runner.result.conclusion = then(runner.result, runner.run_more)
    finally:
        if runner.kernel:
            runner.kernel.end()
    return runner.result


class _Runner:
    def __init__(
        self, notebook: NotebookNode, limits: Limits, again: Mapping[int, str], unsafe: bool
    ):
        self.notebook, self.limits, self.again, self.unsafe = notebook, limits, again, unsafe
        self.budget = NotebookBudget(limits.outputs)
        self.result = Execution()
        self.kernel: SandboxedKernel | None = None
        self.deadline = time.monotonic() + self.limits.submission
        self.waiting_since = 0.0  # set by `begin_waiting`
        self.code = [i for i, each in enumerate(self.notebook.cells) if each.cell_type == "code"]

    def run(self) -> None:
        started = time.monotonic()
        cells = self.notebook.cells
        for i in self.code:
            cells[i].outputs, cells[i].execution_count = [], None
        for i in self.code:
            self._run_cell(i)
            cells[i].source = self.again.get(i, cells[i].source)
        self.result.seconds = time.monotonic() - started

    def begin_waiting(self) -> None:
        self.waiting_since = time.monotonic()

    def run_more(self, source: str) -> list[NotebookNode]:
        """The outputs of one more cell, which is not part of the notebook. If it does not end, it
        is the last."""
        self.deadline += time.monotonic() - self.waiting_since  # deciding what to ask is free
        cell = new_code_cell(source)
        try:
            if not self.result.stopped_later and self._kernel_ready(len(self.notebook.cells)):
                self.kernel.execute(cell, self._time_for_a_cell())
                self.result.short_of_memory_later |= _is_short_of_memory(cell.outputs)
        except Stopped as stopped:
            self.result.stopped_later = str(stopped)
        finally:
            self.begin_waiting()
        return cell.outputs

    def _run_cell(self, i: int) -> None:
        cell = self.notebook.cells[i]
        if not cell.source.strip():
            return
        reason = "" if self._kernel_ready(i) else self._too_long_in_all()
        if not reason:
            try:
                self.kernel.execute(cell, self._time_for_a_cell())
                if _is_short_of_memory(cell.outputs):
                    self.result.short_of_memory.append(i)
                return
            except Stopped as stopped:
                reason = str(stopped)
                self._end_kernel()
        self.result.stopped[i] = reason
        cell.outputs.append(
            NotebookNode(
                output_type="error",
                ename="Stopped",
                evalue=reason,
                traceback=[f"Stopped: {reason}"],
            )
        )

    def _kernel_ready(self, i: int) -> bool:
        """Whether there is a kernel in which all cells before this one have run."""
        while self.kernel is None:
            if self.result.kernels >= MAX_KERNELS or self._time_for_a_cell() <= 0:
                return False
            self.result.kernels += 1
            self.kernel = SandboxedKernel(self.limits, self.budget, self.unsafe)
            try:
                self._start_kernel()
                for j in self.code:
                    if j < i and j not in self.result.stopped:
                        self.kernel.execute(
                            self.notebook.cells[j], self._time_for_a_cell(), keep=False
                        )
            except Stopped:
                self._end_kernel()
        return self._time_for_a_cell() > 0

    def _start_kernel(self) -> None:
        """Starts the kernel. The time it takes is no student's fault, so the notebook is not
        charged for it."""
        started = time.monotonic()
        self.kernel.start()
        self.deadline += time.monotonic() - started

    def _end_kernel(self) -> None:
        kernel, self.kernel = self.kernel, None
        kernel.end()

    def _time_for_a_cell(self) -> float:
        return min(self.limits.cell, self.deadline - time.monotonic())

    def _too_long_in_all(self) -> str:
        if self.result.kernels >= MAX_KERNELS:
            return "It was not run, because earlier cells ended the kernel again and again."
        return f"It was not run: the notebook had used up its {self.limits.submission:g} s."


def _is_short_of_memory(outputs: list[NotebookNode]) -> bool:
    """Whether a cell, or a student's function that it reports on, failed for lack of memory."""
    raised = [each for each in outputs if each.output_type == "error"]
    # One line alone means that Python's parser raised it, for code that is nested too deeply.
    errors = [([each.ename], each.evalue) for each in raised if len(each.traceback) > 1]
    for evidence in evidence_among(outputs):
        # To parse it takes longer than to see that it tells of nothing like this.
        errors += errors_in(evidence) if _NO_MEMORY.search(evidence) else []
    # Not the lines of code beside them, in which a student may write of memory.
    return any(_NO_MEMORY.search(f"{kinds}: {text}") for kinds, text in errors)
