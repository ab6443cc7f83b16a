"""Extra credit in the gradebook: a manual mark is the whole mark, and what a person gives stays."""

from contextlib import closing

import nbformat
import pytest

from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.grading.grade import grade
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.marks_writer import MarksWriter
from tests.autograder.conftest import copied, put
from tests.helpers.submissions import submissions_of

pytestmark = pytest.mark.slow

POLYNOMIAL = "hw3-polynomial"
CHECK, WORTH = "higher-check", 2.0


@pytest.fixture(scope="module")
def graded_class(tmp_path_factory) -> Classroom:
    """ada has handed in the solution of homework 3, emeka the untouched notebook."""
    classroom = Classroom(tmp_path_factory.mktemp("extra"))
    for student in ("ada", "emeka"):
        put(classroom, student, POLYNOMIAL, handed_in(student))
    grade(classroom, POLYNOMIAL, workers=0)
    return classroom


@pytest.fixture
def classroom(graded_class, tmp_path) -> Classroom:
    return copied(graded_class, tmp_path / "class")


def handed_in(student: str) -> bytes:
    if student == "ada":
        return nbformat.writes(submissions_of(POLYNOMIAL)["ada"].notebook()).encode()
    return released_path(POLYNOMIAL).read_bytes()


def enter(classroom: Classroom, student: str) -> None:
    """Enters the marks of the notebook that was graded for a student again."""
    notebook = nbformat.read(classroom.autograded(student, POLYNOMIAL), as_version=4)
    with closing(MarksWriter(classroom)) as writer:
        writer.enter(student, POLYNOMIAL, notebook, None)


def recorded(classroom: Classroom, student: str):
    return ClassGradebook(classroom).recorded_submissions(POLYNOMIAL)[student]


def change(classroom: Classroom, student: str, **columns) -> None:
    with open_gradebook(classroom) as book:
        grade = book.find_grade(CHECK, POLYNOMIAL, POLYNOMIAL, student)
        for column, value in columns.items():
            setattr(grade, column, value)
        book.db.commit()


def test_what_a_check_earned_is_a_score_and_counts_as_extra(classroom):
    ada, emeka = recorded(classroom, "ada"), recorded(classroom, "emeka")
    assert (ada.scores[CHECK], emeka.scores[CHECK]) == (WORTH, 0)
    assert (ada.extra, emeka.extra) == (4.0, 0)
    assert not ada.changed


@pytest.mark.parametrize(
    ("student", "now", "mark"), [("emeka", "ada", WORTH), ("ada", "emeka", 0.0)]
)
def test_a_manual_mark_is_the_whole_mark_after_grading_again(classroom, student, now, mark):
    ClassGradebook(classroom).change_mark(student, POLYNOMIAL, CHECK, mark, lambda comment: "So.")
    assert recorded(classroom, student).scores[CHECK] == mark
    put(classroom, student, POLYNOMIAL, handed_in(now))
    grade(classroom, POLYNOMIAL, students=[student], workers=0)
    after = recorded(classroom, student)
    assert after.scores[CHECK] == mark
    assert CHECK in after.to_look_at  # the check now says something else


def test_extra_credit_by_a_person_on_a_failed_check_stays(classroom):
    change(classroom, "emeka", extra_credit=1.0)
    enter(classroom, "emeka")
    assert recorded(classroom, "emeka").scores[CHECK] == 1


@pytest.mark.parametrize(("manual", "extra", "mark"), [(None, 1.0, 1.0), (1.0, 0.5, 1.5)])
def test_what_a_person_gives_beside_a_manual_score_is_told_as_their_change(
    classroom, manual, extra, mark
):
    change(classroom, "emeka", manual_score=manual, extra_credit=extra)
    emeka = recorded(classroom, "emeka")
    assert (emeka.scores[CHECK], emeka.changed) == (mark, {CHECK: 0})
