"""Gives nbgrader late penalties, by the rules in the class's folder."""

from datetime import UTC, datetime
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Gradebook, SubmittedAssignment
from nbgrader.preprocessors import AssignLatePenalties, latesubmissions
from traitlets import Unicode

from autograder.base.paths import Classroom
from autograder.rules.policy_file import policy_of


class LatePenalties(AssignLatePenalties):
    """nbgrader's AssignLatePenalties. Where the class's rules decide who is late, it applies them,
    and enters the due time of `policy.toml` in the gradebook, where formgrader shows it."""

    class_folder = Unicode(help="Folder of the class.").tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict) -> tuple[NotebookNode, dict]:
        """Enters the penalty of one submission."""
        names = resources["nbgrader"]
        student, homework = names["student"], names["assignment"]
        policy = policy_of(Classroom(Path(self.class_folder)))
        if not policy.decides(student, homework):
            return super().preprocess(nb, resources)
        # Looked up in nbgrader's module, where `MarksWriter` may have put one that is open already.
        with latesubmissions.Gradebook(names["db_url"]) as book:
            submission = book.find_submission(homework, student)
            if due := policy.due.get(homework):
                submission.assignment.duedate = due.astimezone(UTC).replace(tzinfo=None)
            (notebook,) = submission.notebooks
            earned, times = float(notebook.score), times_of(book, submission)
            penalty = policy.penalty(student, homework, earned, times)
            notebook.late_submission_penalty = penalty or None
            book.db.commit()
        return nb, resources


def times_of(book: Gradebook, submission: SubmittedAssignment) -> dict[str, datetime | None]:
    """When a student handed in each homework; None where that is not known."""
    query = book.db.query(SubmittedAssignment).filter_by(student_id=submission.student_id)
    times: dict[str, datetime | None] = {}
    for other in {*query, submission}:
        time = other.timestamp
        times[other.assignment.name] = time and time.replace(tzinfo=UTC)
    return times
