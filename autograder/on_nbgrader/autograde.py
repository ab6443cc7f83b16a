"""Makes nbgrader's `Autograde` read a submission as `autograder grade` does.

nbgrader itself looks for `HOMEWORK.ipynb` in a student's folder, follows links, copies everything
else that is there, and reads plain JSON. Here, the file is found and read by the same functions as
in `autograder grade`, whatever its name and however damaged it is, and nothing else is taken.
`patches` puts this class in place of nbgrader's.
"""

import shutil
from glob import glob
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbgrader import converters
from nbgrader.api import Gradebook
from nbgrader.converters import NbGraderException
from traitlets import default

from autograder.base.paths import TIMESTAMP
from autograder.base.visible import visible
from autograder.submissions.student_folder import find_submission, time_noted
from autograder.submissions.unreadable import Note, Unreadable
from autograder.submissions.untrusted import work_on_file


class SubmissionExporter(NotebookExporter):
    """Reads submissions leniently, and repaired notebooks as usual."""

    # nbconvert says that a notebook comes back; from its own exporters it is a text.
    def from_filename(
        self, filename: str, resources: dict | None = None, **kw: object
    ) -> tuple[Any, dict[str, Any]]:
        """Reads a file and applies nbgrader's steps to it."""
        converter = self.parent
        if not isinstance(converter, Autograde) or not converter._sanitizing:
            return super().from_filename(filename, resources=resources, **kw)
        notebook, notes = converter.submission
        resources = {**(resources or {}), "read_notes": notes}
        return self.from_notebook_node(notebook, resources, **kw)


class Autograde(converters.Autograde):
    """Takes from a submission the notebook that `autograder grade` takes, and nothing else.

    Attributes:
        submission: the notebook of the submission at hand, and the notes on reading it.
    """

    submission: tuple[NotebookNode, list[Note]]

    @default("exporter_class")
    def _exporter_class_default(self) -> type:
        return SubmissionExporter

    def init_notebooks(self) -> None:
        """Finds the folders of the submissions; the name of the file in them does not matter."""
        self.assignments: dict[str, list[str]] = {}
        self.notebooks: list[str] = []
        assignment = self.coursedir.assignment_id
        folders = self._format_source(assignment, self.coursedir.student_id)  # of all, or of one
        for folder in glob(folders):  # noqa: PTH207  the pattern is nbgrader's
            self.assignments[folder] = [str(Path(folder) / f"{assignment}.ipynb")]
        if not self.assignments:
            super().init_notebooks()  # which says what was looked for

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Reads a submission, or refuses it before anything is recorded about it."""
        folder = Path(self._format_source(assignment_id, student_id))
        try:
            data = find_submission(folder, assignment_id).read_bytes()
            self.submission = work_on_file(data, lambda notebook, notes: (notebook, notes))
            has_time = time_noted(folder) is not None
        except (Unreadable, OSError) as reason:
            sentence = visible(str(reason))  # nbgrader prints it on the terminal
            self.log.error("%s", sentence)
            raise NbGraderException(sentence) from None
        ignored = self.coursedir.ignore
        self.coursedir.ignore = ["*", ".*"]  # kernels get no other files; links are followed
        try:
            super().init_assignment(assignment_id, student_id)
        finally:
            self.coursedir.ignore = ignored
        graded = Path(self._format_dest(assignment_id, student_id))
        if has_time:
            graded.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / TIMESTAMP, graded / TIMESTAMP)
        else:  # nbgrader would keep the time of an earlier version
            (graded / TIMESTAMP).unlink(missing_ok=True)
            with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as book:
                book.update_or_create_submission(assignment_id, student_id, timestamp=None)
