"""Limits how much a cell and a notebook may display."""

from autograder.in_kernel.evidence import MAX_EVIDENCE

MAX_FLOOD = 32  # times the output that is kept; beyond that, the kernel is killed
MIN_MESSAGE = 128  # bytes that a message counts for at least, towards a flood
MIN_OUTPUT = 1024  # bytes that an output counts for at least: the memory of an empty one
MAX_NOTEBOOK_EVIDENCE = 32 * 2**20  # bytes of evidence in one notebook
# Seconds of processor time to read what a cell, or a notebook, displays: others wait meanwhile.
CELL_READING, NOTEBOOK_READING = 3.0, 15.0


class NotebookBudget:
    """The bytes that a whole notebook may still display, those that it may still use for evidence,
    and the seconds that reading both may still take."""

    def __init__(self, outputs: int):
        self.outputs, self.evidence, self.reading = outputs, MAX_NOTEBOOK_EVIDENCE, NOTEBOOK_READING


class CellBudget:
    """The bytes that one cell may still display, out of those of its notebook. Evidence is counted
    separately."""

    def __init__(self, most: int, notebook: NotebookBudget):
        self.most, self.left, self.evidence = most, most, 2 * MAX_EVIDENCE
        self.notebook = notebook
        self.taken, self.is_cut, self.reading = 0, False, CELL_READING

    def count(self, size: int) -> None:
        """Notes that `size` bytes came, whether they are kept or not."""
        self.taken += max(size, MIN_MESSAGE)

    def has(self, size: int, is_evidence: bool = False) -> bool:
        """Takes room for `size` bytes if there is enough, and returns whether there was."""
        self.count(size)
        room = self.evidence if is_evidence else self.left
        room_in_notebook = self.notebook.evidence if is_evidence else self.notebook.outputs
        if size > min(room, room_in_notebook):
            return False
        if is_evidence:
            self.evidence -= size
            self.notebook.evidence -= size
        else:
            self.left -= size
            self.notebook.outputs -= size
        return True

    @property
    def is_flooded(self) -> bool:
        """Whether so much came that the kernel must be killed."""
        return self.taken > MAX_FLOOD * self.most or self.reading < 0

    def cut(self) -> str | None:
        """Notes that something is left out, and returns the message about that, once."""
        first, self.is_cut = not self.is_cut, True
        all_used = self.left > self.notebook.outputs
        of_what = "the notebook displays" if all_used else f"a cell displays, {self.most:,} bytes,"
        return f"\nOnly the first part of what {of_what} is kept.\n" if first else None
