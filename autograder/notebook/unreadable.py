"""The messages about files that cannot be read, and the limit on a file's size."""

MAX_WITHOUT_OUTPUTS = 20_000_000  # of a notebook without its outputs
MAX_FILE = 100_000_000  # with them
MAX_TOGETHER = 2 * MAX_FILE  # of all files of one student in which a notebook is looked for

ASK = 'Please ask the student for the notebook itself, the file that ends in ".ipynb".'


TOO_MUCH = f"Its student's files have more than {MAX_TOGETHER // 10**6} MB together."


class Unreadable(Exception):
    """A submission that cannot be graded; the message says why, and what to ask for."""


class NotReadNow(Unreadable):
    """It may be read another time: the machine may be to blame."""


def too_large(size: int) -> str:
    """The sentence about a file that is too large for a notebook."""
    return (
        f"The file has {size / 1e6:.0f} MB, more than the {MAX_FILE // 10**6} MB allowed, or "
        f"{MAX_WITHOUT_OUTPUTS // 10**6} MB without outputs. Please ask the student to clear them "
        "and hand in again."
    )
