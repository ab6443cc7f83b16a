"""The command `autograder`: release, grade and report homeworks."""

import time
from pathlib import Path
from typing import Annotated

import typer
from nbgrader.api import MissingEntry
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from autograder import bank
from autograder import sample_class as samples
from autograder.grade import Outcome, grade
from autograder.hints import shipped_hints
from autograder.house import ROOT, Class, homeworks
from autograder.nbgrader_api import Nbgrader
from autograder.release import ReleaseRefused, release
from autograder.report import report
from autograder.source import BadSource
from course import hints, misconceptions

app = typer.Typer(
    help="Release, grade and report the homeworks of Backpropagation by Hand.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
out = Console()

ClassDir = Annotated[
    Path | None,
    typer.Option(
        "--class-dir", envvar="CLASS_DIR", help="Folder of the class. Default: class/ in the house."
    ),
]
Assignment = Annotated[str, typer.Argument(help="A homework, for example hw1-cosh.")]


@app.command("release")
def release_command(
    assignments: Annotated[
        list[str] | None, typer.Argument(help="Homeworks to release; all by default.")
    ] = None,
) -> None:
    """Make the students' notebooks from solutions/, if every one is fit to be released.

    A homework is refused, with the reasons, if its solution does not earn every point, if the blank
    notebook earns any, or if solution text can be read in it. Takes about 15 seconds a homework.
    """
    refused = False
    for assignment in _known(assignments or homeworks()):
        try:
            made = release(assignment)
        except (ReleaseRefused, BadSource) as refusal:
            out.print(f"[red]{escape(str(refusal))}[/]")
            refused = True
            continue
        extra = f" and {made.extra:g} extra" if made.extra else ""
        state = "released" if made.changed else "unchanged"
        out.print(f"{assignment}: {state}, {made.points:g} points{extra}. {_short(made.notebook)}")
    raise typer.Exit(1 if refused else 0)


@app.command("grade")
def grade_command(
    assignment: Assignment,
    class_dir: ClassDir = None,
    student: Annotated[
        list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what is graded.")] = False,
) -> None:
    """Grade the submissions of a homework and write feedback.

    Submissions are expected in CLASS_DIR/submitted/STUDENT/ASSIGNMENT/ASSIGNMENT.ipynb, where
    nbgrader puts them. Exits with 1 if any could not be graded; the others are.
    """
    of = Class.chosen(class_dir)
    _known([assignment])
    if not of.students(assignment):
        out.print(
            f"No submission of {assignment} in {of.folder / 'submitted'}. A submission is a file "
            f"such as {of.submission('STUDENT', assignment)}."
        )
        raise typer.Exit(1)
    outcomes = _grade_with_progress(of, assignment, student, force)
    out.print(report(of, assignment))
    raise typer.Exit(_print_failures(outcomes))


@app.command("report")
def report_command(assignment: Assignment, class_dir: ClassDir = None) -> None:
    """Print the marks of a homework: students by exercise."""
    try:
        out.print(report(Class.chosen(class_dir), assignment))
    except MissingEntry:
        out.print(f"Nothing of {assignment} is graded. First: autograder grade {assignment}")
        raise typer.Exit(1) from None


@app.command("bank")
def bank_command() -> None:
    """Run every known mistake and every right answer of the bank through the checks.

    Writes what the checks tell students (course/misconceptions.json, course/hints.json) and the
    kill matrix (docs/kill-matrix.md). Exits with 1 if a mistake survives, a check catches nothing,
    or a right answer is refused. Takes about half a minute.
    """
    made = bank.run_bank()
    misconceptions.DATA.write_text(bank.shipped(made), encoding="utf-8")
    hints.DATA.write_text(shipped_hints(), encoding="utf-8")
    bank.KILL_MATRIX.write_text(bank.kill_matrix(made), encoding="utf-8")
    mistakes = len(made.mistakes)
    out.print(f"{mistakes} mistakes: {mistakes - len({m for m, _ in made.survivors})} caught.")
    out.print(f"{len(made.right)} right answers: {len(made.false_alarms)} refused.")
    named = list(made.named_among().values())
    out.print(
        f"Of {len(named)} mistakes in homeworks, {named.count(1)} are named alone, "
        f"{sum(n > 1 for n in named)} with others, {named.count(0)} not."
    )
    problems = [
        *(f"{mistake} survives every check of {hw}." for mistake, hw in made.survivors),
        *(f"{check} of {hw} catches nothing." for hw, check in made.idle_checks),
        *(f"{check} of {hw} refuses the right answer {a}." for a, hw, check in made.false_alarms),
    ]
    for problem in problems:
        out.print(f"[red]{problem}[/]")
    raise typer.Exit(1 if problems else 0)


@app.command("demo")
def demo_command(
    folder: Annotated[Path, typer.Argument(help="Where to put the sample class.")] = ROOT / "demo",
) -> None:
    """Grade a sample class end to end: release, submissions, marks, feedback, report."""
    started = time.monotonic()
    of = Class(folder.resolve())
    out.print("[bold]Releasing the homeworks[/] (each is graded twice first, solved and blank)")
    for assignment in homeworks():
        made = release(assignment)
        out.print(f"  {assignment}: {made.points:g} points, {_short(made.notebook)}")
    nbgrader = Nbgrader(of)
    submissions = list(samples.sample_class())
    for each in submissions:
        nbgrader.hand_in(each.student, each.assignment, each.notebook())
    out.print(f"\n[bold]Grading {len(submissions)} submissions[/]")
    outcomes: list[Outcome] = []
    for assignment in homeworks():
        outcomes += _grade_with_progress(of, assignment, None, force=True)
    for assignment in homeworks():
        out.print()
        out.print(report(of, assignment))
    out.print(
        f"\nGraded {len(outcomes)} submissions; all done in {time.monotonic() - started:.0f} s."
        f"\n  gradebook  {_short(of.folder / 'gradebook.db')}"
        f"\n  feedback   {_short(of.folder / 'feedback')}"
        f"\n  notebooks  {_short(of.folder / 'autograded')}"
        f"\n\nTo look at it in formgrader: make lab CLASS_DIR={_short(of.folder)}"
    )
    raise typer.Exit(_print_failures(outcomes))


def _grade_with_progress(
    of: Class, assignment: str, students: list[str] | None, force: bool
) -> list[Outcome]:
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[last]}"),
    ]
    total = len(students if students is not None else of.students(assignment))
    with Progress(*columns, console=out) as bar:
        task = bar.add_task(assignment, total=total, last="")
        return grade(
            of,
            assignment,
            students=students,
            force=force,
            progress=lambda outcome: bar.update(task, advance=1, last=outcome.student),
        )


def _print_failures(outcomes: list[Outcome]) -> int:
    failures = [outcome for outcome in outcomes if outcome.failure]
    for failure in failures:
        out.print(f"[red]{failure.student} could not be graded:[/] {escape(failure.failure)}")
    return 1 if failures else 0


def _known(assignments: list[str]) -> list[str]:
    for assignment in assignments:
        if assignment not in homeworks():
            out.print(f"There is no homework {assignment!r}. There are: {', '.join(homeworks())}.")
            raise typer.Exit(2)
    return assignments


def _short(path: Path) -> str:
    """A path as a person in the house would type it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
