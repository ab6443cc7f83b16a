"""Grades those submissions of a class that are new or have changed since they were graded."""

from autograder.base.classroom import Classroom
from autograder.grading.class_limits import limits_of
from autograder.grading.class_run import ClassRun
from autograder.grading.enter_homework import refuse_outdated_release
from autograder.grading.ingredients import Ingredients
from autograder.grading.journal import GradingOutcome, Journal, OnOutcome
from autograder.grading.what_to_grade import WhatToGrade
from autograder.notebook.notebook_files import require_released
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.people.roster import Roster
from autograder.sandbox import bubblewrap
from autograder.sandbox.shown_files import require_hidden
from autograder.sandbox.zygotes import zygote


def grade(
    classroom: Classroom,
    homework: str,
    *,
    students: list[str] | None = None,
    force: bool = False,
    scheduler: str | None = None,
    workers: int | None = None,
    unsafe: bool = False,
    progress: OnOutcome = lambda outcome: None,
) -> list[GradingOutcome]:
    """Grades the submissions of a homework and enters the marks.

    This can be interrupted at any time and started again; nothing is graded twice.

    Args:
        students: grade only these students; by default, all who handed in.
        force: also grade again submissions that have not changed since they were graded.
        scheduler: the address of a Dask scheduler; None to use this machine.
        workers: how many submissions are under way at once on this machine; see `grade_tasks`.
        unsafe: run without a sandbox, with all the permissions of the user who grades.

    Raises:
        Failure: nothing was graded, because the homework is not released; or its text has changed
            since its release, and there is something to grade; or a limit in the config is not
            valid; or the homework no longer has a check that has given marks.
        BadPlan: the author's own solution does not pass.
        NoSandbox: this machine has no sandbox, and `unsafe` is not set.
        ClusterFailed: the workers cannot be used.
    """
    require_released(homework)
    limits = limits_of(classroom, unsafe=unsafe)
    is_sandboxed_here = scheduler is None and not limits.unsafe
    if is_sandboxed_here:
        bubblewrap.require_sandbox()
        require_hidden(classroom.folder)
    ingredients, journal = Ingredients(classroom, homework, limits), Journal(classroom, homework)
    to_grade = WhatToGrade(ingredients, journal, force=force)
    students = classroom.students(homework) if students is None else students
    submissions, outcomes = to_grade.look_at(students)
    run = ClassRun(ingredients, journal, submissions, progress)
    if submissions:  # otherwise, everything has been graded with this text already
        refuse_outdated_release(homework)
    for outcome in outcomes:
        run.record(outcome)
    if submissions:
        if is_sandboxed_here:
            zygote().begin()  # it imports while this thread goes on with the following
        run.grade(scheduler, workers)
    roster = Roster.or_empty(classroom)  # the reports say so if the list cannot be used
    ClassGradebook(classroom).enter_names(roster)
    return sorted(run.outcomes, key=lambda outcome: outcome.student)
