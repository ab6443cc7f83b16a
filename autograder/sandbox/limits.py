"""What a submission may use."""

from dataclasses import dataclass

MIB = 2**20


@dataclass(frozen=True)
class Limits:
    """What the kernel of one submission may use; going over a limit ends the kernel.

    Attributes:
        cell: seconds by the clock for one cell.
        submission: seconds by the clock for the whole notebook.
        processor: seconds of processor time of all its processes together.
        memory: bytes that all its processes together hold.
        processes: how many processes and threads.
        disk: bytes in its scratch folder, which is gone when it ends.
        file: bytes in one file.
        output: bytes that one cell may display or print, as a notebook's file holds them.
        outputs: bytes that all cells together may.
    """

    cell: float = 60
    submission: float = 180
    processor: float = 120
    memory: int = 2048 * MIB
    processes: int = 128
    disk: int = 256 * MIB
    file: int = 64 * MIB
    output: int = MIB
    outputs: int = 8 * MIB
