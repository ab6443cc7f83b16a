"""Releases a homework if its solution earns all points, its untouched notebook none, and no part of
the solution can be read in that.

To find out, nbgrader grades a temporary class of two: one student hands in the solution, the other
the untouched notebook.
"""

import tempfile
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.authoring.hint_texts import write_hints, wrong_hints
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import Classroom, released
from autograder.hand_out.leaks import leaks_in_notebook
from autograder.hand_out.pools import wrong_pools
from autograder.hand_out.unmarked import unmarked
from autograder.judge.plan import BadPlan, plan_for
from autograder.notebook.cell_text import definitions, names_mentioned
from autograder.notebook.cells import is_graded, printed_in, ruling_of, worth_in_all, worth_of
from autograder.notebook.markers import solved
from autograder.notebook.read_released import notebook_text, read_released
from autograder.notebook.set_up import SET_UP
from autograder.notebook.source import read_source, write_source
from autograder.notebook.student_id import asks_for_id
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from autograder.repairing.earlier import remember

NO_SET_UP = f'it has no set-up cell: its first code cell must be # %% grade_id="{SET_UP}".'


class ReleaseRefused(Failure):
    """The homework cannot be released; the message lists why."""

    def __init__(self, homework: str, reasons: list[str]):
        items = "\n".join(f"- {reason}" for reason in reasons)
        super().__init__(f"{homework} is not released:\n{items}")


@dataclass(frozen=True)
class ReleaseOutcome:
    """The result of a release."""

    notebook: Path
    is_changed: bool  # whether it is not the one released before
    points: float  # without extra credit
    extra: float  # the extra credit that it can add


def release(homework: str) -> ReleaseOutcome:
    """Builds, tries and releases one homework.

    Raises:
        BadSource: the author's text is malformed, or a hint belongs to nothing.
        ReleaseRefused: the trial failed; the earlier release stays as it is.
    """
    source = read_source(homework)
    write_hints([homework])
    if not any(cell.id == SET_UP for cell in source.cells):
        raise ReleaseRefused(homework, [NO_SET_UP])
    write_source(homework)
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        untouched = make_untouched(homework, Path(folder))
        reasons = [
            *leaks_in_notebook(source, untouched),
            *unmarked(homework, source),
            *wrong_pools(homework),
            *wrong_hints(source),
        ]
        reasons = reasons or _failures_in_trial(homework, source, untouched, Path(folder))
        if reasons:
            raise ReleaseRefused(homework, reasons)
        return _write_released(homework, source, untouched)


def is_fresh(homework: str) -> bool:
    """Whether the released notebook is what solutions/, course/ and the choices would make now."""
    path = released(homework)
    return path.exists() and path.read_text(encoding="utf-8") == notebook_text(_made_now(homework))


def has_other_variants(homework: str) -> bool:
    """Whether the released notebook has individual exercises and one made now would not, or the
    reverse."""
    path = released(homework)
    if not path.exists():
        return False
    return asks_for_id(_made_now(homework)) != asks_for_id(read_released(path))


def _made_now(homework: str) -> NotebookNode:
    """The notebook for students as solutions/, course/ and the choices make it now."""
    write_source(homework)
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        return make_untouched(homework, Path(folder))


def make_untouched(homework: str, folder: Path) -> NotebookNode:
    """The notebook for students, made by nbgrader from the source in the build folder."""
    trial = Nbgrader(Classroom(folder), release_to=folder / "release")
    trial.generate(homework)
    return nbformat.read(folder / "release" / homework / f"{homework}.ipynb", as_version=4)


def _failures_in_trial(
    homework: str, source: NotebookNode, untouched: NotebookNode, folder: Path
) -> list[str]:
    """Grades the solution and the untouched notebook, and says which marks and errors are wrong."""
    try:
        plan_for(homework, series="trial")
    except BadPlan as problem:
        return [str(problem)]
    trial = Nbgrader(Classroom(folder), release_to=folder / "release")
    trial.config.SandboxedExecute.everything = True
    solution = deepcopy(source)
    for cell in solution.cells:
        cell.source = solved(cell.source)
    for student, notebook in (("solution", solution), ("untouched", untouched)):
        trial.hand_in(student, homework, notebook)
        trial.autograde(homework, student, force=True)
    return [*_wrong_marks(trial, homework, source), *_errors_outside_checks(trial, homework)]


def _wrong_marks(trial: Nbgrader, homework: str, source: NotebookNode) -> Iterator[str]:
    """Sentences on checks that give the solution less than all points, or the untouched notebook
    any. Checks that people grade or that are decided for everybody are left out."""
    marks = {
        student: record.scores for student, record in trial.recorded_submissions(homework).items()
    }
    solution = _graded_cells(trial, homework, "solution")
    untouched = _graded_cells(trial, homework, "untouched")
    without_verdict = {
        cell.id for cell in source.cells if cell.cell_type == "markdown" or ruling_of(cell)
    }
    worth = {cell.id: worth_of(cell) for cell in source.cells if is_graded(cell)}
    for check, points in worth.items():
        if check in without_verdict:
            continue
        earned, for_nothing = marks["solution"][check], marks["untouched"][check]
        if earned != points:
            why = _complaint(next(cell for cell in solution if cell.id == check))
            yield f"the solution earns {earned:g} of {points:g} in {check}. {why}"
        if for_nothing:
            yield _too_generous(check, for_nothing, untouched)


def _errors_outside_checks(trial: Nbgrader, homework: str) -> Iterator[str]:
    for cell in _graded_cells(trial, homework, "solution"):
        if is_graded(cell):
            continue
        for error in _errors_of(cell):
            yield (
                f"cell {cell.id!r} of the solution raises {error} when it is graded. Checks are "
                "run outside the student's kernel, so no other cell may use what they define."
            )


def _graded_cells(trial: Nbgrader, homework: str, student: str) -> list[NotebookNode]:
    return nbformat.read(trial.classroom.autograded(student, homework), as_version=4).cells


def _too_generous(check: str, earned: float, untouched: list[NotebookNode]) -> str:
    """Says what a check gives points for although nothing is filled in, and where to look."""
    points = "1 point" if earned == 1 else f"{earned:g} points"
    place = next(i for i, cell in enumerate(untouched) if cell.id == check)
    names_read = names_mentioned(untouched[place].source)
    cells = [
        repr(cell.id)
        for cell in untouched[:place]
        if cell.cell_type == "code" and names_read & definitions(cell.source).keys()
    ]
    where = f" In cell {' or '.join(cells)}, are markers missing?" if cells else ""
    return (
        f"the untouched notebook earns {points} in {check}.{where} {_complaint(untouched[place])}"
    )


def _complaint(cell: NotebookNode) -> str:
    """What the failed check said: its error, and else what it printed."""
    if errors := _errors_of(cell):
        return errors[0]
    printed = printed_in(cell.outputs)
    return f"It says:\n{printed}".rstrip() if printed else "It says nothing."


def _errors_of(cell: NotebookNode) -> list[str]:
    return [
        f"{output.ename}: {output.evalue}"[:300]
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]


def _write_released(homework: str, source: NotebookNode, untouched: NotebookNode) -> ReleaseOutcome:
    path = released(homework)
    text = notebook_text(untouched)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    is_changed = before != text
    if is_changed:
        if before:  # students may have it
            remember(path.parents[1], homework, nbformat.reads(before, as_version=4))
        write_whole(path, text)
    return ReleaseOutcome(path, is_changed, *worth_in_all(source.cells))
