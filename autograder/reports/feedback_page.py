"""Makes a student's feedback page from their graded notebook and the gradebook.

It parses students' texts, so it runs in a separate process (`page_process`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup
from nbformat import NotebookNode

from autograder.inquiries.inquiry_text import inquiry_text, said_by_check
from autograder.notebook.cells import (
    errors_among,
    extra_credit_of,
    is_graded,
    is_graded_check,
    is_judged,
    is_locked,
    is_solution,
    nbgrader_of,
    printed_in,
    ruling_of,
)
from autograder.notebook.exercises import Exercise
from autograder.notebook.grading_notes import GradingNotes
from autograder.notebook.titles import cell_names, title_of
from autograder.pages.markdown import markdown
from autograder.pages.page_budget import PageBudget
from autograder.pages.rendering import render
from autograder.pages.shown_cells import accessible, shown_output, source_as_html
from autograder.reports.diagnosis import diagnosis, in_brief
from course.messages.failure import CheckFailed
from course.player import page as player
from course.player.page import RUN_MIME_TYPE

_BASE64 = re.compile(r"[A-Za-z0-9+/]{1,500000}={0,2}")
NO_MORE_ROOM = Markup(
    "<p>(Some of what the cell displays is not shown here, because the page is too long.)</p>"
)
MAX_OPEN = 20  # lines; the output of a given cell is folded if it is longer


@dataclass(frozen=True)
class ShownMark:
    """The mark of one exercise."""

    exercise: Exercise
    score: float | None  # None if it is still to be graded by hand
    # What the check gave, if a person has changed it; else None.
    changed_from: float | None = None
    ruling: str = ""  # what the author has decided for everybody, if anything
    brief: str = ""  # what the check found wrong, in a sentence

    @property
    def state(self) -> str:
        """What the score amounts to, in a word."""
        return self.exercise.state(self.score)


@dataclass(frozen=True)
class ShownCell:
    """A cell as the page shows it."""

    id: str  # of the cell
    kind: str  # "text", "code" or "check", which is code that gives marks
    is_answer: bool  # whether students were to fill it in
    body: Markup  # its source
    outputs: list[Markup]  # what it printed and displayed, including why a check failed
    mark: ShownMark | None  # of a graded cell
    comment: Markup | None  # by graders
    # Whether its outputs are folded: they are long, or say that all is right.
    fold: bool = False
    inquiry: str = ""  # the text for disagreeing with the mark; often empty (see `_inquiry`)


@dataclass(frozen=True)
class PageFacts:
    """What the page is made from."""

    notebook: NotebookNode  # its metadata are filled in by `GetMarks`
    title: str  # of the homework
    homework: str
    student: str  # the id
    name: str  # of the student, as the page shows it
    mark: float  # less the late penalty
    points: float
    late_penalty: float
    lateness: str  # the reason for the penalty; empty if there is none that can be told


def make_page(facts: PageFacts) -> str:
    """The page."""
    nb = facts.notebook
    for cell in nb.cells:
        cell.source = cell.source.removeprefix(f"# {facts.title}")  # it is at the top of the page
    budget = PageBudget()
    cells = [_shown_cell(cell, facts, budget) for cell in nb.cells]
    return render(
        "feedback.html.j2",
        facts=facts,
        marks=[cell.mark for cell in cells if cell.mark],
        cells=cells,
        notes=GradingNotes.of(nb),
        names=cell_names(nb.cells),
        script=Markup(player.script()) if any(map(_has_run, nb.cells)) else "",
    )


def _shown_cell(cell: NotebookNode, facts: PageFacts, budget: PageBudget) -> ShownCell:
    mark = _mark(cell) if is_graded(cell) else None
    comment = nbgrader_of(cell).get("comment")
    outputs = cell.get("outputs", [])
    lines = printed_in(outputs).count("\n")
    source = accessible(source_as_html(cell))
    return ShownCell(
        id=cell.id,
        kind="text" if cell.cell_type != "code" else "check" if mark else "code",
        is_answer=is_solution(cell),
        body=source if is_locked(cell) else budget.of_source(source, cell.source),
        outputs=list(_shown_outputs(cell, mark, budget)),
        mark=mark,
        comment=markdown(comment) if comment else None,
        fold=mark.state == "full" if mark else is_locked(cell) and lines > MAX_OPEN,
        inquiry=_inquiry(cell, mark, facts) if mark else "",
    )


def _shown_outputs(
    cell: NotebookNode, mark: ShownMark | None, budget: PageBudget
) -> Iterator[Markup]:
    """What a cell displayed, within the budget if it may be a student's."""
    is_left_out = False
    for output in cell.get("outputs", []):
        html = accessible(_output(output, mark, cell) or Markup(""))
        is_verdict = is_judged(cell) and output.output_type != "stream"
        if html and (is_verdict or budget.take(html)):
            yield html
        elif html and not is_left_out:
            is_left_out = True
            yield NO_MORE_ROOM


def _inquiry(cell: NotebookNode, mark: ShownMark, facts: PageFacts) -> str:
    """The text for disagreeing with a cell's mark; empty if it is full, still open, or decided for
    everybody."""
    if mark.ruling or mark.score is None or mark.state == "full":
        return ""
    verdict = said_by_check(cell) if is_judged(cell) else nbgrader_of(cell).get("comment") or ""
    exercise = mark.exercise
    points = f"{mark.score:g} of {exercise.worth:g}"
    name = f"{exercise.id}, {exercise.title}"
    return inquiry_text(facts.student, facts.homework, name, points, verdict)


def _mark(cell: NotebookNode) -> ShownMark:
    marks = nbgrader_of(cell)
    errors = errors_among(cell.get("outputs", []))
    failures = [error for error in errors if error.ename == CheckFailed.__name__]
    return ShownMark(
        Exercise(cell.id, title_of(cell), marks["points"], extra_credit_of(cell)),
        marks["score"],
        changed_from=marks.get("changed_from"),
        ruling=ruling_of(cell),
        brief=in_brief(failures[0].traceback) if failures else Markup(""),
    )


def _has_run(cell: NotebookNode) -> bool:
    runs = (_valid_run(output.get("data", {})) for output in cell.get("outputs", []))
    return is_graded_check(cell) and any(runs)


def _valid_run(data: dict) -> dict | None:
    """A recorded run, if it is valid: base64, which the script unpacks, and a text."""
    run = data.get(RUN_MIME_TYPE)
    if not isinstance(run, dict) or not isinstance(run.get("says"), str):
        return None
    packed = (run.get("run"), run.get("still"))
    is_valid = all(isinstance(text, str) and _BASE64.fullmatch(text) for text in packed)
    return run if is_valid else None


def _output(output: NotebookNode, mark: ShownMark | None, cell: NotebookNode) -> Markup | None:
    if mark and output.output_type == "execute_result":
        return None  # the points, which the mark shows
    if mark and is_judged(cell):  # the judge's own; any other cell may run a student's code
        if output.get("ename") == CheckFailed.__name__:
            return diagnosis(output.traceback)
        if run := _valid_run(output.get("data", {})):
            return Markup(player.figure(run))
    return shown_output(output, is_ours=is_judged(cell))
