"""The limits of a submission."""

from dataclasses import dataclass

MIB = 2**20


@dataclass(frozen=True)
class Limits:
    """The limits of one submission's kernel.

    Exceeding time or memory ends the kernel. A full disk, too large a file or too many processes is
    an error in the cell. Output beyond its limit is cut.
    """

    cell_seconds: float = 60  # by the clock for one cell
    submission_seconds: float = 180  # by the clock for the whole notebook
    processor_seconds: float = 120  # of processor time of all its processes together
    memory: int = 2048 * MIB  # bytes that all its processes together hold
    processes: int = 128  # how many processes and threads
    disk: int = 256 * MIB  # bytes in its scratch folder, which is gone when it ends
    file: int = 64 * MIB  # bytes in one file
    cell_output: int = MIB  # bytes that one cell may display or print, as stored in its file
    notebook_output: int = 8 * MIB  # bytes for all cells together


DEFAULT = Limits()
