"""Gathers the facts about a homework's grading.

The marks come from the gradebook, and the notes that were made during grading come from the graded
notebooks. The journal says who could not be graded, and which marks grading again has changed.
"""

import random
from dataclasses import replace

from nbformat import NotebookNode

from autograder.base.files import sha256
from autograder.grading.journal import Cause, JournalEntry
from autograder.marks.changed_marks import change_in_words
from autograder.marks.class_facts import ClassFacts, StudentFacts
from autograder.marks.class_marks import ClassMarks, Mark, NoMark
from autograder.notebook.cells import is_solution
from autograder.notebook.grading_notes import GradingNotes
from autograder.notebook.notebook_files import read_graded, released_cells
from autograder.notebook.titles import cell_names_in, checks_of
from autograder.on_nbgrader.recorded_scores import RecordedSubmission

MIN_LONG_ANSWER = 300  # characters; two people may well write the same few lines


def gather_facts(marks: ClassMarks) -> ClassFacts:
    """Gathers all facts about a homework with these marks.

    Raises:
        Failure: the homework is not in the gradebook, unless nobody could be graded.
    """
    homework = marks.homework
    entries = [mark.entry for mark in marks if mark.entry]
    if not (entries and all(entry.failure for entry in entries)):
        marks.refuse_ungraded()
    cells = released_cells(homework)
    released_answers, checked = _long_answers(cells), checks_of(cells)
    students = []
    for mark in sorted(marks, key=lambda mark: mark.student.sort_key):
        notebook = read_graded(marks.classroom.autograded(mark.student.id, homework))
        answers = _long_answers(notebook.cells if notebook else [])
        own_answers = {
            cell: answer
            for cell, answer in answers.items()
            if cell in checked and answer != released_answers.get(cell)
        }
        notes = GradingNotes.of(notebook) if notebook else GradingNotes()
        students.append(_student(marks, mark, notes, own_answers))
    return ClassFacts(homework, marks.exercises, students, cell_names_in(homework))


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


def _student(
    marks: ClassMarks, mark: Mark, notes: GradingNotes, answers: dict[str, str]
) -> StudentFacts:
    student_id, entry = mark.student.id, mark.entry
    recorded = mark.recorded or RecordedSubmission(scores={}, mark=0.0)
    scores = recorded.scores
    at, page = mark.handed_in_at, marks.classroom.feedback(student_id, marks.homework)
    return StudentFacts(
        student_id,
        mark.student.name or student_id,
        mark.student.last,
        counts=mark.listed and not mark.student.is_test,
        handed_in=not mark.is_missing,
        excused=mark.no_mark is NoMark.EXCUSED,
        marks={each.id: scores[each.id] for each in marks.exercises if each.id in scores},
        changed=recorded.changed,
        handed_in_at=at.isoformat(timespec="seconds") if at else None,
        late=mark.late,
        late_penalty=recorded.penalty,
        regraded=change_in_words(entry, marks.exercises.titles) if entry else [],
        before=_marks_before(entry) if entry else {},
        failure=entry.failure if entry else "",
        graded_at=entry.at if entry else None,
        answers=answers,
        feedback=page.relative_to(marks.classroom.folder).as_posix() if page.exists() else None,
        **vars(notes),
    )


def _marks_before(entry: JournalEntry) -> dict[str, float]:
    """The marks that grading again has changed, if the student has not handed in again."""
    if entry.cause == Cause.HANDED_IN_AGAIN:
        return {}
    return {name: before for name, (before, _) in entry.changes.items() if before is not None}


def _long_answers(cells: list[NotebookNode]) -> dict[str, str]:
    """A hash of each long answer in code, by the id of its cell."""
    answers = (cell for cell in cells if cell.cell_type == "code" and is_solution(cell))
    return {
        cell.id: sha256(cell.source.encode("utf-8", "replace"))
        for cell in answers
        if len(cell.source) >= MIN_LONG_ANSWER
    }
