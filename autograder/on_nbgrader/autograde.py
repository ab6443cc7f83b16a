"""Makes nbgrader's command and formgrader's button do what `autograder grade` does.

`patches` puts this class in place of nbgrader's `Autograde`.
"""

from fnmatch import fnmatchcase
from pathlib import Path

from nbgrader import converters
from nbgrader.converters import NbGraderException
from traitlets import Unicode
from traitlets.utils.importstring import import_item

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.visible import in_one_line, visible
from autograder.notebook.titles import cell_names_in
from autograder.on_nbgrader.settings import GRADE_FUNCTION


class Autograde(converters.Autograde):
    """Grades the submissions that were chosen in nbgrader's command or in formgrader. nbgrader's
    other options, such as its lists of preprocessors, have no effect."""

    class_folder = Unicode(help="Folder of the class.").tag(config=True)

    def start(self) -> None:
        """Grades, and writes what people should know into the log.

        Raises:
            NbGraderException: nothing was handed in, or something could not be graded. The log says
                what, since nbgrader does not show the exception.
        """
        homework, wanted = self.coursedir.assignment_id, self.coursedir.student_id
        classroom = Classroom(Path(self.class_folder), self.coursedir.db_url)
        excluded = self.coursedir.student_id_exclude.split(",")
        students = [
            student
            for student in classroom.students(homework)
            if (student == wanted or fnmatchcase(student, wanted)) and student not in excluded
        ]
        if not students:
            self._refuse(f"No submission of {homework} by {wanted} is in {classroom.folder}.")
        try:
            grade = import_item(GRADE_FUNCTION)  # it loads PyTorch
            outcomes = grade(classroom, homework, students=students, force=self.force)
        except Failure as reason:
            self._refuse(str(reason))
        names = cell_names_in(homework)
        for outcome in outcomes:
            entry = outcome.entry
            about = {
                "Repaired": entry.mended,
                "Please look": entry.flags,
                "Stopped": entry.stopped_sentences(names),
            }
            for what, notes in about.items():
                for note in notes:
                    self.log.warning("%s: %s: %s", entry.student, what, visible(note))
        if failed := [f"{each.student}: {each.failure}" for each in outcomes if each.failure]:
            self._refuse("\n".join(map(in_one_line, failed)))

    def _refuse(self, reason: str) -> None:
        self.log.error("%s", visible(reason))
        raise NbGraderException(visible(reason))
