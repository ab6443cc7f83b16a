"""The command `autograder`, in the order of an instructor's work.

Each command imports what it needs, so that none loads PyTorch or nbgrader in vain.
"""

from autograder.terminal import quick_start  # noqa: F401, I001  first
from autograder.cli import hand_out, key, collect, students  # noqa: F401  their order
from autograder.cli import grade, report, inquiries, export, bank, demo  # noqa: F401
from autograder.cli.options import app

__all__ = ["app"]
