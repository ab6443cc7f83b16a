"""The commands for authors and the curious: bank and demo."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from autograder.cli.progress import grade_with_progress
from autograder.cli.shared import app, known, out
from autograder.house import ROOT, Class, homeworks, short

if TYPE_CHECKING:
    from autograder.authoring.bank import Bank


@app.command("bank")
def bank_command(
    assignment: Annotated[
        str | None,
        typer.Argument(help="Only the answers to this homework; then nothing is written."),
    ] = None,
) -> None:
    """Run every known mistake and every right answer of the bank through the checks.

    Writes what the checks tell students (course/hints.json, course/check/misconceptions.json), if
    all is well, and the kill matrix (docs/kill-matrix.md). Exits with 1 if a mistake survives or
    cannot be run, a check catches nothing, or a right answer is refused. Takes a minute or two;
    with one homework, seconds.
    """
    from autograder.authoring import bank
    from autograder.authoring.hints import collect_hints

    collect_hints()  # what is wrong there should be told before the long part
    if assignment:
        known([assignment])
    with Progress(console=out, transient=True) as bar:
        task = bar.add_task("Answers", total=None)
        made = bank.run_bank(assignment, lambda n, of: bar.update(task, completed=n, total=of))
    caught = len(made.mistakes) - len({mistake for mistake, _ in made.survivors})
    out.print(f"{len(made.mistakes)} mistakes: {caught} caught.")
    out.print(f"{len(made.right)} right answers: {len(made.false_alarms)} refused.")
    named = list(made.named_among().values())
    out.print(
        f"Pairs of a mistake and a homework: in {named.count(1)} the student is told which mistake "
        f"it is, in {sum(n > 1 for n in named)} that it is one of two or three, in "
        f"{named.count(0)} only what is wrong."
    )
    problems = _problems(made)
    for problem in problems:
        out.print(f"[red]{escape(problem)}[/]")
    if not assignment:
        _write(made, is_well=not problems)
    raise typer.Exit(1 if problems else 0)


def _problems(made: "Bank") -> list[str]:
    def refused(answer: str, assignment: str, check: str) -> str:
        return (
            f"{check} of {assignment} refuses the right answer {answer}. "
            + (made.runs[answer, assignment].said[check])
        )

    return [
        *(f"{mistake} survives every check of {hw}." for mistake, hw in made.survivors),
        *(f"{check} of {hw} catches nothing." for hw, check in made.idle_checks),
        *(refused(*each) for each in made.false_alarms),
        *(f"{answer} cannot be run in {hw}: {error}" for answer, hw, error in made.broken),
    ]


def _write(made: "Bank", *, is_well: bool) -> None:
    """Writes the kill matrix, and what notebooks carry if it can be relied upon."""
    from autograder.authoring import bank
    from autograder.authoring.hints import shipped_hints
    from autograder.files import read_text
    from course import hints, misconceptions

    bank.KILL_MATRIX.write_text(bank.kill_matrix(made), encoding="utf-8")
    if not is_well:
        out.print("Written: docs/kill-matrix.md. What students are told stays as it was.")
        return
    carried = {misconceptions.DATA: bank.shipped(made), hints.DATA: shipped_hints()}
    changed = [path for path, text in carried.items() if read_text(path) != text.strip()]
    for path, text in carried.items():
        path.write_text(text, encoding="utf-8")
    if changed:
        names = " and ".join(short(path) for path in changed)
        out.print(f"Changed: {names}. Notebooks carry a copy. Next: autograder release")


@app.command("demo")
def demo_command(
    folder: Annotated[Path, typer.Argument(help="Where to put the sample class.")] = ROOT / "demo",
) -> None:
    """Grade a sample class end to end: release, submissions, marks, feedback, report."""
    from autograder.authoring.sample_class import sample_class
    from autograder.grading.cluster import pool_of, workers_for
    from autograder.hand_out.release import release
    from autograder.nbgrader_api import Nbgrader
    from autograder.reports.class_page import page_path, write_page
    from autograder.reports.facts import gather
    from autograder.reports.printed import report
    from autograder.sandbox.host import zygote

    started = time.monotonic()
    of = Class(folder.resolve())
    out.print("[bold]Releasing the homeworks[/] (each is graded twice first, solved and blank)")
    for assignment in homeworks():
        made = release(assignment)
        out.print(f"  {assignment}: {made.points:g} points, {short(made.notebook)}")
    nbgrader = Nbgrader(of)
    submissions = list(sample_class())
    for each in submissions:
        nbgrader.hand_in(each.student, each.assignment, each.notebook())
    out.print(f"\n[bold]Grading {len(submissions)} submissions[/], each in a sandbox")
    outcomes = []
    began = time.monotonic()
    with pool_of(None, workers_for(len(submissions)), zygote().address) as pool:
        for assignment in homeworks():
            outcomes += grade_with_progress(of, assignment, None, force=True, pool=pool)
    took = time.monotonic() - began
    for assignment in homeworks():
        for student in of.students(assignment):
            nbgrader.feedback(assignment, student)
        write_page(gather(of, assignment), of, page_path(of, assignment))
        out.print()
        out.print(report(of, assignment))
    out.print(
        f"\nGraded {len(outcomes)} submissions in {took:.1f} s, {60 * len(outcomes) / took:.0f} a "
        f"minute; with release and feedback {time.monotonic() - started:.0f} s."
        f"\n  gradebook  {short(of.folder / 'gradebook.db')}"
        f"\n  feedback   {short(of.folder / 'feedback')}"
        f"\n  reports    {short(of.folder / 'reports')}"
        f"\n  notebooks  {short(of.folder / 'autograded')}"
        f"\n\nTo look at it in formgrader: make lab CLASS_DIR={short(of.folder)}"
    )
    raise typer.Exit(1 if any(outcome.failure for outcome in outcomes) else 0)
