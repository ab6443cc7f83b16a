"""Sets up nbgrader: the folders that its steps use, and the steps of ours that replace some."""

import os
import sys
from pathlib import Path

from sqlalchemy import URL
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from autograder.base import paths
from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import require_file_or_nothing
from autograder.base.paths import RELEASED, ROOT
from autograder.on_nbgrader.patches import patch_steps

COURSE_ID = "backprop-by-hand"
CONFIG_FILE = "nbgrader_config.py"

# Our Complete, then nbgrader's own list, with our BlankSolutions in place of its ClearSolutions.
# SaveCells is left out, since cells are entered in the gradebook when a homework is graded.
GENERATE_STEPS = [
    "autograder.hand_out.for_students.Complete",
    "nbgrader.preprocessors.LockCells",
    "autograder.hand_out.for_students.BlankSolutions",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# What nbgrader's command and formgrader's button do in place of nbgrader's own steps.
GRADE_FUNCTION = "autograder.grading.grade.grade"


def configured(classroom: Classroom, *, release_to: Path = RELEASED) -> Config:
    """The config of a class, as the clone's `nbgrader_config.py` would make it for this class."""
    config = PyFileConfigLoader(CONFIG_FILE, path=str(ROOT)).load_config()
    return configure(config, classroom, release_to=release_to)


def configure(c: Config, classroom: Classroom, *, release_to: Path = RELEASED) -> Config:
    """Fills in a traitlets config for one class, with what the class's own `nbgrader_config.py`
    says, if it has one.

    Args:
        c: the config, as `get_config()` gives it in `nbgrader_config.py`.
        release_to: where generated assignments are written.

    Raises:
        Failure: the class's own file cannot be used.
    """
    _merge_class_file(c, classroom.folder)
    if "nbgrader.apps" in sys.modules:  # in nbgrader's own command, and in formgrader
        patch_steps()
    _name_folders(c, classroom, release_to)
    c.ExchangeFactory.collect = "autograder.collect.exchange.ExchangeCollect"
    c.GenerateAssignment.preprocessors = GENERATE_STEPS
    c.GenerateFeedback.exporter_class = "autograder.reports.feedback.FeedbackExporter"
    c.GenerateFeedback.preprocessors = ["autograder.reports.feedback.GetMarks"]
    # For the pages on which formgrader shows a submission.
    c.HTMLExporter.preprocessors = ["autograder.reports.formgrader.ForGraders"]
    c.HTMLExporter.filters = {
        "markdown2html": "autograder.reports.formgrader.made_filter",
        "highlight_code": "autograder.reports.formgrader.made_filter",
    }
    return c


def _name_folders(c: Config, classroom: Classroom, release_to: Path) -> None:
    """Tells nbgrader's steps and ours where the files of a class are."""
    c.CourseDirectory.root = str(ROOT)
    c.CourseDirectory.course_id = COURSE_ID
    c.CourseDirectory.db_url = gradebook_url(classroom)
    folders = {"source": paths.SOURCE, "release": release_to}
    for step in ("submitted", "autograded", "feedback"):
        folders[step] = classroom.folder / step
    for step, folder in folders.items():
        # nbgrader joins the folder to its root as plain text, so it must be relative to the root.
        setattr(c.CourseDirectory, f"{step}_directory", os.path.relpath(folder, ROOT))
    for ours in (c.Autograde, c.FeedbackExporter):
        ours.class_folder = str(classroom.folder)


def gradebook_url(classroom: Classroom) -> str:
    """The database in which nbgrader keeps a class's marks."""
    in_folder = URL.create("sqlite", database=str(classroom.gradebook_file))  # escapes a % in it
    return classroom.database or in_folder.render_as_string()


def has_gradebook(classroom: Classroom) -> bool:
    """Whether a class has a gradebook. Ask before opening it, since opening would create it."""
    return bool(classroom.database) or classroom.gradebook_file.exists()


def _merge_class_file(c: Config, folder: Path) -> None:
    """Adds what a class's own file says, if it has one."""
    if not require_file_or_nothing(folder / CONFIG_FILE) or folder == ROOT:
        return
    try:
        c.merge(PyFileConfigLoader(CONFIG_FILE, path=str(folder)).load_config())
    except Failure:
        raise
    except Exception as error:  # an instructor's own lines may raise any error
        reason = f"{type(error).__name__}: {error}"
        raise Failure(f"{folder / CONFIG_FILE} cannot be used: {reason}") from None
