"""All facts about a homework's grading, for the report's page and its JSON, and what follows from
them."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from autograder.marks.exercises import Exercise, points_in
from autograder.marks.item_analysis import MIN_STUDENTS, Analysis, analyse, by_chance

MIN_TOGETHER = 3  # students
MAX_CHANCE = 0.05  # of reporting mistakes that go together though none do


@dataclass
class StudentFacts:
    """The facts about one student's submission."""

    id: str  # nbgrader's id
    name: str  # from the class list; the id if there is none
    last: str = ""  # the family name, if the class list has one
    # Whether they belong to the class: in its list, if there is one, and not a test student.
    counts: bool = True
    handed_in: bool = True  # whether there is a submission
    excused: bool = False  # whether there is none, and none is wanted
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
    # The highest execution number in the file handed in: at least as many cells were run since the
    # student's kernel was last started.
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

    homework: str
    exercises: list[Exercise]  # its graded cells
    students: list[StudentFacts]  # everybody
    names: dict[str, str] = field(default_factory=dict)  # the names of the notebook's cells
    anonymous: bool = False  # whether students have numbers instead of names and ids

    @property
    def points(self) -> float:
        """The points of the homework, without extra credit."""
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
        """The item analysis of the exercises; None if there are too few marks."""
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
        from course.messages.misconceptions import read_bank  # loads PyTorch, which takes a second

        texts, _ = read_bank()
        # Texts of the bank that say the same are one mistake, under the first name.
        first = {text: name for name, text in reversed(texts.items())}
        seen: dict[str, list[tuple[str, str, bool]]] = {}
        for student in self.students:
            for exercise, fitting in _narrowed_down(student.mistakes):
                names = {first[texts[name]] if name in texts else name for name in fitting}
                for name in names:
                    seen.setdefault(name, []).append((student.id, exercise, len(names) == 1))
        made = [
            self._mistake(name, *texts[name], found)
            for name, found in seen.items()
            if name in texts
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


def _narrowed_down(mistakes: dict[str, list[list[str]]]) -> list[tuple[str, list[str]]]:
    """Pairs each of a student's wrong answers, by its exercise, with the mistakes that fit; only
    with those that also fit another answer, if these are fewer."""
    every = [names for found in mistakes.values() for names in found]
    return [
        (exercise, min((other for other in every if set(other) <= set(names)), key=len))
        for exercise, found in mistakes.items()
        for names in found
    ]
