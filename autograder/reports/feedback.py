"""Makes a student's feedback page: their notebook, with the marks and the reasons.

nbgrader's command or formgrader's button makes the page, with the two classes below. It shows only
the notebook that was graded, without what instructors should look at.
"""

from functools import partial
from pathlib import Path

from nbconvert.exporters import Exporter
from nbformat import NotebookNode
from nbgrader.preprocessors import GetGrades
from traitlets import Unicode, default

from autograder.base.classroom import Classroom
from autograder.base.files import cached_until_changed
from autograder.grading.draw_rounds import DrawRounds
from autograder.notebook.cells import grade_id, nbgrader_of
from autograder.notebook.titles import title_of_homework
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.recorded_scores import changed_from, score_of
from autograder.pages.page_process import make_apart
from autograder.people.roster import Roster
from autograder.reports.feedback_page import PageFacts, make_page
from autograder.rules.policy import BadTime
from autograder.rules.policy_file import policy_of


class GetMarks(GetGrades):
    """nbgrader's GetGrades, which also tells what nobody has graded yet, and which marks a person
    has changed. It takes only comments by people; nbgrader itself adds "No response." to cells not
    filled in."""

    def _get_score(self, cell: NotebookNode, resources: dict) -> None:
        grade = self.gradebook.find_grade(
            grade_id(cell), self.notebook_id, self.assignment_id, self.student_id
        )
        nbgrader_of(cell).update(
            score=score_of(grade), points=grade.max_score, changed_from=changed_from(grade)
        )

    def _get_comment(self, cell: NotebookNode, resources: dict) -> None:
        comment = self.gradebook.find_comment(
            grade_id(cell), self.notebook_id, self.assignment_id, self.student_id
        )
        nbgrader_of(cell)["comment"] = comment.manual_comment


class FeedbackExporter(Exporter):
    """Makes the page from a graded notebook."""

    output_mimetype = "text/html"
    class_folder = Unicode(help="Folder of the class.").tag(config=True)

    @default("file_extension")
    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(  # type: ignore[override]  # as in nbconvert's own exporters
        self, nb: NotebookNode, resources: dict | None = None, **kw: object
    ) -> tuple[str, dict]:
        """The page, from a notebook whose metadata GetMarks has filled in."""
        nb, resources = super().from_notebook_node(nb, resources, **kw)
        about = resources["nbgrader"]
        student, homework = about["student"], about["assignment"]
        classroom = Classroom(Path(self.class_folder), about["db_url"])
        _draws(classroom.draws(homework), classroom, homework).note_page()
        facts = PageFacts(
            nb,
            title_of_homework(homework),
            homework,
            student,
            _name(classroom, student),
            mark=about["score"],
            points=about["max_score"],
            late_penalty=about["late_penalty"],
            lateness=_lateness(classroom, student, homework) if about["late_penalty"] else "",
        )
        return make_apart(partial(make_page, facts)), resources


def _name(classroom: Classroom, student: str) -> str:
    """A student's name, if the class list has one, and id."""
    listed = Roster.or_empty(classroom).by_id
    name = listed[student].name if student in listed else ""
    return f"{name} ({student})" if name not in ("", student) else student


def _lateness(classroom: Classroom, student: str, homework: str) -> str:
    """The reason for the late penalty; empty if the class's rules do not make the submission
    late."""
    policy = policy_of(classroom)
    times = ClassGradebook(classroom).hand_in_times(student, homework)
    try:
        is_late = policy.is_late(student, homework, times[homework])
        return policy.lateness(student, homework, times) if is_late else ""
    except BadTime:  # the instructor is told, when penalties are renewed
        return ""


def _draws_in(_file: Path, classroom: Classroom, homework: str) -> DrawRounds:
    return DrawRounds(classroom, homework)


# Kept, because nbgrader makes an exporter for each page, and the file has a line for each
# submission.
_draws = cached_until_changed(_draws_in, most=1)
