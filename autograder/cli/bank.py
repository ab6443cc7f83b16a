"""The command for authors: bank."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from autograder.base.paths import short
from autograder.base.sentences import counted
from autograder.cli.console import finish, out, say
from autograder.cli.options import app, known_homework

if TYPE_CHECKING:
    from autograder.authoring.bank import BankResults


@app.command("bank")
def bank_command(
    homework: Annotated[
        str | None,
        typer.Argument(
            metavar="HOMEWORK", help="Run only this homework's answers, and write nothing."
        ),
    ] = None,
) -> None:
    """Run all known mistakes and right answers through the checks.

    Writes which check catches which mistake (docs/generated/kill-matrix.md) and, if there are no
    problems, what the checks tell students (hints.json and misconceptions.json in
    course/messages/). Takes five minutes on two cores; one homework takes less than two.
    """
    from autograder.authoring import bank
    from autograder.authoring.hint_texts import collect_hints

    collect_hints()  # report its errors before the long part
    if homework:
        known_homework(homework)
    with Progress(console=out, transient=True) as bar:
        task = bar.add_task("Answers", total=None)

        def show(homework: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=homework)
            if done == total and not out.is_terminal:
                say(f"{homework}: {total} answers have run.")

        results = bank.run_bank(homework, show)
    _tell(results)
    for problem in results.problems:
        out.print(f"[red]{escape(problem)}[/]")
    if not homework:
        changed = bank.write_results(results)
        if results.problems:
            say(f"Written: {short(bank.KILL_MATRIX)}. What students are told is unchanged.")
        elif changed:
            names = " and ".join(map(short, changed))
            say(f"Changed: {names}. Notebooks carry a copy. Next: autograder release")
    finish(is_well=not results.problems)


def _tell(results: "BankResults") -> None:
    """Prints how many mistakes are caught and named, and how many right answers refused."""
    caught = len(results.mistakes) - len({mistake for mistake, _ in results.survivors})
    mistakes, right = len(results.mistakes), len(results.right)
    say(f"{counted(mistakes, 'mistake')}: {caught} caught.")
    say(f"{counted(right, 'right answer')}: {len(results.false_alarms)} refused.")
    named = list(results.named_among().values())
    say(
        f"Of {len(named)} pairs of a mistake and a homework, {named.count(1)} tell the student "
        f"which mistake it is, {sum(n > 1 for n in named)} that it is one of two or three, and "
        f"{named.count(0)} only what is wrong."
    )
