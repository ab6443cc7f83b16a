"""The limits of a submission."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of one submission's kernel.

    A kernel that exceeds its time or memory is ended. A full disk, too large a file or too many
    threads raise an error in the cell. Output beyond its limit is cut off.
    """

    cell_seconds: float = 60  # for one cell, by the clock
    submission_seconds: float = 180  # for the whole notebook, by the clock
    processor_seconds: float = 120  # of processor time, of all its threads together
    memory_mib: int = 2048
    processes: int = 128  # threads, in fact: a kernel is one process, and can start no other
    disk_mib: int = 256  # in its scratch folder, which is removed when it ends
    file_mib: int = 64  # in one file
    cell_output_bytes: int = 1 << 20  # displayed or printed by one cell, as stored in the notebook
    notebook_output_bytes: int = 8 << 20  # for all cells together
    unsafe: bool = False  # whether it runs without a sandbox, with the grading user's permissions


DEFAULT = Limits()
