"""nbgrader's settings: how its steps map onto the house, and which of its own steps we replace."""

import os
from pathlib import Path

from traitlets.config import Config

from autograder.house import RELEASED, ROOT, SOURCE, Class

# nbgrader's own list, with our ClearSolutions in place of its own.
GENERATE = [
    "nbgrader.preprocessors.LockCells",
    "autograder.blank.BlankSolutions",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.SaveCells",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# nbgrader's own list, with our SaveAutoGrades in place of its own.
AUTOGRADE = [
    "nbgrader.preprocessors.Execute",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "autograder.extra_credit.SaveGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]


def configure(c: Config, of: Class, *, release_to: Path = RELEASED) -> Config:
    """Fills in a traitlets config for one class.

    Args:
        c: the config, as `get_config()` gives it in `nbgrader_config.py`.
        of: the class whose submissions, marks and feedback are meant.
        release_to: where generated assignments are written.
    """
    # nbgrader joins these to its root with plain text, so they have to be relative to it.
    relative = {
        "source": SOURCE,
        "release": release_to,
        "submitted": of.folder / "submitted",
        "autograded": of.folder / "autograded",
        "feedback": of.folder / "feedback",
    }
    c.CourseDirectory.root = str(ROOT)
    c.CourseDirectory.course_id = "backprop-by-hand"
    c.CourseDirectory.db_url = of.gradebook_url
    for step, folder in relative.items():
        setattr(c.CourseDirectory, f"{step}_directory", os.path.relpath(folder, ROOT))
    c.GenerateAssignment.preprocessors = GENERATE
    c.Autograde.autograde_preprocessors = AUTOGRADE
    c.Execute.timeout = 60
    c.Execute.shutdown_kernel = "immediate"
    # nbgrader's default, and no warning about unencrypted TCP between two local processes.
    c.Execute.extra_arguments = [
        "--HistoryManager.hist_file=:memory:",
        "--IPKernelApp.log_level=40",
    ]
    return c
