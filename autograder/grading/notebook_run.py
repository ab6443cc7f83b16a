"""Runs all cells of a notebook in a sandboxed kernel, whatever they do.

If a cell does not end, or ends its kernel, the others can still run: a new kernel is forked, the
cells before it are run again, and the rest of the notebook follows.
"""

import re
import time
from collections.abc import Mapping
from typing import Self

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.judge.reply import errors_in, evidence_among
from autograder.notebook.cells import errors_among, is_own
from autograder.sandbox.failures import Stopped
from autograder.sandbox.kernel import SandboxedKernel
from autograder.sandbox.limits import DEFAULT, Limits
from autograder.sandbox.output_budget import NotebookBudget

OWN_SHARE = 0.5  # of the time left, for a cell that the student has added; the rest needs some, too
MAX_KERNELS = 6  # kernels for one notebook; when they are used up, the rest is not run
_NO_MEMORY = re.compile(r"MemoryError|can't allocate memory|Cannot allocate memory")


class NotebookRun:
    """One run of a notebook's cells. It is a context manager, which ends the kernel.

    Args:
        notebook: changed in place.
        again: by the index of a cell, what to run in its place when cells are run again.

    Attributes:
        stopped: by the index of a cell, why it did not end by itself.
        short_of_memory: the indices of the cells that needed more memory than there is. What is run
            after the notebook counts as one more cell.
        other_code: by the index of a cell, the texts of the code that it ran and that is in no
            cell, as in `SandboxedKernel`.
        stopped_later: why something that was run after the notebook did not end; empty if all did.
        kernels: how many kernels were started.
        seconds: how long the notebook's cells ran, by the clock.
    """

    def __init__(
        self,
        notebook: NotebookNode,
        *,
        limits: Limits = DEFAULT,
        again: Mapping[int, str] = {},
    ):
        self.stopped: dict[int, str] = {}
        self.short_of_memory: list[int] = []
        self.other_code: dict[int, list[str | None]] = {}
        self.stopped_later = ""
        self.kernels = 0
        self.seconds = 0.0
        self._cells, self._limits, self._again = notebook.cells, limits, again
        self._code = [i for i, cell in enumerate(self._cells) if cell.cell_type == "code"]
        self._budget = NotebookBudget(limits.notebook_output_bytes)
        self._kernel: SandboxedKernel | None = None
        self._deadline = time.monotonic() + limits.submission_seconds
        self._waiting_since = 0.0  # when the cells or the last `run_more` ended

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_kernel()

    def run_cells(self) -> None:
        """Runs all code cells and leaves their outputs in them.

        Raises:
            KernelLost: the kernel did not start, or was killed from outside.
        """
        started = time.monotonic()
        for i in self._code:
            self._cells[i].outputs, self._cells[i].execution_count = [], None
        for i in self._code:
            self._run_cell(i)
            self._cells[i].source = self._again.get(i, self._cells[i].source)
        self._waiting_since = time.monotonic()
        self.seconds = self._waiting_since - started

    def run_more(self, source: str) -> list[NotebookNode]:
        """Runs one more cell, which is not part of the notebook, and returns its outputs. There are
        none if no kernel or no time is left for it. After such a cell that did not end, no other is
        run."""
        # The time that it took to decide what to ask does not count against the notebook.
        self._deadline += time.monotonic() - self._waiting_since
        cell, place = new_code_cell(source), len(self._cells)
        if not self.stopped_later and self._kernel_for(place):
            self.stopped_later = self._why_stopped(cell, place)
        self._waiting_since = time.monotonic()
        return cell.outputs

    def _run_cell(self, i: int) -> None:
        cell = self._cells[i]
        if cell.source.strip() and (reason := self._why_stopped(cell, i)):
            self.stopped[i] = reason
            cell.outputs.append(
                NotebookNode(
                    output_type="error",
                    ename="Stopped",
                    evalue=reason,
                    traceback=[f"Stopped: {reason}"],
                )
            )

    def _why_stopped(self, cell: NotebookNode, i: int) -> str:
        """Runs a cell, and returns why it did not end by itself; empty if it did."""
        kernel = self._kernel_for(i)
        if kernel is None and self.kernels >= MAX_KERNELS:
            return "It was not run, because earlier cells ended the kernel again and again."
        if kernel is None:
            most = self._limits.submission_seconds
            return f"It was not run: the notebook had used up its {most:g} s."
        try:
            self._execute(kernel, cell, i)
        except Stopped as reason:
            self._end_kernel()
            return str(reason)
        if _is_short_of_memory(cell.outputs):
            self.short_of_memory.append(i)
        return ""

    def _kernel_for(self, i: int) -> SandboxedKernel | None:
        """A kernel in which all cells before this one have been run; None if there is no time left
        for the cell, or if no further kernel may be started."""
        while self._kernel is None:
            if self.kernels >= MAX_KERNELS or self._time_for(i) <= 0:
                return None
            self.kernels += 1
            started = time.monotonic()
            kernel = self._kernel = SandboxedKernel(self._limits, self._budget)
            try:
                kernel.wait_until_ready()
                # This time does not count against the notebook, as it is not the student's fault.
                self._deadline += time.monotonic() - started
                for j in self._code:
                    if j < i and j not in self.stopped:
                        self._execute(kernel, self._cells[j], j, keep=False)
            except Stopped:
                self._end_kernel()
        return self._kernel if self._time_for(i) > 0 else None

    def _execute(
        self, kernel: SandboxedKernel, cell: NotebookNode, i: int, *, keep: bool = True
    ) -> None:
        known = len(kernel.other_code)
        try:
            kernel.execute(cell, self._time_for(i), keep=keep)
        finally:
            if more := kernel.other_code[known:]:
                self.other_code.setdefault(i, []).extend(more)

    def _end_kernel(self) -> None:
        kernel, self._kernel = self._kernel, None
        if kernel:
            kernel.end()

    def _time_for(self, i: int) -> float:
        left = self._deadline - time.monotonic()
        if i < len(self._cells) and is_own(self._cells[i]):
            left *= OWN_SHARE
        return min(self._limits.cell_seconds, left)


def _is_short_of_memory(outputs: list[NotebookNode]) -> bool:
    """Whether a cell, or a student's function that it reports on, failed for lack of memory."""
    # A traceback of a single line comes from Python's parser: the code is nested too deeply.
    errors = [
        ([error.ename], error.evalue) for error in errors_among(outputs) if len(error.traceback) > 1
    ]
    for evidence in evidence_among(outputs):
        # Parsing takes longer than this search, and most evidence need not be parsed after it.
        if _NO_MEMORY.search(evidence):
            errors += errors_in(evidence)
    # The lines of code in a traceback are not searched, as they may mention memory, too.
    return any(_NO_MEMORY.search(f"{kinds}: {text}") for kinds, text in errors)
