"""Gathers the facts about a homework's grading.

The marks come from the gradebook, and the notes that were made in grading come from the graded
notebooks. The journal tells who could not be graded, and how often people were graded.
"""

import random
from dataclasses import replace

from nbformat import NotebookNode

from autograder.base.files import sha256
from autograder.grading.journal import Cause
from autograder.marks.changed_marks import change_in_words
from autograder.marks.class_facts import ClassFacts, StudentFacts
from autograder.marks.class_marks import EXCUSED, ClassMarks, Mark
from autograder.notebook.cells import is_solution
from autograder.notebook.grading_notes import GradingNotes
from autograder.notebook.notebook_files import read_graded, released_cells
from autograder.notebook.titles import checks_of, names_in

MIN_LONG_ANSWER = 300  # characters; two people may well write the same few lines


def gather_facts(marks: ClassMarks) -> ClassFacts:
    """Gathers all facts about a homework, of which these are the marks.

    Raises:
        Failure: the homework is not in the gradebook, unless nobody could be graded.
    """
    homework = marks.homework
    entries = [mark.entry for mark in marks if mark.entry]
    if not (entries and all(entry.failure for entry in entries)):
        marks.refuse_ungraded()
    cells = released_cells(homework)
    released_answers, checked = _long_answers(cells).items(), checks_of(cells)
    by_name = sorted(marks, key=lambda mark: mark.student.sort_key)
    students = [_student(marks, mark) for mark in by_name]
    for student in students:
        own = student.answers.items() - released_answers
        student.answers = {cell: answer for cell, answer in own if cell in checked}
    return ClassFacts(homework, marks.exercises, students, names_in(homework))


def without_names(facts: ClassFacts) -> ClassFacts:
    """The same facts about "Student 1" and so on, in random order, without what may hold a name:
    contents of files, links, times."""
    shuffled = random.SystemRandom().sample(facts.students, len(facts.students))
    students = [
        replace(
            student,
            id=f"student-{number}",
            name=f"Student {number}",
            last="",
            handed_in_at=None,
            graded_at=None,
            flags=["There is something to look at."] if student.flags else [],
            mended=["Something was repaired."] if student.mended else [],
            stopped={},
            failure="Could not be graded." if student.failure else "",
            answers={},
            feedback=None,
        )
        for number, student in enumerate(shuffled, start=1)
    ]
    return replace(facts, students=students, anonymous=True)


def _student(marks: ClassMarks, mark: Mark) -> StudentFacts:
    classroom, homework, student_id = marks.classroom, marks.homework, mark.student.id
    notebook = read_graded(classroom.autograded(student_id, homework))
    notes = GradingNotes.of(notebook) if notebook else GradingNotes()
    student = StudentFacts(
        student_id,
        mark.student.name or student_id,
        mark.student.last,
        counts=mark.listed and not mark.student.is_test,
        handed_in=not mark.is_missing,
        excused=mark.why_none == EXCUSED,
        late=mark.late,
        mistakes=notes.mistakes,
        flags=notes.flags,
        mended=notes.mended,
        earlier=notes.earlier,
        stopped=notes.stopped,
        seconds=notes.seconds,
        answers=_long_answers(notebook.cells) if notebook else {},
    )
    if mark.handed_in_at:
        student.handed_in_at = mark.handed_in_at.isoformat(timespec="seconds")
    if recorded := mark.recorded:
        names = [exercise.id for exercise in marks.exercises if exercise.id in recorded.scores]
        student.marks = {name: recorded.scores[name] for name in names}
        student.changed, student.late_penalty = recorded.changed, recorded.penalty
    if entry := mark.entry:
        student.failure, student.graded_at = entry.failure, entry.at
        student.regraded = change_in_words(entry, marks.titles)
        if entry.cause != Cause.HANDED_IN_AGAIN:
            changes = entry.changes.items()
            student.before = {name: before for name, (before, _) in changes if before is not None}
    if (page := classroom.feedback(student_id, homework)).exists():
        student.feedback = page.relative_to(classroom.folder).as_posix()
    return student


def _long_answers(cells: list[NotebookNode]) -> dict[str, str]:
    """A hash of each long answer in code, by the id of its cell."""
    answers = (cell for cell in cells if cell.cell_type == "code" and is_solution(cell))
    return {
        cell.id: sha256(cell.source.encode("utf-8", "replace"))
        for cell in answers
        if len(cell.source) >= MIN_LONG_ANSWER
    }
