"""Runs over the submissions of a class: has workers grade them, enters the marks in the gradebook,
and writes a line for each into the journal."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime

from nbformat import NotebookNode

from autograder.base.child_process import trace_of
from autograder.base.classroom import TIMESTAMP
from autograder.base.files import write_whole
from autograder.base.paths import short
from autograder.base.trouble import befalls_all
from autograder.base.visible import visible
from autograder.grading.draw_rounds import DrawRounds
from autograder.grading.enter_homework import enter_homework
from autograder.grading.ingredients import Ingredients
from autograder.grading.journal import GradingOutcome, Journal, JournalEntry, OnOutcome
from autograder.grading.what_to_grade import FoundSubmission
from autograder.grading.workers import GradingTask, TaskResult, grade_tasks
from autograder.judge.whose_exercise import Owner
from autograder.notebook.notebook_files import notebook_text, read_graded
from autograder.on_nbgrader.marks_writer import EnteredMarks, MarksWriter
from autograder.on_nbgrader.save_grades import answers_as_before
from autograder.submissions.student_folder import time_noted


class ClassRun:
    """One run over the submissions of a homework.

    Attributes:
        outcomes: the outcomes so far, one for each submission.
    """

    def __init__(
        self,
        ingredients: Ingredients,
        journal: Journal,
        submissions: dict[str, FoundSubmission],
        progress: OnOutcome,
    ):
        self.classroom, self.homework = ingredients.classroom, ingredients.homework
        self.ingredients, self.journal, self.progress = ingredients, journal, progress
        self.outcomes: list[GradingOutcome] = []
        self.submissions = submissions
        self._logged: set[str] = set()  # tracebacks of this run; each is written only once

    def grade(self, scheduler: str | None, workers: int | None) -> None:
        """Grades the submissions and enters the marks."""
        enter_homework(self.classroom, self.homework)
        with (
            closing(MarksWriter(self.classroom)) as writer,
            closing(grade_tasks(self._tasks(), scheduler, workers)) as results,
        ):
            for result in results:
                self.record(self._enter(result, writer))

    def record(self, outcome: GradingOutcome) -> None:
        """Reports an outcome of this run, and writes it into the journal if it is new."""
        if outcome.is_new:
            self.journal.write(outcome.entry)
        self.outcomes.append(outcome)
        self.progress(outcome)

    def _tasks(self) -> Iterator[GradingTask]:
        """Yields the tasks in order, and reads each file only when its turn comes."""
        draws = DrawRounds(self.classroom, self.homework)
        for student, submission in self.submissions.items():
            try:
                data = submission.path.read_bytes()
            except OSError as error:
                reason = f"The file cannot be read: {error}"
                self.record(self._failed(student, reason, retry=True))
                continue
            yield GradingTask(
                student,
                self.homework,
                data,
                series=draws.series_for(data),
                limits=self.ingredients.limits,
                ingredients=self.ingredients.shared,
                owner=Owner.of(student, self.ingredients.current_ids),
            )

    def _enter(self, result: TaskResult, writer: MarksWriter) -> GradingOutcome:
        """Enters the marks and writes the graded notebook; the outcome is not recorded yet."""
        student, submission = result.student, self.submissions[result.student]
        if result.graded is None:
            return self._failed(student, result.failure, retry=result.retry, trace=result.trace)
        try:
            entered = self._enter_marks(student, result.graded.notebook, writer)
        except Exception as error:  # an error for one student must not stop the others
            if befalls_all(error):
                raise
            cause = getattr(error, "orig", None) or error  # SQLAlchemy's error quotes the statement
            reason = f"The marks could not be entered: {cause}"[:500]
            return self._failed(student, reason, retry=True, trace=trace_of(error))
        notes, is_compared = result.graded.notes, result.graded.is_compared
        logged = [self._where_logged(student, trace) for trace in result.graded.traces]
        notes = replace(notes, flags=[*notes.flags, *dict.fromkeys(filter(None, logged))])
        return GradingOutcome(
            JournalEntry(
                student,
                submission.key_if_compared if is_compared else submission.key,
                **vars(entered),
                **vars(notes),
                graded_with=self.ingredients.hashes_for(student, is_compared=is_compared),
                cause=submission.cause,
                because=submission.because,
            )
        )

    def _enter_marks(
        self, student: str, notebook: NotebookNode, writer: MarksWriter
    ) -> EnteredMarks:
        """Enters the marks in the gradebook, and writes the graded notebook."""
        path = self.classroom.autograded(student, self.homework)
        folder = self.classroom.submission(student, self.homework).parent
        timestamp = time_noted(folder)
        same_answers = answers_as_before(read_graded(path), notebook)
        entered = writer.enter(student, self.homework, notebook, timestamp, same_answers)
        write_whole(path, notebook_text(notebook))
        if timestamp:
            write_whole(path.with_name(TIMESTAMP), timestamp)
        else:
            path.with_name(TIMESTAMP).unlink(missing_ok=True)
        return entered

    def _failed(self, student: str, reason: str, *, retry: bool, trace: str = "") -> GradingOutcome:
        """The outcome for a submission without a mark. If there is a traceback of an error of ours,
        the reason ends with a sentence on where the traceback is.

        Args:
            retry: whether the submission may be tried again.
        """
        if trace and (where := self._where_logged(student, trace)):
            reason = f"{reason.removesuffix('.')}. {where}"
        return GradingOutcome(
            JournalEntry(
                student,
                self.submissions[student].key,
                failure=reason,
                retry=retry,
                graded_with=self.ingredients.hashes_for(student),
            )
        )

    def _where_logged(self, student: str, trace: str) -> str:
        """Writes a traceback into the class's file of errors, and returns a sentence on where it
        is; empty if it cannot be written."""
        log = self.classroom.errors
        if trace not in self._logged:
            at = datetime.now(UTC).isoformat(timespec="seconds")
            try:
                with log.open("a", encoding="utf-8", errors="replace") as file:
                    # An error's message may quote the student's text.
                    file.write(visible(f"{at} {self.homework} {student}\n{trace}\n"))
            except OSError:  # this must not stop the others
                return ""
            self._logged.add(trace)
        return f"The error's traceback is in {short(log)}."
