"""What cannot be read: how large a file may be, and what the student is asked for."""

MAX_BYTES = 20_000_000  # of a notebook without its outputs
MAX_FILE = 100_000_000  # with them

ASK = 'Please ask the student for the notebook itself, the file that ends in ".ipynb".'


class Unreadable(Exception):
    """A submission that cannot be graded; the message says why, and what to ask for."""


def too_large(size: int) -> str:
    """The sentence on a file that is larger than notebooks may be."""
    return (
        f"The file has {size / 1e6:.0f} MB, more than the {MAX_FILE // 10**6} MB allowed, or "
        f"{MAX_BYTES // 10**6} MB without outputs; please ask the student to clear the outputs and "
        "hand in again."
    )
