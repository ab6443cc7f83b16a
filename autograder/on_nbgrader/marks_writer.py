"""Enters marks in nbgrader's gradebook, one transaction per submission.

Each command has only one writer. Workers run and judge submissions; the writer enters the results.
"""

import re
from contextlib import closing, suppress
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbgrader.api import SubmittedAssignment
from traitlets import TraitError

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.timestamps import naive_timestamp
from autograder.on_nbgrader.gradebook import ClassGradebook, one_transaction, open_gradebook
from autograder.on_nbgrader.late_penalties import AssignLatePenalties, enter_due_time
from autograder.on_nbgrader.recorded_scores import are_same_points, scores_of
from autograder.on_nbgrader.replaced_scores import ReplacedScores
from autograder.on_nbgrader.save_grades import save_grades
from autograder.on_nbgrader.settings import CONFIG_FILE, configured
from autograder.rules.policy import BadTime
from autograder.rules.policy_file import policy_of


@dataclass(kw_only=True)
class EnteredMarks:
    """The marks of a submission that were entered in the gradebook."""

    # The sum of its scores, before any late penalty; None if it could not be graded.
    score: float | None = None
    score_before: float | None = None  # the same, the last time it was graded; None if never
    # What was taken off for being late: the last time, and now.
    penalties: list[float] = field(default_factory=lambda: [0.0, 0.0])
    # By exercise, the marks the last time and now, where they differ. None stands for no mark.
    changes: dict[str, list[float | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class RenewedPenalties:
    """The outcome of computing late penalties again."""

    # By student, the penalties before and now, where they differ.
    changed: dict[str, tuple[float, float]] = field(default_factory=dict)
    # By student, why a penalty could not be computed; it stays as it was.
    unchanged: dict[str, str] = field(default_factory=dict)


class MarksWriter:
    """The open gradebook of a class.

    Raises:
        Failure: the config names a plugin that cannot be used, or `policy.toml` has a mistake.
    """

    def __init__(self, classroom: Classroom):
        self._classroom, self._policy = classroom, policy_of(classroom)
        config = configured(classroom)
        try:
            self._late = AssignLatePenalties(config, self._policy)
        except (TraitError, ImportError) as error:
            reason = re.sub(r"<[\w.]*?(\w+) object at \w+>", r"\1", str(error))
            raise Failure(
                f"{CONFIG_FILE} names something that cannot be used: {reason}. Correct the name."
            ) from None
        self._book = open_gradebook(classroom)

    def close(self) -> None:
        """Closes the gradebook."""
        self._book.close()

    def enter(
        self,
        student: str,
        homework: str,
        notebook: NotebookNode,
        timestamp: str | None,
        same_answers: frozenset[str] = frozenset(),
    ) -> EnteredMarks:
        """Enters the marks of a judged notebook in place of earlier ones.

        Args:
            student: the student's id; a new one is added.
            notebook: the judged notebook, with the verdicts in its outputs.
            timestamp: the text of nbgrader's `timestamp.txt`; None if there is none.
            same_answers: as `answers_as_before` returns it.

        Returns:
            The score of the submission, and which marks have changed.
        """
        replaced = ReplacedScores(self._classroom.replaced(student, homework))
        book, time = self._book, naive_timestamp(timestamp or "")
        with one_transaction(book):
            book.update_or_create_student(student)
            submission = book.update_or_create_submission(homework, student, timestamp=time)
            enter_due_time(self._classroom, self._policy, submission.assignment)
            (recorded,) = submission.notebooks
            scores_before = scores_of(recorded)
            penalty_before = recorded.late_submission_penalty or 0.0
            save_grades(notebook, recorded, replaced, same_answers)
            book.db.flush()  # the late penalty depends on the score just entered
            with suppress(BadTime):  # `renew_penalties` reports that before marks are shown
                self._late.assign(book, submission)
            book.db.flush()
            entered = _entered(scores_before, penalty_before, submission)
        replaced.forget_put_back()
        return entered

    def renew_penalties(self, homework: str) -> RenewedPenalties:
        """Computes late penalties again. Since they were entered, somebody may have changed a score
        by hand, the due date or the plugin.

        Raises:
            Failure: the plugin failed. Nothing was changed.
        """
        renewed = RenewedPenalties()
        with one_transaction(self._book):
            assignment = self._book.find_assignment(homework)
            enter_due_time(self._classroom, self._policy, assignment)
            for submission in self._book.assignment_submissions(homework):
                student, (notebook,) = submission.student_id, submission.notebooks
                before = notebook.late_submission_penalty or 0.0
                try:
                    self._late.assign(self._book, submission)
                except BadTime as reason:
                    again = self._classroom.command("grade", reason.homework, "--student", student)
                    renewed.unchanged[student] = f"{reason} Then: {again}"
                    continue
                except Failure:
                    raise
                except Exception as error:  # an instructor's own plugin may raise anything
                    raise Failure(
                        f"{student}'s late penalty cannot be computed: {type(error).__name__}: "
                        f"{error}. Correct the late plugin that {CONFIG_FILE} names."
                    ) from None
                now = notebook.late_submission_penalty or 0.0
                if not are_same_points(now, before):
                    renewed.changed[student] = before, now
        return renewed


def _entered(
    scores_before: dict[str, float | None], penalty_before: float, submission: SubmittedAssignment
) -> EnteredMarks:
    """The marks of a submission that had these scores and this penalty before."""
    scores = scores_of(*submission.notebooks)
    # Added up here, because nbgrader's sum may have been read before the change, and would still
    # have its old value.
    marks_before = [score for score in scores_before.values() if score is not None]
    changes = {
        name: [before, scores[name]]
        for name, before in scores_before.items()
        if marks_before and name in scores and scores[name] != before
    }
    return EnteredMarks(
        score=float(submission.score),
        score_before=sum(marks_before) if marks_before else None,
        penalties=[penalty_before, submission.late_submission_penalty or 0.0],
        changes=changes,
    )


def renew_penalties(classroom: Classroom, homework: str) -> RenewedPenalties:
    """Does what `MarksWriter.renew_penalties` does, before marks are shown or exported."""
    if not ClassGradebook(classroom).submitted(homework):
        return RenewedPenalties()
    with closing(MarksWriter(classroom)) as writer:
        return writer.renew_penalties(homework)
