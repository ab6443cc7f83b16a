"""The commands from submissions to marks and reasons: grade, feedback, report and viva."""

import contextlib
import logging
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.markup import escape

from autograder.base.failure import Failure
from autograder.base.paths import Classroom, short
from autograder.cli.progress import grade_with_progress, progress_bar, telling
from autograder.cli.shared import (
    AsJSON,
    ClassDir,
    Database,
    Homework,
    Students,
    app,
    complain,
    end,
    errors,
    existing_class,
    known_students,
    out,
    refusing,
    tell_outdated_pages,
    tell_renewed_penalties,
    tell_unknown_extensions,
)

if TYPE_CHECKING:
    from autograder.grading.outcome import GradingOutcome
    from autograder.reports.marks import Mark


@app.command("grade")
def grade_command(
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    student: Students = None,
    force: Annotated[bool, typer.Option("--force", help="Also grade what is unchanged.")] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="How many submissions to grade at once. Default: one more than there are cores.",
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="Use the workers of this Dask scheduler, for example tcp://10.0.0.1:8786."
        ),
    ] = None,
    unsafe: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox",
            help="Run students' code with your own permissions. Only if you trust all of it.",
        ),
    ] = False,
    as_json: AsJSON = False,
) -> None:
    """Grade the submissions of a homework, each in a sandbox.

    Submissions are expected in CLASS_DIR/submitted/STUDENT/ASSIGNMENT/ASSIGNMENT.ipynb, nbgrader's
    layout; renamed and damaged ones are found and repaired. You can interrupt the command at any
    time and start it again: only what is new or has changed is graded.

    Exit code: 0 if all are graded; 1 if some could not be (the others are), or somebody's late
    penalty could not be computed; 2 if the command is wrong; 3 if nothing can be graded (no
    sandbox, no cluster, a text that is not released, rules of the class that are wrong); 130 if you
    interrupt it.
    """
    classroom = Classroom.chosen(class_dir, database)
    if not classroom.students(homework):
        end(
            2,
            f"There is no submission of {homework} in {classroom.folder / 'submitted'}. Collect "
            f"first, or add files such as {classroom.submission('STUDENT', homework)}.",
        )
    student = known_students(classroom, homework, student)
    options = {"force": force, "scheduler": scheduler, "unsafe": unsafe, "workers": workers}
    with refusing(3):
        outcomes = _grade(classroom, homework, student, quiet=as_json, **options)
        is_renewed = tell_renewed_penalties(classroom, homework, quiet=as_json)
        tell_unknown_extensions(classroom)
    if as_json:
        from autograder.grading.outcome import as_rows

        print(as_rows(outcomes))
    else:
        _print_marks(classroom, homework, outcomes)
    is_done = is_renewed and not any(outcome.failure for outcome in outcomes)
    raise typer.Exit(0 if is_done else 1)


def _grade(
    classroom: Classroom, homework: str, students: list[str] | None, *, quiet: bool, **options
) -> "list[GradingOutcome]":
    """Starts what grading needs, and grades.

    Raises:
        Failure: nothing can be graded here.
    """
    from autograder.sandbox.bubblewrap import NoSandbox

    logging.getLogger("traitlets").handlers = [UnknownOptions()]
    try:
        if options["scheduler"] is None and not options["unsafe"]:
            chosen = students or classroom.students(homework)
            _start_sandbox(classroom, homework, chosen, options["force"], quiet=quiet)
        with telling("Starting nbgrader and PyTorch ...", quiet=quiet):
            from autograder.grading import submission  # noqa: F401
            from autograder.reports import tables  # noqa: F401

        return grade_with_progress(classroom, homework, students, quiet=quiet, **options)
    except NoSandbox as reason:
        raise Failure(
            f"Students' code cannot be sandboxed here: {reason}\n"
            "If you trust every submission, run again with --unsafe-no-sandbox."
        ) from None


def _print_marks(classroom: Classroom, homework: str, outcomes: "list[GradingOutcome]") -> None:
    """Prints the marks and what happened; without the marks if the class list cannot be used."""
    from autograder.people.roster import Roster
    from autograder.people.roster_file import BadRoster
    from autograder.reports.marks import class_marks
    from autograder.reports.tables import by_hand_lines, grading_summary, marks_table

    marks = []
    try:
        marks = class_marks(classroom, homework)
        out.print(marks_table(classroom, homework, marks))
    except BadRoster as reason:
        complain(reason)
    out.print(grading_summary(outcomes, homework, Roster.usable(classroom)))
    if lines := by_hand_lines(homework, marks):
        out.print(escape("\n" + "\n".join(lines)))
    tell_outdated_pages(classroom, homework, marks)


