"""Limits how much a cell and a notebook may display."""

from autograder.in_kernel.evidence import MAX_EVIDENCE

MAX_FLOOD = 32  # the kernel is killed if it sends more than this times what may be kept
MIN_MESSAGE = 128  # bytes; a shorter message counts as this much towards a flood
MIN_OUTPUT = 1024  # bytes; a smaller output counts as this much: even an empty one takes memory
MAX_NOTEBOOK_EVIDENCE = 32 * 2**20  # bytes of evidence in one notebook
# Seconds of processor time for reading what a cell or a notebook displays. They are limited because
# other submissions have to wait meanwhile.
CELL_READING, NOTEBOOK_READING = 3.0, 15.0


class NotebookBudget:
    """What is left for a whole notebook: the bytes that it may still display, the bytes of evidence
    that it may still send, and the seconds that reading both may still take."""

    def __init__(self, outputs: int):
        self.left = {"outputs": outputs, "evidence": MAX_NOTEBOOK_EVIDENCE}
        self.reading = NOTEBOOK_READING


class CellBudget:
    """What is left for one cell: the bytes that it may still display. What it displays counts for
    its notebook, too, while evidence is counted separately. If nothing that the cell displays is
    kept, only the time for reading it counts for the notebook."""

    def __init__(self, most: int, notebook: NotebookBudget, *, is_kept: bool = True):
        self.most, self.notebook, self.is_kept = most, notebook, is_kept
        self.left = {"outputs": most, "evidence": 2 * MAX_EVIDENCE}
        self.taken, self.is_cut, self.reading = 0, False, CELL_READING

    def count(self, size: int) -> None:
        """Counts `size` bytes that came, whether they are kept or not."""
        self.taken += max(size, MIN_MESSAGE)

    def take(self, size: int, *, is_evidence: bool = False) -> bool:
        """Takes `size` bytes of the budget if that many are left, and returns whether they were."""
        self.count(size)
        what, kept_in = "evidence" if is_evidence else "outputs", (self.left, self.notebook.left)
        if not self.is_kept or size > min(left[what] for left in kept_in):
            return False
        for left in kept_in:
            left[what] -= size
        return True

    def spend(self, seconds: float) -> None:
        """Takes the processor time that reading took."""
        self.reading -= seconds
        self.notebook.reading -= seconds

    @property
    def is_flooded(self) -> bool:
        """Whether so much has come that the kernel must be killed."""
        return self.taken > MAX_FLOOD * self.most or min(self.reading, self.notebook.reading) < 0

    def cut(self) -> str | None:
        """Notes that something is left out. The first call returns a message that says so."""
        first, self.is_cut = not self.is_cut, True
        all_used = self.left["outputs"] > self.notebook.left["outputs"]
        of_what = "the notebook displays" if all_used else f"a cell displays, {self.most:,} bytes,"
        return f"\nOnly the first part of what {of_what} is kept.\n" if first else None
