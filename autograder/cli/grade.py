"""The command from submissions to marks: grade."""

import contextlib
import gc
import logging
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.cli.class_command import ClassCommand
from autograder.cli.console import errors, finish, out, remark, say
from autograder.cli.options import AsJSON, ClassDir, Database, Homework, Students, app
from autograder.cli.progress import grading_progress, telling

if TYPE_CHECKING:
    from autograder.grading.journal import GradingOutcome

NO_SANDBOX = (
    "Students' code cannot be sandboxed here: {}\n"
    "If you trust every submission, run again with --unsafe-no-sandbox."
)


Force = Annotated[bool, typer.Option("--force", help="Also grade what is unchanged.")]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        min=0,
        help="How many submissions to grade at once on this machine. Default, also with 0: "
        "one more than there are cores.",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        help="Grade on other machines, the workers of this Dask scheduler, for example "
        "tcp://10.0.0.1:8786. See docs/running.md.",
    ),
]
Unsafe = Annotated[
    bool,
    typer.Option(
        "--unsafe-no-sandbox",
        help="Run students' code with your own permissions. Only if you trust all of it.",
    ),
]


@app.command("grade")
def grade_command(
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    students: Students = None,
    force: Force = False,
    workers: Workers = None,
    scheduler: Scheduler = None,
    unsafe: Unsafe = False,
    as_json: AsJSON = False,
) -> None:
    """Grade the submissions of a homework, each in a sandbox.

    Submissions are expected in CLASS_DIR/submitted/STUDENT/HOMEWORK/HOMEWORK.ipynb, nbgrader's
    layout; renamed and damaged ones are found and repaired. You can interrupt the command at any
    time and start it again: only what is new or has changed is graded.
    """
    from autograder.sandbox.failures import NoSandbox

    command = ClassCommand(Classroom.chosen(class_dir, database), homework)
    handed_in = _all_who_handed_in(command)
    chosen = command.known_students(students) or handed_in
    try:
        _start(needs_sandbox=scheduler is None and not unsafe)
        from autograder.grading.grade import grade

        with grading_progress(homework, len(chosen), force=force) as show:
            outcomes = grade(
                command.classroom,
                homework,
                students=chosen,
                force=force,
                scheduler=scheduler,
                workers=workers,
                unsafe=unsafe,
                progress=show,
            )
    except NoSandbox as reason:
        raise NoSandbox(NO_SANDBOX.format(reason)) from None
    is_well = command.tell_state()
    is_listed = command.tell_bad_roster()
    if as_json:
        from autograder.grading.journal import outcomes_as_json

        print(outcomes_as_json(outcomes))
    else:
        _print_marks(command, outcomes, with_marks=is_listed)
    finish(is_well=is_well and is_listed and not any(outcome.failure for outcome in outcomes))


def _all_who_handed_in(command: ClassCommand) -> list[str]:
    """The students with a submission. Raises Failure if there is none."""
    if handed_in := command.classroom.students(command.homework):
        return handed_in
    command.tell_nobodys_folders()
    raise Failure(
        f"There is no submission of {command.homework} in {command.classroom.submitted}. "
        "Collect first, or add files such as "
        f"{command.classroom.submission('STUDENT', command.homework)}."
    )


def _start(*, needs_sandbox: bool) -> None:
    """Starts what grading needs, and says so."""
    from autograder.sandbox.failures import NoSandbox
    from autograder.sandbox.zygotes import zygote

    logging.getLogger("traitlets").handlers = [UnknownOptions()]
    if needs_sandbox:
        # It imports PyTorch on another core while this process imports nbgrader. Without a
        # sandbox, the configuration may still allow grading.
        with telling("Starting the sandbox ..."), contextlib.suppress(NoSandbox):
            zygote().begin()
    with telling("Starting nbgrader and PyTorch ..."):
        from autograder.grading import submission  # noqa: F401
        from autograder.reports import marks_tables  # noqa: F401

        gc.freeze()  # looking for garbage among what was imported takes 0.2 s


def _print_marks(
    command: ClassCommand, outcomes: "list[GradingOutcome]", *, with_marks: bool
) -> None:
    """Prints what happened, and the marks, which cannot be shown without a usable class list."""
    from autograder.cli.grading_summary import by_hand_lines, grading_summary
    from autograder.reports.marks_tables import marks_table

    if with_marks:
        out.print(marks_table(command.marks))
    out.print(grading_summary(outcomes, command.homework, command.classroom))
    if with_marks:
        if lines := by_hand_lines(command.marks):
            say("\n" + "\n".join(lines))
        command.tell_outdated_pages()
    if any(not outcome.failure for outcome in outcomes):
        report, feedback = (
            command.classroom.command(step, command.homework) for step in ("report", "feedback")
        )
        say(f"\nNext: {report}, and when all is graded, by hand too, {feedback}")


class UnknownOptions(logging.Handler):
    """Prints, of all that nbgrader logs, only which lines of nbgrader_config.py are unknown."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.printed: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Prints a warning, once."""
        text = record.getMessage()
        if "not recognized by" in text and text not in self.printed:
            self.printed.add(text)
            errors.print(remark("nbgrader_config.py", text))
