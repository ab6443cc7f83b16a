"""Releases a homework, only if its solution earns every point, its blanks none, and nothing leaks.

The trial is graded through nbgrader, in a temporary class of two: one student hands in the
solution, the other the blank notebook.
"""

import ast
import tempfile
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from autograder.authoring.hint_texts import write_hints, wrong_hints
from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import Classroom, released
from autograder.hand_out.as_announced import wrong_pools, wrong_rows
from autograder.hand_out.leaks import leaks
from autograder.hand_out.unmarked import unmarked
from autograder.judge.plan import BadPlan, plan_for
from autograder.notebook.cell_text import definitions
from autograder.notebook.cells import extra_points, ruling_of, worth_in_all
from autograder.notebook.markers import solved
from autograder.notebook.read_released import read_released
from autograder.notebook.set_up import SET_UP, asks_for_id
from autograder.notebook.source import read_source, write_source
from autograder.on_nbgrader.nbgrader_api import Nbgrader
from autograder.repairing.earlier import remember

NO_SET_UP = f'it has no set-up cell: its first code cell must be # %% grade_id="{SET_UP}".'


class ReleaseRefused(Failure):
    """The homework cannot be released; `reasons` lists why, in sentences."""

    def __init__(self, homework: str, reasons: list[str]):
        super().__init__(f"{homework} is not released:\n" + "\n".join(f"- {r}" for r in reasons))
        self.reasons = reasons


@dataclass
class Released:
    """The result of a release: the notebook, whether it changed, its points and its extra
    credit."""

    notebook: Path
    changed: bool
    points: float
    extra: float


def release(homework: str) -> Released:
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
        blank = make_blank(homework, Path(folder))
        reasons = leaks(source, blank) + unmarked(homework, source)
        reasons += wrong_rows(source) + wrong_pools(homework) + wrong_hints(source)
        reasons = reasons or _trial(homework, source, blank, Path(folder))
        if reasons:
            raise ReleaseRefused(homework, reasons)
        return _write_released(homework, source, blank)


def is_fresh(homework: str) -> bool:
    """Whether the released notebook is what solutions/, course/ and the choices would make now."""
    path = released(homework)
    return path.exists() and path.read_text(encoding="utf-8") == _text(_made_now(homework))


def has_other_variants(homework: str) -> bool:
    """Whether the released notebook has individual exercises and would not now, or the reverse."""
    path = released(homework)
    if not path.exists():
        return False
    return asks_for_id(_made_now(homework)) != asks_for_id(read_released(path))


def _made_now(homework: str) -> NotebookNode:
    """The notebook for students as solutions/, course/ and the choices make it now."""
    write_source(homework)
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        return make_blank(homework, Path(folder))


def make_blank(homework: str, folder: Path) -> NotebookNode:
    """The notebook for students, made by nbgrader from the source in the build folder."""
    trial = Nbgrader(Classroom(folder), release_to=folder / "release")
    trial.generate(homework)
    return nbformat.read(folder / "release" / homework / f"{homework}.ipynb", as_version=4)


def _trial(homework: str, source: NotebookNode, blank: NotebookNode, folder: Path) -> list[str]:
    try:
        plan_for(homework, series="trial")
    except BadPlan as problem:
        return [str(problem)]
    trial = Nbgrader(Classroom(folder), release_to=folder / "release")
    trial.config.SandboxedExecute.everything = True
    solution = deepcopy(source)
    for cell in solution.cells:
        cell.source = solved(cell.source)
    for student, notebook in (("solution", solution), ("blank", blank)):
        trial.hand_in(student, homework, notebook)
        trial.autograde(homework, student, force=True)
    full = trial.max_marks(homework) | _extra(source)
    earned, nothing = trial.marks(homework, "solution"), trial.marks(homework, "blank")
    graded, unanswered = (
        nbformat.read(trial.classroom.autograded(student, homework), as_version=4).cells
        for student in ("solution", "blank")
    )
    reasons = []
    by_hand = {cell.id for cell in source.cells if cell.cell_type == "markdown"}
    decided = {cell.id for cell in source.cells if ruling_of(cell)}
    for check, points in full.items():
        if check in by_hand | decided:
            continue
        if earned[check] != points:
            why = _complaint(next(cell for cell in graded if cell.id == check))
            reasons.append(f"the solution earns {earned[check]:g} of {points:g} in {check}. {why}")
        if nothing[check]:
            reasons.append(_too_generous(check, nothing[check], unanswered))
    return reasons + [
        f"cell {cell.id!r} of the solution raises {error} when it is graded. Checks are run "
        "outside the student's kernel, so no other cell may use what they define."
        for cell in graded
        for error in _errors_of(cell)
        if cell.id not in full
    ]


def _too_generous(check: str, earned: float, blank: list[NotebookNode]) -> str:
    """What a check gives points for though nothing is filled in, and where to look."""
    points = "1 point" if earned == 1 else f"{earned:g} points"
    place = next(i for i, cell in enumerate(blank) if cell.id == check)
    read = {n.id for n in ast.walk(ast.parse(blank[place].source)) if isinstance(n, ast.Name)}
    cells = [
        repr(cell.id)
        for cell in blank[:place]
        if cell.cell_type == "code" and read & definitions(cell.source).keys()
    ]
    where = f" In cell {' or '.join(cells)}, are markers missing?" if cells else ""
    return f"the blank notebook earns {points} in {check}.{where} {_complaint(blank[place])}"


def _complaint(cell: NotebookNode) -> str:
    """What the failed check said: its error, and else what it printed."""
    if errors := _errors_of(cell):
        return errors[0]
    printed = "".join(each.text for each in cell.outputs if each.output_type == "stream")
    return f"It says:\n{printed}".rstrip() if printed else "It says nothing."


def _errors_of(cell: NotebookNode) -> list[str]:
    return [
        f"{output.ename}: {output.evalue}"[:300]
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]


def _extra(source: NotebookNode) -> dict[str, int]:
    points = {cell.id: extra_points(cell) for cell in source.cells}
    return {check: extra for check, extra in points.items() if extra}


def _text(notebook: NotebookNode) -> str:
    return nbformat.writes(notebook) + "\n"


def _write_released(homework: str, source: NotebookNode, blank: NotebookNode) -> Released:
    path = released(homework)
    text = _text(blank)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changed = before != text
    if changed:
        if before:  # students may have it
            remember(path.parents[1], homework, nbformat.reads(before, as_version=4))
        write_whole(path, text)
    return Released(path, changed, *worth_in_all(source.cells))
