"""Which submissions of a class are graded again, and why."""

import shutil

import pytest

from autograder.base.classroom import Classroom
from autograder.base.paths import released
from autograder.grading.class_run import ClassRun
from autograder.grading.journal import Cause, GradingOutcome, JournalEntry
from autograder.grading.what_to_grade import WhatToGrade
from autograder.sandbox.limits import DEFAULT
from tests.helpers.grading import HOMEWORK

pytestmark = pytest.mark.slow


def test_what_failed_by_chance_is_tried_again_for_that_reason(tmp_path):
    classroom = Classroom(tmp_path)
    path = classroom.submission("ada", HOMEWORK)
    path.parent.mkdir(parents=True)
    shutil.copy(released(HOMEWORK), path)
    to_grade = WhatToGrade(classroom, HOMEWORK, DEFAULT, force=False)
    run = ClassRun(to_grade, lambda outcome: None)
    first = to_grade.look_at("ada")
    graded = JournalEntry("ada", first.key, 20.0, graded_with=run.ingredients.of("ada"))
    run.record(GradingOutcome(graded))
    data = path.read_bytes()
    path.unlink()  # while the run waits for a worker
    run.grade({"ada": first}, None, workers=1)
    assert run.outcomes[-1].failure
    path.write_bytes(data)
    assert to_grade.look_at("ada").cause == Cause.TRIED_AGAIN
    path.write_bytes(data + b" ")
    assert to_grade.look_at("ada").cause == Cause.HANDED_IN_AGAIN
