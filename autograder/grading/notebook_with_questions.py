"""Makes the notebook that is run: a repaired one, with questions in place of its checks."""

import copy
import secrets
from dataclasses import dataclass, field

from nbformat import NotebookNode

from autograder.judge.needed_cells import not_needed
from autograder.judge.plan import Plan
from autograder.judge.reply import Reply, request
from autograder.notebook.cells import grade_id, is_judged, students_code
from autograder.notebook.set_up import SET_UP, without_set_up
from autograder.submissions.untrusted import work_on_notebook


@dataclass(frozen=True)
class _AskedCell:
    """A cell of the notebook that is run, with questions in place of a check."""

    index: int
    nonce: str  # its evidence has to quote this
    again: str  # what to run in its place when cells are run again


@dataclass
class NotebookWithQuestions:
    """The notebook that is run: the repaired one, with questions in place of its checks."""

    notebook: NotebookNode
    not_run: frozenset[str]  # the ids of the cells that are left out
    judged: dict[str, _AskedCell] = field(default_factory=dict)  # by id

    def replies(self, stopped: dict[int, str]) -> dict[str, Reply]:
        """The replies to the questions, by the ids of the judged cells."""
        replies = {}
        for cell_id, cell in self.judged.items():
            outputs = self.notebook.cells[cell.index].outputs
            replies[cell_id] = Reply(outputs, cell.nonce, stopped.get(cell.index, ""))
        return replies


def with_questions(
    notebook: NotebookNode, plan: Plan, *, everything: bool
) -> NotebookWithQuestions:
    """The notebook to run for a repaired one, which is not changed."""
    copied = copy.deepcopy(notebook)
    for cell in copied.cells:
        if cell.id == SET_UP:  # its copy of the package is slow to read, and the sandbox has one
            cell.source = without_set_up(cell.source) + plan.imports
    not_run = (
        [] if everything else work_on_notebook(copied, lambda: sorted(not_needed_in(copied, plan)))
    )
    prepared = NotebookWithQuestions(copied, frozenset(not_run))
    for i, cell in enumerate(copied.cells):
        if is_judged(cell) and (planned := plan.checks.get(grade_id(cell))):
            nonce = secrets.token_hex(16)
            cell.source = request(planned.acts, nonce) if planned.asks else ""
            # When cells are run again in another kernel, nothing is asked again.
            again = request((), nonce) if planned.asks else ""
            prepared.judged[planned.cell.id] = _AskedCell(i, nonce, again)
        elif cell.id in prepared.not_run:
            cell.source = ""
    return prepared


def not_needed_in(notebook: NotebookNode, plan: Plan) -> frozenset[str]:
    """The author's cells that only show something and that none of the student's cells needs."""
    shows = {cell.id: cell.source for cell in notebook.cells if cell.id in plan.shows}
    return not_needed(shows, [cell.source for cell in students_code(notebook.cells)])
