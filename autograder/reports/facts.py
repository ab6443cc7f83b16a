"""All facts about a homework's grading, for the report's page and its JSON.

Marks come from the gradebook; notes made during grading from the graded notebooks; who could not
be graded, and how often people were, from the journal.
"""

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import nbformat
from nbformat import NotebookNode

from autograder.base.files import sha256
from autograder.base.paths import Classroom, released
from autograder.classroom.csv_file import TEST_STUDENTS
from autograder.classroom.spelling import folded
from autograder.grading.journal import HANDED_IN_AGAIN, Journal
from autograder.mending.earlier import EARLIER, damage
from autograder.notebook.cells import is_solution
from autograder.notebook.finding import find_submission
from autograder.notebook.reading import read_released
from autograder.notebook.titles import checks_of, names_in
from autograder.notebook.unreadable import MAX_WITHOUT_OUTPUTS, Unreadable
from autograder.reports.exercises import Exercise, exercises_of, points_in
from autograder.reports.item_analysis import MIN_STUDENTS, Analysis, analyse, by_chance
from autograder.reports.marks import NOT_HANDED_IN, Mark, change_in_words, class_marks

MIN_LONG_ANSWER = 300  # characters; two people may well write the same few lines
MIN_TOGETHER = 3  # students
MAX_CHANCE = 0.05  # of reporting mistakes that go together though none do
_EXECUTION_COUNT = re.compile(rb'"execution_count"\s*:\s*(\d{1,7})\b')


@dataclass
class StudentFacts:
    """The facts about one student's submission."""

    id: str  # nbgrader's id
    name: str  # from the class list; the id if there is none
    last: str = ""  # the family name, if the class list has one
    # Whether they belong to the class: in its list, if there is one, and not a test student.
    counts: bool = True
    handed_in: bool = True  # whether there is a submission
    # The score of each exercise; None for one that waits to be graded by hand. Empty if nothing has
    # been graded.
    marks: dict[str, float | None] = field(default_factory=dict)
    # By exercise, what the check itself gave, where a person has changed the mark.
    changed: dict[str, float] = field(default_factory=dict)
    handed_in_at: str | None = None  # when, if a system has recorded it
    late: bool | None = None  # whether that was too late; None if no due time is known
    late_penalty: float = 0.0  # points that nbgrader takes off for being late
    # By exercise, for each wrong answer the ids of the known mistakes that fit.
    mistakes: dict[str, list[list[str]]] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)  # what people should look at, in sentences
    mended: list[str] = field(default_factory=list)  # what was repaired, in sentences
    earlier: bool = False  # whether it was made with an earlier release
    # The marks that grading again has changed, and why, in a sentence.
    regraded: list[str] = field(default_factory=list)
    # By exercise, the marks before that, if the student has not handed in again.
    before: dict[str, float] = field(default_factory=dict)
    # The cells that did not end by themselves, with the reason.
    stopped: dict[str, str] = field(default_factory=dict)
    # Why it could not be graded, in a sentence. Any marks are then those of an earlier submission.
    failure: str = ""
    # How long the notebook's cells ran when it was graded, by the clock.
    seconds: float | None = None
    kernels: int | None = None  # how many kernels it took; more than one if cells ended theirs
    times_graded: int = 0  # how often `autograder grade` has graded a submission of theirs
    graded_at: str | None = None  # when it last did so
    # The highest execution number in the file handed in: since the student's kernel was last
    # started, at least so many cells were run.
    last_count: int | None = None
    # A hash of each long answer in code that belongs to a check.
    answers: dict[str, str] = field(default_factory=dict)
    # The feedback page, relative to the class's folder; None if it is not written.
    feedback: str | None = None

    @property
    def total(self) -> float | None:
        """The marks so far, with extra credit and less the late penalty."""
        if not self.marks:
            return None
        return max(0.0, sum(mark or 0 for mark in self.marks.values()) - self.late_penalty)

    @property
    def waiting(self) -> list[str]:
        """The exercises that still have to be graded by hand."""
        return [exercise for exercise, mark in self.marks.items() if mark is None]


@dataclass
class Mistake:
    """A known mistake, and the students whose answers look like it."""

    id: str  # its name in the bank
    title: str  # what is done wrong, in a sentence
    sentence: str  # the advice for it
    exercises: list[str]  # the ids of those it was seen in
    students: list[str]  # the ids of those whose answers look like it and no other
    perhaps: list[str]  # the ids of those whose answers look like one of several, this among them


