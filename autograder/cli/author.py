"""The commands for authors and the curious: bank and demo."""

import time
from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.progress import grade_with_progress
from autograder.cli.shared import (
    app,
    out,
    short,
)
from autograder.house import ROOT, Class, homeworks


@app.command("bank")
def bank_command() -> None:
    """Run every known mistake and every right answer of the bank through the checks.

    Writes what the checks tell students (course/hints.json, course/check/misconceptions.json) and
    the kill matrix (docs/kill-matrix.md). Exits with 1 if a mistake survives, a check catches
    nothing, or a right answer is refused. Takes a few minutes.
    """
    from autograder.authoring import bank
    from autograder.authoring.hints import shipped_hints
    from autograder.grading import journal
    from course import hints, misconceptions

    made = bank.run_bank()
    carried = {misconceptions.DATA: bank.shipped(made), hints.DATA: shipped_hints()}
    changed = [path for path, text in carried.items() if journal.read_text(path) != text.strip()]
    for path, text in (carried | {bank.KILL_MATRIX: bank.kill_matrix(made)}).items():
        path.write_text(text, encoding="utf-8")
    mistakes = len(made.mistakes)
    out.print(f"{mistakes} mistakes: {mistakes - len({m for m, _ in made.survivors})} caught.")
    out.print(f"{len(made.right)} right answers: {len(made.false_alarms)} refused.")
    named = list(made.named_among().values())
    out.print(
        f"In each homework, students are told which mistake it is ({named.count(1)} times), "
        f"that it is one of two or three ({sum(n > 1 for n in named)}), or only what is wrong "
        f"({named.count(0)})."
    )
    problems = [
        *(f"{mistake} survives every check of {hw}." for mistake, hw in made.survivors),
        *(f"{check} of {hw} catches nothing." for hw, check in made.idle_checks),
        *(f"{check} of {hw} refuses the right answer {a}." for a, hw, check in made.false_alarms),
    ]
    for problem in problems:
        out.print(f"[red]{problem}[/]")
    if changed:
        names = " and ".join(short(path) for path in changed)
        out.print(f"Changed: {names}. Notebooks carry a copy. Next: autograder release")
    raise typer.Exit(1 if problems else 0)


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
