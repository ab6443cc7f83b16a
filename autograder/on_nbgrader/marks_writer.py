"""Enters marks in nbgrader's gradebook with nbgrader's own steps, one transaction per submission.

There is one writer. Workers only execute and judge; their results are entered here.
"""

import re
from contextlib import closing, suppress
from dataclasses import dataclass, field

from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.api import SubmittedAssignment
from nbgrader.preprocessors import AssignLatePenalties
from traitlets import TraitError
from traitlets.utils.importstring import import_item

from autograder.base.failure import Failure
from autograder.base.paths import Classroom
from autograder.on_nbgrader.api import Nbgrader
from autograder.on_nbgrader.patches import naive_timestamp, one_transaction
from autograder.on_nbgrader.recorded import are_same_points, scores_of
from autograder.on_nbgrader.settings import CONFIG, EXECUTE
from autograder.rules.policy import BadTime
from autograder.rules.policy_file import policy_of


@dataclass(frozen=True)
class EnteredMarks:
    """The marks that were entered in the gradebook."""

    score: float  # the submission's, before anything is taken off for being late
    score_before: float | None  # the same at the earlier grading; None if there was none
    # What was taken off for being late, at the earlier grading and now.
    penalties: tuple[float, float]
    # By exercise, the marks then and now, where they differ; None stands for no mark.
    changes: dict[str, tuple[float | None, float | None]]


@dataclass(frozen=True)
class RenewedPenalties:
    """The outcome of computing late penalties again."""

    # By student, the penalties before and now, where they differ.
    changed: dict[str, tuple[float, float]] = field(default_factory=dict)
    # By student, why a penalty could not be computed; it stays as it was.
    unchanged: dict[str, str] = field(default_factory=dict)


class MarksWriter:
    """The open gradebook of a class.

    Args:
        nbgrader: the class's nbgrader. Its configuration says which steps of `Autograde` come after
            execution.

    Raises:
        Failure: the config names a plugin that cannot be used, or `policy.toml` has a mistake.
    """

    def __init__(self, nbgrader: Nbgrader):
        config, classroom = nbgrader.config, nbgrader.classroom
        self._book = nbgrader.gradebook()
        self._url = classroom.gradebook_url
        self._policy = policy_of(classroom)
        names = config.Autograde.autograde_preprocessors
        after = names[names.index(EXECUTE) + 1 :]
        try:
            self._steps = [import_item(name)(config=config) for name in after]
        except (TraitError, ImportError) as error:
            reason = re.sub(r"<[\w.]*?(\w+) object at \w+>", r"\1", str(error))
            raise Failure(
                f"{CONFIG} names something that cannot be used: {reason}. Correct the name."
            ) from None

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

        Manual scores stay, as they do in nbgrader. nbgrader would mark each of them for review, but
        this does so only if the answer or the check's result has changed.

        Args:
            student: the student's id; a new one is added.
            notebook: the judged notebook, with the verdicts in its outputs.
            timestamp: the text of nbgrader's `timestamp.txt`; None if there is none.
            same_answers: the cells graded by people that have not changed.

        Returns:
            The score of the submission, and which marks have changed.
        """
        resources = self._resources(student, homework)
        with one_transaction(self._book) as book:
            book.update_or_create_student(student)
            time = naive_timestamp(timestamp or "")
            submission = book.update_or_create_submission(homework, student, timestamp=time)
            book.hold(submission)
            (recorded,) = submission.notebooks
            scores_before = scores_of(recorded)
            checks_before = {grade.name: grade.auto_score for grade in recorded.grades}
            penalty_before = submission.late_submission_penalty or 0.0
            for step in self._steps:
                if step.enabled:
                    book.db.flush()  # the late penalty depends on the score just entered
                    with suppress(BadTime):  # `renew_penalties` reports that before marks are shown
                        notebook, resources = step.preprocess(notebook, resources)
            for grade in recorded.grades:
                check_before = checks_before.get(grade.name)
                # For an answer in words, there is no check's result, neither then nor now.
                same_result = check_before is not None and check_before == grade.auto_score
                is_same = same_result or grade.name in same_answers
                if is_same and grade.manual_score is not None:
                    grade.needs_manual_grade = False
            book.db.flush()
            return _entered(scores_before, penalty_before, submission)

    def renew_penalties(self, homework: str) -> RenewedPenalties:
        """Computes late penalties again. Since they were entered, a score may have been changed by
        hand, or the due date or the plugin may be different.

        Raises:
            Failure: the plugin failed. Nothing was changed.
        """
        steps = [
            step for step in self._steps if isinstance(step, AssignLatePenalties) and step.enabled
        ]
        renewed = RenewedPenalties()
        with one_transaction(self._book) as book:
            for submission in book.assignment_submissions(homework):
                (notebook,) = submission.notebooks
                before = notebook.late_submission_penalty or 0.0
                student = submission.student_id
                may_be_late = submission.total_seconds_late or self._policy.decides(
                    student, homework
                )
                if not before and not may_be_late:
                    continue
                try:
                    for step in steps:
                        step.preprocess(new_notebook(), self._resources(student, homework))
                except BadTime as reason:
                    renewed.unchanged[student] = str(reason)
                    continue
                except Failure:
                    raise
                except Exception as error:  # an instructor's own plugin may raise anything
                    raise Failure(
                        f"{student}'s late penalty cannot be computed: {type(error).__name__}: "
                        f"{error}. Correct the late plugin that {CONFIG} names."
                    ) from None
                now = notebook.late_submission_penalty or 0.0
                if not are_same_points(now, before):
                    renewed.changed[student] = before, now
        return renewed

    def _resources(self, student: str, homework: str) -> dict:
        """What nbgrader's steps are told about a submission, as its `resources`."""
        names = {"student": student, "assignment": homework, "notebook": homework}
        return {"nbgrader": names | {"db_url": self._url}}


def _entered(
    scores_before: dict[str, float | None], penalty_before: float, submission: SubmittedAssignment
) -> EnteredMarks:
    """The marks of a submission that had these scores and this penalty before."""
    scores = scores_of(*submission.notebooks)
    # Added up here: if nbgrader's own sum was read before, it is not read again afterwards.
    marks_before = [score for score in scores_before.values() if score is not None]
    total_before = sum(marks_before) if marks_before else None
    changes = {
        name: (before, scores[name])
        for name, before in scores_before.items()
        if marks_before and name in scores and scores[name] != before
    }
    penalties = penalty_before, submission.late_submission_penalty or 0.0
    return EnteredMarks(float(submission.score), total_before, penalties, changes)


def renew_penalties(classroom: Classroom, homework: str) -> RenewedPenalties:
    """Does what `MarksWriter.renew_penalties` does, before marks are shown or exported."""
    nbgrader = Nbgrader(classroom)
    if not nbgrader.submitted(homework):
        return RenewedPenalties()
    with closing(MarksWriter(nbgrader)) as writer:
        return writer.renew_penalties(homework)
