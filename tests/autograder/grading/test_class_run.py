"""Which submissions of a class are graded again, and why."""

import shutil

import pytest

from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.grading.class_run import ClassRun
from autograder.grading.ingredients import Ingredients
from autograder.grading.journal import Cause, GradingOutcome, Journal, JournalEntry
from autograder.grading.what_to_grade import WhatToGrade
from autograder.sandbox.limits import DEFAULT
from tests.helpers.grading import HOMEWORK

pytestmark = pytest.mark.slow


def again(to_grade: WhatToGrade) -> Cause | None:
    submissions, _ = to_grade.look_at(["ada"])
    return submissions["ada"].cause


def test_what_failed_by_chance_is_tried_again_for_that_reason(tmp_path):
    classroom = Classroom(tmp_path)
    path = classroom.submission("ada", HOMEWORK)
    path.parent.mkdir(parents=True)
    shutil.copy(released_path(HOMEWORK), path)
    ingredients, journal = Ingredients(classroom, HOMEWORK, DEFAULT), Journal(classroom, HOMEWORK)
    to_grade = WhatToGrade(ingredients, journal, force=False)
    submissions, _ = to_grade.look_at(["ada"])
    run = ClassRun(ingredients, journal, submissions, lambda outcome: None)
    graded = JournalEntry(
        "ada", submissions["ada"].key, score=20.0, graded_with=ingredients.hashes_for("ada")
    )
    run.record(GradingOutcome(graded))
    data = path.read_bytes()
    path.unlink()  # while the run waits for a worker
    run.grade(None, workers=1)
    assert run.outcomes[-1].failure
    path.write_bytes(data)
    assert again(to_grade) == Cause.TRIED_AGAIN
    path.write_bytes(data + b" ")
    assert again(to_grade) == Cause.HANDED_IN_AGAIN


def test_a_student_who_is_named_twice_is_looked_at_once(tmp_path):
    classroom = Classroom(tmp_path)
    ingredients, journal = Ingredients(classroom, HOMEWORK, DEFAULT), Journal(classroom, HOMEWORK)
    to_grade = WhatToGrade(ingredients, journal, force=False)
    submissions, outcomes = to_grade.look_at(["ada", "ada"])
    assert not submissions and [each.student for each in outcomes] == ["ada"]
