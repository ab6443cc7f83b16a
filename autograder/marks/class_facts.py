"""Holds all facts about a homework's grading, for the report's page and its JSON, and works out
what follows from them."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from autograder.marks.item_analysis import Analysis, analyse, facility
from autograder.marks.mistakes import Mistake, MistakePair, mistakes_seen, pairs_among
from autograder.notebook.exercises import Exercise, Exercises
from autograder.notebook.grading_notes import GradingNotes
from autograder.on_nbgrader.recorded_scores import less_penalty


@dataclass
class StudentFacts(GradingNotes):
    """The facts about one student's submission, and the notes in the graded notebook."""

    id: str  # nbgrader's id
    name: str  # from the class list; the id if there is none
    last: str = ""  # the family name, if the class list has one
    # Whether they belong to the class: in its list, if there is one, and not a test student.
    counts: bool = True
    handed_in: bool = True  # whether there is a submission
    excused: bool = False  # whether there is no submission, and none is needed
    # The mark of each exercise; None for one that waits to be graded by hand. Empty if nothing has
    # been graded.
    marks: dict[str, float | None] = field(default_factory=dict)
    # By exercise, what the check gave, where a person has changed the mark.
    changed: dict[str, float] = field(default_factory=dict)
    handed_in_at: str | None = None  # the time, if a system has recorded it
    late: bool | None = None  # whether that was too late; None if no due time is known
    late_penalty: float = 0.0  # points that nbgrader takes off for being late
    # The marks that grading again has changed, and why, in a sentence.
    regraded: list[str] = field(default_factory=list)
    # By exercise, the marks before grading again, if the student has not handed in again.
    before: dict[str, float] = field(default_factory=dict)
    # Why it could not be graded, in a sentence. Any marks are then those of an earlier submission.
    failure: str = ""
    graded_at: str | None = None  # when `autograder grade` last graded it
    # A hash of each long answer in code that belongs to a check.
    answers: dict[str, str] = field(default_factory=dict)
    # The feedback page, relative to the class's folder; None if it is not written.
    feedback: str | None = None

    @property
    def total(self) -> float | None:
        """The marks so far, with extra credit and less the late penalty."""
        if not self.marks:
            return None
        return less_penalty(sum(self.known_marks.values()), self.late_penalty)

    @property
    def known_marks(self) -> dict[str, float]:
        """The marks without those of exercises that wait to be graded by hand."""
        return {exercise: mark for exercise, mark in self.marks.items() if mark is not None}

    @property
    def waiting(self) -> list[str]:
        """The exercises that still have to be graded by hand."""
        return [exercise for exercise, mark in self.marks.items() if mark is None]


@dataclass(frozen=True)
class ScoreCounts:
    """How many students got all points of an exercise, some or none, or have no mark yet."""

    exercise: Exercise
    full: int
    part: int
    none: int
    waiting: int

    @property
    def graded(self) -> int:
        """The number of students who have a mark."""
        return self.full + self.part + self.none


@dataclass
class ClassFacts:
    """The facts about one homework in one class."""

    homework: str
    exercises: Exercises  # the homework's graded cells
    students: list[StudentFacts]  # everybody
    names: dict[str, str] = field(default_factory=dict)  # the names of the notebook's cells
    anonymous: bool = False  # whether students have numbers instead of names and ids

    @cached_property
    def graded(self) -> list[StudentFacts]:
        """Those who have marks."""
        return [student for student in self.students if student.marks]

    @cached_property
    def counted(self) -> list[StudentFacts]:
        """Those who have marks and count in statements about the class."""
        return [student for student in self.graded if student.counts]

    def count_scores(self, exercise: Exercise) -> ScoreCounts:
        """Counts how many have all points of an exercise, some, none, or no mark yet."""
        marks = [s.marks[exercise.id] for s in self.counted if exercise.id in s.marks]
        states = Counter(map(exercise.state, marks))
        none = states["none"] + states["open"]
        return ScoreCounts(exercise, states["full"], states["part"], none, states["waiting"])

    @cached_property
    def analysis(self) -> Analysis | None:
        """The item analysis of the exercises; None if there are too few marks."""
        return analyse([student.known_marks for student in self.counted], self._analysed)

    @property
    def _analysed(self) -> dict[str, float]:
        """The points of the exercises for which every counted student has a mark. Extra credit and
        void questions are left out."""
        return {
            exercise.id: exercise.points
            for exercise in self.exercises
            if exercise.points
            and all(student.marks.get(exercise.id) is not None for student in self.counted)
        }

    @cached_property
    def facility_before(self) -> dict[str, float]:
        """By exercise, the facility before grading again changed it."""
        if not self.analysis:
            return {}
        changed = {name for student in self.counted for name in student.before}
        before = [student.known_marks | student.before for student in self.counted]
        return {
            name: facility([marks[name] for marks in before], points)
            for name, points in self._analysed.items()
            if name in changed
        }

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """The known mistakes that were seen, most frequent first."""
        return mistakes_seen({s.id: s.mistakes for s in self.students}, self.exercises)

    @cached_property
    def mistake_pairs(self) -> list[MistakePair]:
        """The mistakes that occur together, the most certain pairs first."""
        return pairs_among(self.mistakes, {student.id for student in self.counted})

    @cached_property
    def equal_answers(self) -> list[tuple[str, list[StudentFacts]]]:
        """The long answers that several students share, character for character: the cell, and the
        students."""
        authors = defaultdict(list)
        for student in self.students:
            for cell, answer in student.answers.items():
                authors[cell, answer].append(student)
        return [(cell, students) for (cell, _), students in authors.items() if len(students) > 1]
