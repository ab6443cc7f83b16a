"""The command `autograder`, in the order of an instructor's work.

`hand_out` and `key` have the commands for what students get, `collect` for what they hand in,
`students` for who they are, `grade`, `report`, `inquiries` and `export` for their marks, `bank` for
authors, and `demo` shows everything. All share `options`, and `class_command` has what most of them
need. `console`, `progress`, `collect_summary`, `grading_summary` and `export_summary` say what a
command does.

Each command imports only what it needs, so none loads PyTorch or nbgrader in vain.
"""

from autograder.base import quick_start  # noqa: F401, I001  first
from autograder.cli import hand_out, key, collect, students  # noqa: F401  their order
from autograder.cli import grade, report, inquiries, export, bank, demo  # noqa: F401
from autograder.cli.options import app

__all__ = ["app"]
