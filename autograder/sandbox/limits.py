"""The limits of a submission."""

from dataclasses import dataclass

MIB = 2**20


@dataclass(frozen=True)
class Limits:
    """The limits of one submission's kernel.

    Exceeding time or memory ends the kernel. A full disk, too large a file or too many processes is
    an error in the cell. Output beyond its limit is cut.
    """

    cell_seconds: float = 60  # for one cell, by the clock
    submission_seconds: float = 180  # for the whole notebook, by the clock
    processor_seconds: float = 120  # of processor time, for all its processes together
    memory: int = 2048 * MIB  # bytes that all its processes together hold
    processes: int = 128  # processes and threads together
    disk: int = 256 * MIB  # bytes in its scratch folder, which is removed when it ends
    file: int = 64 * MIB  # bytes in one file
    cell_output: int = MIB  # bytes that one cell may display or print, as stored in its file
    notebook_output: int = 8 * MIB  # bytes for all cells together


DEFAULT = Limits()