class UnknownOptions(logging.Handler):
    """Reports which lines of nbgrader_config.py are unknown, out of all that nbgrader logs."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Prints a warning, once."""
        text = record.getMessage()
        if "not recognized by" in text and text not in self.seen:
            self.seen.add(text)
            errors.print(f"[red]nbgrader_config.py:[/] {escape(text)}")


def _start_sandbox(
    classroom: Classroom, homework: str, students: list[str], force: bool, *, quiet: bool
) -> None:
    """Starts the sandbox if there surely is something to grade: it imports PyTorch on another core
    while this process imports nbgrader."""
    from autograder.grading.journal import Journal
    from autograder.sandbox.bubblewrap import NoSandbox
    from autograder.sandbox.host import zygote

    before = Journal(classroom, homework).latest
    if force or any(student not in before for student in students):
        with telling("Starting the sandbox ...", quiet=quiet), contextlib.suppress(NoSandbox):
            zygote().begin()  # without one, the configuration may still allow grading


@app.command("feedback")
def feedback_command(
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    student: Students = None,
    as_zip: Annotated[
        Literal["moodle", "canvas", "folder"] | None,
        typer.Option(
            "--zip",
            help="Also write all pages into one zip that this system can import, "
            "CLASS_DIR/export/ASSIGNMENT-feedback-SYSTEM.zip.",
        ),
    ] = None,
) -> None:
    """Write a feedback page for each graded submission.

    Run it after all grading, including grading by hand, because the pages show all marks. Each page
    is a single file, CLASS_DIR/feedback/STUDENT/ASSIGNMENT/ASSIGNMENT.html.

    --zip moodle and --zip canvas use the names that these systems gave the submissions, by which
    they recognise the students. Students who did not hand in there are left out and listed. --zip
    folder contains ASSIGNMENT/STUDENT.html.

    Exit code: 0 if all is well; 1 if nothing is graded, or a page could not be written or
    somebody's late penalty computed; 2 if the command or the class's rules are wrong, or nothing
    was collected from the system of the zip.
    """
    from autograder.reports.marks import class_marks

    classroom = existing_class(class_dir, database)
    student = known_students(classroom, homework, student)
    graded = [
        s
        for s in student or classroom.students(homework)
        if classroom.autograded(s, homework).exists()
    ]
    if not graded:
        whose = ", ".join(student) if student else homework
        end(1, f"No submission of {whose} is graded. First: autograder grade {homework}")
    with refusing(2):
        is_renewed = tell_renewed_penalties(classroom, homework)
    is_done = _write_pages(classroom, homework, graded) and is_renewed
    count = "1 page" if len(graded) == 1 else f"{len(graded)} pages"
    out.print(f"{count} in {short(classroom.folder / 'feedback')}")
    with refusing(1):
        marks = class_marks(classroom, homework)
    _tell_who_has_none(homework, marks, graded, student)
    if as_zip:
        _write_feedback_zip(classroom, homework, as_zip, marks)
    raise typer.Exit(0 if is_done else 1)


def _write_pages(classroom: Classroom, homework: str, students: list[str]) -> bool:
    """Writes the feedback pages; returns whether all could be written."""
    from autograder.on_nbgrader.nbgrader_api import Nbgrader, NbgraderFailed

    nbgrader, is_done = Nbgrader(classroom), True
    with progress_bar() as bar:
        task = bar.add_task(homework, total=len(students), last="")
        for student in students:
            try:
                nbgrader.feedback(homework, student)
            except NbgraderFailed as reason:
                bar.print(f"[red]{student}:[/] {escape(str(reason))}")
                is_done = False
            bar.update(task, advance=1, last=student)
    return is_done