@dataclass(frozen=True)
class Together:
    """Two mistakes that more students share than chance would explain."""

    # The mistakes.
    first: Mistake
    second: Mistake
    both: int  # how many students surely have both
    expected: float  # how many would, if the two were independent


@dataclass
class ClassFacts:
    """The facts about one homework in one class."""

    assignment: str
    exercises: list[Exercise]  # its graded cells
    students: list[StudentFacts]  # everybody
    names: dict[str, str] = field(default_factory=dict)  # the names of the notebook's cells
    anonymous: bool = False  # whether students have numbers instead of names and ids

    @property
    def points(self) -> float:
        """What the homework is worth, without extra credit."""
        return points_in(self.exercises)

    @cached_property
    def graded(self) -> list[StudentFacts]:
        """Those who have marks."""
        return [student for student in self.students if student.marks]

    @cached_property
    def counted(self) -> list[StudentFacts]:
        """Those of them who count in statements about the class."""
        return [student for student in self.graded if student.counts]

    @cached_property
    def analysis(self) -> Analysis | None:
        """What the marks tell about the exercises; None if there are too few."""
        return analyse([student.marks for student in self.counted], self._analysed)

    @property
    def _analysed(self) -> dict[str, float]:
        """The points of the exercises for which everybody counted has a mark, without extra credit
        and void questions."""
        return {
            each.id: each.points
            for each in self.exercises
            if each.points and all(s.marks.get(each.id) is not None for s in self.counted)
        }

    @cached_property
    def facility_before(self) -> dict[str, float]:
        """By exercise, the facility before grading again changed it."""
        changed = {name for student in self.counted for name in student.before}
        before = analyse([each.marks | each.before for each in self.counted], self._analysed)
        items = before.items if before else {}
        return {name: item.facility for name, item in items.items() if name in changed}

    @cached_property
    def together(self) -> list[Together]:
        """The mistakes that go together, surest first: by chance even one such pair, among all,
        would be unlikely."""
        counted = {student.id for student in self.counted}
        if len(counted) < MIN_STUDENTS:
            return []
        pairs = list(combinations(self.mistakes, 2))
        found = []
        for first, second in pairs:
            one, other = counted & {*first.students}, counted & {*second.students}
            chance = by_chance(len(one & other), len(one), len(other), len(counted))
            if len(one & other) >= MIN_TOGETHER and chance < MAX_CHANCE / len(pairs):
                expected = len(one) * len(other) / len(counted)
                found.append((chance, Together(first, second, len(one & other), expected)))
        return [each for _, each in sorted(found, key=lambda pair: pair[0])]

    @cached_property
    def equal(self) -> list[tuple[str, list[StudentFacts]]]:
        """The long answers that several students share, character for character: the cell, and the
        students."""
        alike = defaultdict(list)
        for student in self.students:
            for cell, answer in student.answers.items():
                alike[cell, answer].append(student)
        return [(cell, students) for (cell, _), students in alike.items() if len(students) > 1]

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """The known mistakes that were seen, most frequent first."""
        if not any(student.mistakes for student in self.students):
            return []
        from course.misconceptions import read_bank  # loads PyTorch, which takes a second

        told, _ = read_bank()
        # Texts of the bank that say the same are one mistake, under the first name.
        first = {text: name for name, text in reversed(told.items())}
        seen: dict[str, list[tuple[str, str, bool]]] = {}
        for student in self.students:
            for exercise, fitting in _settled(student.mistakes):
                names = {first[told[name]] if name in told else name for name in fitting}
                for name in names:
                    seen.setdefault(name, []).append((student.id, exercise, len(names) == 1))
        made = [
            self._mistake(name, *told[name], found) for name, found in seen.items() if name in told
        ]
        return sorted(made, key=lambda m: (-len(m.students), -len(m.perhaps), m.id))

    def _mistake(
        self, name: str, title: str, sentence: str, found: list[tuple[str, str, bool]]
    ) -> Mistake:
        sure = {student for student, _, alone in found if alone}
        where = {exercise for _, exercise, _ in found}
        return Mistake(
            name,
            title,
            sentence,
            [each.id for each in self.exercises if each.id in where],
            sorted(sure),
            sorted({student for student, _, _ in found} - sure),
        )


