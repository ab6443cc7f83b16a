"""Finds out which submissions of a class are to be graded, and why any is graded again."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.grading.ingredients import CLASS_LIST, Ingredients, submission_key, what_changed
from autograder.grading.journal import Cause, GradingOutcome, Journal, JournalEntry
from autograder.notebook.notebook_files import read_graded
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.submissions.student_folder import find_submission, time_noted
from autograder.submissions.unreadable import Unreadable


@dataclass
class FoundSubmission:
    """A submission as it was found."""

    path: Path
    key: str  # a hash of everything that its mark depends on
    key_if_compared: str  # the same, if the mark also depends on who else is in the class
    # Why it is graded again, as a `Cause` and in a sentence; empty if it never was.
    cause: str = ""
    because: str = ""


class WhatToGrade:
    """The submissions of a homework, and what is known about them from earlier gradings.

    Args:
        force: whether to grade even those again that have not changed.
    """

    def __init__(self, ingredients: Ingredients, journal: Journal, *, force: bool):
        self.classroom, self.homework = ingredients.classroom, ingredients.homework
        self.ingredients, self.journal = ingredients, journal
        self._force = force

    def look_at(
        self, students: list[str]
    ) -> tuple[dict[str, FoundSubmission], list[GradingOutcome]]:
        """The submissions to grade, by student, and the outcomes for the other students, who have
        no readable notebook or have been graded already. These outcomes are not recorded yet."""
        submissions, outcomes = {}, []
        for student in dict.fromkeys(students):  # one may be named twice
            try:
                submission = self._found(student)
            except (Unreadable, OSError) as reason:
                outcomes.append(self._cannot_be_read(student, str(reason)))
                continue
            if submission:
                submissions[student] = submission
            else:
                outcomes.append(GradingOutcome(self.journal.latest[student], is_new=False))
        return submissions, outcomes

    def _found(self, student: str) -> FoundSubmission | None:
        """The submission to grade; None if it has been graded already.

        Raises:
            Unreadable, OSError: no submission can be read.
        """
        why_no_notebook = self.classroom.why_no_notebook(student, self.homework)
        folder = self.classroom.submission(student, self.homework).parent
        path = find_submission(folder, self.homework, why_no_notebook)
        data, timestamp = path.read_bytes(), time_noted(folder)
        key, key_if_compared = (
            submission_key(
                self.ingredients.hashes_for(student, is_compared=is_compared), data, timestamp
            )
            for is_compared in (False, True)
        )
        submission = FoundSubmission(path, key, key_if_compared)
        entry = self.journal.latest.get(student)
        if entry is None:
            return submission
        was_compared = CLASS_LIST in entry.graded_with
        if entry.key != (key_if_compared if was_compared else key):
            if entry.is_about(data, timestamp):
                ingredients = self.ingredients.hashes_for(student, is_compared=was_compared)
                again = Cause.CHANGED, what_changed(entry.graded_with, ingredients)
            else:
                again = Cause.HANDED_IN_AGAIN, "something else was handed in, or at another time"
        elif entry.retry:
            again = Cause.TRIED_AGAIN, "the last attempt had failed"
        elif self._force:
            again = Cause.FORCED, "you asked for it with --force"
        elif not entry.failure and (lacking := self._what_is_lacking(student)):
            again = Cause.LACKING, lacking
        else:
            return None
        submission.cause, submission.because = again
        return submission

    def _cannot_be_read(self, student: str, reason: str) -> GradingOutcome:
        """The outcome if there is nothing to grade. It is new unless the last outcome was the
        same."""
        entry = self.journal.latest.get(student)
        if entry and not entry.key and entry.failure == reason:
            return GradingOutcome(entry, is_new=False)
        graded_with = self.ingredients.hashes_for(student)
        return GradingOutcome(JournalEntry(student, "", failure=reason, graded_with=graded_with))

    def _what_is_lacking(self, student: str) -> str:
        """What a graded submission should have but lacks; empty if it has everything."""
        graded = self.classroom.autograded(student, self.homework)
        if not graded.exists() or student not in self._students_with_marks:
            return "the marks or the graded notebook were missing"
        return "" if read_graded(graded) else "the graded notebook was incomplete or damaged"

    @cached_property
    def _students_with_marks(self) -> set[str]:
        return ClassGradebook(self.classroom).submitted(self.homework)