def _tell_who_has_none(
    homework: str, marks: "list[Mark]", graded: list[str], chosen: list[str] | None
) -> None:
    """Reports who has no page, and why: each reason once."""
    why = defaultdict(list)
    for mark in marks:
        if mark.student.id not in graded and mark.student.id in (chosen or [mark.student.id]):
            why[mark.why or f"to be graded again: autograder grade {homework}"].append(
                mark.student.id
            )
    for reason, students in why.items():
        out.print(escape(f"No page for {', '.join(students)}: {reason}"))


def _write_feedback_zip(
    classroom: Classroom, homework: str, system: str, marks: "list[Mark]"
) -> None:
    from autograder.lms.feedback_zip import HOW_TO_IMPORT, write_feedback_zip

    path = classroom.folder / "export" / f"{homework}-feedback-{system}.zip"
    with refusing(2):
        done = write_feedback_zip(classroom, homework, system, path, marks)
    out.print(
        f"{len(done.students)} of them in {escape(short(path))}. {HOW_TO_IMPORT[system]}".strip()
    )
    for student, why in done.left_out.items():
        out.print(f"[red]Not in it:[/] {escape(student)}, who {why}.")
    if done.left_out:
        pages = short(classroom.folder / "feedback" / "STUDENT" / homework)
        out.print(
            f"Send these students their pages yourself, from {escape(pages)}/, if up to date."
        )


@app.command("report")
def report_command(
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="The page to write. Default: CLASS_DIR/reports/ASSIGNMENT.html",
        ),
    ] = None,
    anonymous: Annotated[
        bool,
        typer.Option(
            "--anonymous",
            help="Write a page without names, ids and links, which you can share. Default: "
            "CLASS_DIR/reports/ASSIGNMENT-anonymous.html",
        ),
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print the facts as JSON and nothing else. Without --html, no page is written.",
        ),
    ] = False,
) -> None:
    """Print a homework's marks, and write a page about the class.

    The page shows the distribution of marks, who passed what, statistics of the exercises (from ten
    students on), the misconceptions that answers resemble, what you should look at, and who could
    not be graded and why. It is a single file that loads nothing.

    Before projecting it, press "Hide names" or the key h, or add #hide-names to its address. The
    names are then hidden but still in the file: to pass a page on, make one with --anonymous.

    Exit code: 0 if all is well; 1 if nothing of the homework is graded, or somebody's late penalty
    could not be computed; 2 if there is no such class, or its rules are wrong.
    """
    from autograder.reports.class_page import facts_as_json, page_path, write_class_page
    from autograder.reports.gathering import gather, without_names
    from autograder.reports.marks import class_marks
    from autograder.reports.tables import marks_table

    classroom = existing_class(class_dir, database)
    with refusing(2):
        is_renewed = tell_renewed_penalties(classroom, homework, quiet=as_json)
        tell_unknown_extensions(classroom)
    with refusing(1):
        marks = class_marks(classroom, homework)
        facts = gather(classroom, homework, marks)
    if anonymous:
        facts = without_names(facts)
    path = html or (None if as_json else page_path(classroom, homework, anonymous=anonymous))
    if path:
        write_class_page(facts, classroom, path)
    if as_json:
        print(facts_as_json(facts))
        raise typer.Exit(0 if is_renewed else 1)
    if facts.exercises and not anonymous:
        out.print(marks_table(classroom, homework, marks))
    tell_outdated_pages(classroom, homework, marks)
    out.print(f"\nThe page about the class: {short(path.resolve())}")
    raise typer.Exit(0 if is_renewed else 1)


@app.command("viva")
def viva_command(
    homework: Homework,
    student: Annotated[str, typer.Option("--student", help="The student you will talk to.")],
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Print five questions to ask a student about their own engine.

    For a five-minute talk about a homework that asks about the student's engine. The questions are
    made from what the engine did during grading, and differ from those in the notebook. They are
    printed with the answers and the student's lines, and also written to
    CLASS_DIR/viva/STUDENT/ASSIGNMENT/ASSIGNMENT.html.

    Exit code: 0 if all is well; 1 if there is nothing to ask; 2 if the command is wrong.
    """
    from autograder.reports.viva_sheet import sheet_of, write_viva_page

    classroom = existing_class(class_dir, database)
    known_students(classroom, homework, [student])
    with refusing(1):
        sheet = sheet_of(classroom, homework, student)
    out.print(escape(sheet.text))
    out.print(f"\nThe page: {short(write_viva_page(sheet, classroom).resolve())}")
