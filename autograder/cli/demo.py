"""The command that shows everything: demo."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import ROOT, homeworks, released_path, short
from autograder.base.sentences import first_of
from autograder.cli.console import finish, link, out, say
from autograder.cli.options import app
from autograder.cli.progress import grading_progress, telling
from autograder.cli.report import write_feedback

if TYPE_CHECKING:
    from autograder.authoring.sample_class import SampleSubmission
    from autograder.marks.class_marks import ClassMarks


@app.command("demo")
def demo_command(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="Where to put the sample class. Default: demo/ in the clone.",
            show_default=False,
        ),
    ] = ROOT / "demo",
) -> None:
    """Grade a sample class: submissions, marks, feedback, reports.

    Does for each homework what `grade`, `report` and `feedback` do, in about a minute. You can
    delete the folder afterwards.
    """
    started = time.monotonic()
    classroom = Classroom(folder.resolve())
    _refuse_another_class(classroom)
    submissions = _submissions()
    failures, marks = 0, []
    for homework, handed_in in submissions.items():
        failed, of_class = _grade(classroom, homework, handed_in)
        failures += failed
        marks.append(of_class)
    count = sum(map(len, submissions.values()))
    graded = f"{count - failures} of {count}" if failures else f"All {count}"
    say(f"\n{graded} submissions are graded, after {time.monotonic() - started:.0f} s.")
    pages = [_write_pages(of_class) for of_class in marks]
    say(f"The pages are written, after {time.monotonic() - started:.0f} s. Those about the class:")
    for page in pages:
        out.print(" ", link(page), soft_wrap=True)
    say("and for each student, in", end=" ")
    out.print(link(classroom.feedback_pages), soft_wrap=True)
    say(f"To open formgrader: make lab CLASS_DIR={short(classroom.folder, ROOT)}")
    finish(is_well=not failures)


def _refuse_another_class(classroom: Classroom) -> None:
    """Raises Failure if the folder has a submission of somebody outside the sample class."""
    from autograder.authoring.sample_class import SAMPLE_CLASS

    sample = {path.stem for path in SAMPLE_CLASS.glob("*/*.py")}
    folders = (path for path in classroom.submitted.glob("[!.]*") if path.is_dir())
    if others := sorted({path.name for path in folders} - sample):
        raise Failure(
            f"{short(classroom.folder)} is the folder of another class, with submissions of "
            f"{first_of(others, 3)}. Name another one."
        )


def _submissions() -> "dict[str, list[SampleSubmission]]":
    """The submissions of the sample class, by homework; meanwhile, the sandbox starts."""
    from autograder.sandbox import bubblewrap
    from autograder.sandbox.zygotes import zygote

    bubblewrap.require_sandbox()
    zygote().begin()  # takes as long as the imports here
    with telling("Starting the sandbox, PyTorch and nbgrader ..."):
        import autograder.grading.grade
        import autograder.grading.submission  # noqa: F401
        from autograder.authoring.sample_class import sample_class

        handed_in: dict[str, list[SampleSubmission]] = {homework: [] for homework in homeworks()}
        for submission in sample_class():
            handed_in[submission.homework].append(submission)
    return handed_in


def _grade(
    classroom: Classroom, homework: str, handed_in: "list[SampleSubmission]"
) -> "tuple[int, ClassMarks]":
    """Grades a homework and prints the marks; returns how many could not be graded, and the
    marks."""
    from autograder.grading.grade import grade
    from autograder.hand_out.release import kept_if_done, release
    from autograder.marks.class_marks import class_marks
    from autograder.notebook.notebook_files import notebook_text
    from autograder.notebook.release_choices import kept_choices
    from autograder.reports.marks_tables import marks_table

    if not released_path(homework).exists():
        doing = telling(f"Starting the release of {homework} ...")
        with doing, kept_if_done(kept_choices(), [homework]):
            release(homework)
    for submission in handed_in:
        path = classroom.submission(submission.student, homework)
        write_whole(path, notebook_text(submission.notebook()))
    count = len(classroom.students(homework))
    with grading_progress(homework, count, force=True, leave=False) as show:
        outcomes = grade(classroom, homework, force=True, progress=show)
    out.print()
    marks = class_marks(classroom, homework)
    out.print(marks_table(marks))
    return sum(bool(outcome.failure) for outcome in outcomes), marks


def _write_pages(marks: "ClassMarks") -> Path:
    """Writes the feedback pages of a homework, and a page about the class; returns its path."""
    from autograder.marks.gather_facts import gather_facts
    from autograder.reports.class_page import class_page_path, write_class_page

    classroom, homework = marks.classroom, marks.homework
    write_feedback(classroom, homework, classroom.students(homework), leave=False)
    path = class_page_path(classroom, homework)
    write_class_page(gather_facts(marks), classroom, path)
    return path
