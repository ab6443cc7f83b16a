"""Shows a live line while a class is graded, and says what is being done when it takes a while."""

from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from autograder.base import interrupt
from autograder.cli.console import out, remark

if TYPE_CHECKING:
    from autograder.grading.journal import GradingOutcome, OnOutcome


def telling(sentence: str) -> AbstractContextManager:
    """Says what is being done; on a terminal, the sentence disappears at the end."""
    if out.is_terminal:
        return out.status(escape(sentence))
    out.print(escape(sentence))
    return nullcontext()


@contextmanager
def grading_progress(
    homework: str, count: int, *, force: bool, leave: bool = True
) -> Iterator["OnOutcome"]:
    """Shows a live line while submissions are graded, and reports at once which cannot be. Yields
    the function to call with each outcome.

    Args:
        count: how many submissions are looked at.
        force: whether those that are unchanged are graded again, too.
        leave: whether the line stays at the end.
    """
    from autograder.cli.grading_summary import MAX_REPEATS

    failures: Counter[str] = Counter()
    with progress_bar(leave=leave) as bar:
        task = bar.add_task(homework, total=count, last="starting")

        def show(outcome: "GradingOutcome") -> None:
            score = "" if outcome.entry.score is None else f" {outcome.entry.score:g}"
            bar.update(task, advance=1, last=f"{outcome.student}{score}")
            failures[outcome.failure] += 1
            if outcome.failure and failures[outcome.failure] <= MAX_REPEATS:
                bar.print(remark(outcome.student, outcome.failure))

        with _staying(), interrupt.telling_so_far(lambda: _so_far(bar.tasks[task], force=force)):
            yield show


@contextmanager
def _staying() -> Iterator[None]:
    """Keeps the console printing to its present file. A check's output is captured by replacing
    `sys.stdout` for all threads, and lines about other submissions must not get in there."""
    out.file = out.file
    try:
        yield
    finally:
        out.file = None  # type: ignore[assignment]  # Rich then asks for `sys.stdout` each time


def _so_far(task: Task, *, force: bool) -> str:
    done, total = int(task.completed), int(task.total or 0)
    if force:
        return (
            f"{done} of {total} are graded again; the others are unchanged. With --force, the "
            "command starts over; without it, it grades only what is new or has changed."
        )
    return f"{done} of {total} are done. Run the command again for the rest."


def progress_bar(*, leave: bool) -> Progress:
    """A live line: how many are done, how fast, how long it will take, and who was last.

    Without a terminal, the line is printed once, at the end, if `leave` is true."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[last]}", markup=False),
        console=out,
        transient=not leave,
        disable=not leave and not out.is_interactive,  # otherwise, an empty line would remain
    )


class _Rate(ProgressColumn):
    """Submissions per minute."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{60 * speed:.0f}/min" if speed else "", style="cyan")
