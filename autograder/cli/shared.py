"""What the commands share: their options, and how they speak."""

from autograder import quick  # noqa: F401, I001  first
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from autograder.house import ROOT, SOLUTIONS, homeworks

app = typer.Typer(
    help="Release, collect, grade and report the homeworks of Backpropagation by Hand.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
out = Console()
errors = Console(stderr=True)


@app.callback()
def _needs_the_house() -> None:
    if not SOLUTIONS.is_dir():
        errors.print(
            "There are no homeworks here: no folder solutions/. Run this in a clone of the project."
        )
        raise typer.Exit(2)


ClassDir = Annotated[
    Path | None,
    typer.Option(
        "--class-dir", envvar="CLASS_DIR", help="Folder of the class. Default: class/ in the house."
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db-url",
        envvar="GRADEBOOK_URL",
        help="Database of the marks, such as postgresql+psycopg://me@host/marks. Default: SQLite.",
    ),
]
Students = Annotated[
    list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
]
Assignment = Annotated[str, typer.Argument(help="A homework, for example hw1-cosh.")]


def known(assignments: list[str]) -> list[str]:
    """The same homeworks; ends the command if there is no such one."""
    for assignment in assignments:
        if assignment not in homeworks():
            out.print(f"There is no homework {assignment!r}. There are: {', '.join(homeworks())}.")
            raise typer.Exit(2)
    return assignments


def short(path: Path) -> str:
    """A path as a person in the house would type it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
