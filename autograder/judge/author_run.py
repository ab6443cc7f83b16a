"""Runs the author's notebook in this process; its cells are our own, and so trusted."""

import ast
import contextlib
import io
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

from nbformat import NotebookNode

from autograder.base.failure import Failure
from autograder.base.files import sha256
from autograder.judge.temporary_changes import temporary_environment, temporary_items
from autograder.notebook.cell_text import definitions
from autograder.notebook.cells import (
    has_solution,
    header_title,
    is_graded,
    is_judged,
    only_shows,
    worth_of,
)
from autograder.notebook.markers import solved
from autograder.notebook.source import read_source
from course.check.base.exercise import parts_right
from course.running.limit import time_limit
from course.scaffold import operators

CELL_LIMIT = 30.0  # seconds of processor time for one of our cells; what it runs has limits, too


class BadPlan(Failure):
    """The author's own solution does not run, or does not pass."""


@dataclass(frozen=True)
class JudgedCell:
    """A locked cell with a check or a summary, which is run here and not in a student's kernel."""

    id: str  # the cell's id, which is its `grade_id`
    title: str  # what students call its exercise; empty for the summary
    worth: float  # in points or extra credit; 0 if it is not graded
    is_graded: bool  # whether a mark is recorded for it
    code: CodeType
    names: dict  # the names that the author's notebook defines before it
    student_names: tuple[str, ...]  # of the names that it uses, those that solution cells define


def compiled(source: str, name: str) -> CodeType:
    """A cell's source, compiled so that tracebacks can quote it."""
    source = solved(source)
    name = f"<{name} {sha256(source.encode())[:16]}>"
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    return compile(source, name, "exec")


def run_code(code: CodeType, names: dict) -> None:
    """Runs a compiled cell.

    Raises:
        TimeoutError: it computes for longer than `CELL_LIMIT`.
    """
    with time_limit("ITIMER_VIRTUAL", CELL_LIMIT, TimeoutError("A cell does not end.")):
        exec(code, names)


def run_author(homework: str) -> tuple[list[JudgedCell], dict[str, type]]:
    """Runs the author's solution of a homework.

    Returns:
        The judged cells, and the node classes known at the end.

    Raises:
        BadPlan: a cell raises an error.
    """
    judged: list[JudgedCell] = []
    defined: set[str] = set()  # the names that solution cells have defined so far
    with author_at_work() as names:
        for cell in code_cells(homework):
            if only_shows(cell):
                continue
            if is_judged(cell):
                judged.append(
                    JudgedCell(
                        id=cell.id,
                        title=header_title(cell),
                        worth=float(worth_of(cell)),
                        is_graded=is_graded(cell),
                        code=compiled(cell.source, cell.id),
                        names=dict(names),
                        student_names=tuple(sorted(_variables(cell.source) & defined)),
                    )
                )
                continue  # it is run when it is planned
            try:
                run_code(compiled(cell.source, cell.id), names)
            except Exception as error:
                problem = f"{type(error).__name__}: {error}"
                raise BadPlan(f"The author's solution stops in {cell.id}: {problem}") from error
            if has_solution(cell):
                defined |= definitions(cell.source).keys()
        return judged, dict(operators.latest_classes)


def code_cells(homework: str) -> list[NotebookNode]:
    """The code cells of the author's notebook."""
    return [cell for cell in read_source(homework).cells if cell.cell_type == "code"]


def ids_that_show(homework: str) -> frozenset[str]:
    """The ids of the author's cells that only show something."""
    return frozenset(cell.id for cell in code_cells(homework) if only_shows(cell))


def imports_of_checks(homework: str) -> str:
    """The import statements of the author's checks, but for those from the course, such as
    `import torch`. Each follows a line break."""
    checks = [ast.parse(cell.source) for cell in code_cells(homework) if is_judged(cell)]
    imports = [
        ast.unparse(node)
        for check in checks
        for node in ast.walk(check)
        if isinstance(node, ast.Import)
        or (isinstance(node, ast.ImportFrom) and not f"{node.module}.".startswith("course."))
    ]
    return "".join(f"\n{line}" for line in imports)


def _variables(source: str) -> set[str]:
    """The names of variables in an author's cell."""
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


@contextlib.contextmanager
def author_at_work() -> Iterator[dict]:
    """Gives a namespace to run an author's notebook in, and discards what the notebook prints,
    draws and defines."""
    draws_unseen = temporary_environment(MPLBACKEND="Agg")
    with set_apart(), draws_unseen, contextlib.redirect_stdout(io.StringIO()):
        yield {"__name__": "__main__", "display": lambda *things: None}


@contextlib.contextmanager
def set_apart(classes: dict[str, type] | None = None) -> Iterator[None]:
    """Hides GPUs in this context, and at its end discards the node classes defined and the outcomes
    noted in it. It starts with the given node classes or, by default, the current ones."""
    known = operators.latest_classes if classes is None else classes
    with (
        temporary_items(operators.latest_classes, known),
        temporary_items(parts_right, {}),
        # If autograd finds a GPU, it starts threads, which do not survive a fork. Nothing here
        # needs a GPU. They are hidden only here: formgrader grades in Jupyter's process, whose
        # kernels may need them.
        temporary_environment(CUDA_VISIBLE_DEVICES=""),
    ):
        yield