def _settled(mistakes: dict[str, list[list[str]]]) -> list[tuple[str, list[str]]]:
    """A student's wrong answers: the exercise, and the mistakes that fit; only those that also fit
    another answer, if that narrows them down."""
    every = [names for found in mistakes.values() for names in found]
    return [
        (exercise, min((other for other in every if set(other) <= set(names)), key=len))
        for exercise, found in mistakes.items()
        for names in found
    ]


def gather(classroom: Classroom, assignment: str) -> ClassFacts:
    """Gathers all facts about a homework.

    Raises:
        Failure: the homework is not in the gradebook, and nobody tried to grade it.
        BadRoster: the class list cannot be read.
    """
    journal = Journal(classroom, assignment)
    counts = Counter(entry.student for entry in journal.entries() if not entry.failure)
    exercises = exercises_of(classroom, assignment, needed=not journal.latest)
    path = released(assignment)
    notebook = read_released(path) if path.exists() else nbformat.v4.new_notebook()
    given, checked = set(_long_answers(notebook).items()), checks_of(notebook.cells)
    marks = class_marks(classroom, assignment)
    marks.sort(key=lambda mark: mark.student.sort_key)
    students = [_student(classroom, assignment, mark, exercises) for mark in marks]
    for student in students:
        student.times_graded = counts[student.id]
        own = student.answers.items() - given
        student.answers = {cell: answer for cell, answer in own if cell in checked}
    return ClassFacts(assignment, exercises, students, names_in(assignment))


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
    classroom: Classroom, assignment: str, mark: Mark, exercises: list[Exercise]
) -> StudentFacts:
    id, scores = mark.student.id, mark.recorded.scores if mark.recorded else {}
    at = mark.at.isoformat(timespec="seconds") if mark.at else None
    student = StudentFacts(
        id,
        mark.student.name or id,
        mark.student.last,
        counts=mark.listed and not _is_test(mark),
        handed_in=mark.why != NOT_HANDED_IN,
        marks={each.id: scores[each.id] for each in exercises if each.id in scores},
        changed=mark.recorded.changed if mark.recorded else {},
        handed_in_at=at,
        late=mark.late,
        late_penalty=mark.recorded.penalty if mark.recorded else 0.0,
    )
    if mark.entry:
        student.failure, student.graded_at = mark.entry.failure, mark.entry.at
        student.regraded = change_in_words(mark.entry, {each.id: each.title for each in exercises})
        if mark.entry.because != HANDED_IN_AGAIN:
            changes = mark.entry.changes.items()
            student.before = {name: then for name, (then, _) in changes if then is not None}
    _add_notes(classroom, assignment, student)
    return student


def _is_test(mark: Mark) -> bool:
    """Whether it is a test student, through whose eyes teachers see a course; a number may follow
    the name."""
    called = folded(mark.student.id) | folded(mark.student.name)
    return any(name.rstrip("0123456789") in TEST_STUDENTS for name in called)


def _add_notes(classroom: Classroom, assignment: str, student: StudentFacts) -> None:
    """Adds what the graded notebook and the submitted one tell."""
    path = classroom.autograded(student.id, assignment)
    if path.exists():
        notebook = nbformat.read(path, as_version=4)
        student.answers = _long_answers(notebook)
        notes = notebook.metadata
        for name in ("mistakes", "flags", "mended", "stopped", "seconds", "kernels"):
            if name in notes:
                setattr(student, name, notes[name])
        student.earlier = EARLIER in student.mended
        student.mended = damage(student.mended)
    feedback = classroom.feedback(student.id, assignment)
    if feedback.exists():
        student.feedback = feedback.relative_to(classroom.folder).as_posix()
    student.last_count = _last_count(classroom, assignment, student.id)


def _long_answers(notebook: NotebookNode) -> dict[str, str]:
    """A hash of each long answer in code, by the id of its cell."""
    answers = (cell for cell in notebook.cells if cell.cell_type == "code" and is_solution(cell))
    return {
        cell.id: sha256(cell.source.encode("utf-8", "replace"))
        for cell in answers
        if len(cell.source) >= MIN_LONG_ANSWER
    }


def _last_count(classroom: Classroom, assignment: str, student: str) -> int | None:
    try:
        path = find_submission(classroom.submission(student, assignment).parent, assignment)
        with path.open("rb") as file:
            counts = _EXECUTION_COUNT.findall(file.read(MAX_WITHOUT_OUTPUTS))
    except (Unreadable, OSError):
        return None
    return max(map(int, counts), default=None)
