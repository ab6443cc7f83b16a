"""Right answers are right on all draws, never flagged, and get the same marks each time."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

import nbformat
import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.authoring.sample_class import SampleSubmission
from autograder.base.paths import homeworks
from autograder.grading.submission import GradedSubmission, grade_submission, run_and_judge
from autograder.in_kernel.agent import Agent
from autograder.in_kernel.evidence import REQUEST
from autograder.in_kernel.watching.autograd import autograd_noted
from autograder.judge.author_run import author_at_work, code_cells, compiled, run_code
from autograder.judge.cell_verdict import Verdict
from autograder.judge.needed_cells import not_needed
from autograder.judge.question_plan import plan_for
from autograder.judge.reply import Reply, reply_showing
from autograder.judge.verdicts import flags_in
from autograder.judge.whose_exercise import Owner
from autograder.notebook.cells import (
    grade_id,
    has_solution,
    is_graded,
    is_solution,
    only_shows,
    worth_of,
)
from autograder.notebook.grading_notes import GradingNotes
from autograder.repairing.repair import repair_for
from autograder.sandbox.limits import Limits
from autograder.submissions.reading import read_notebook
from tests.helpers.bank_engines import read_right_answers
from tests.helpers.graded_attacks import marks, most_in
from tests.helpers.submissions import submissions_of
from tests.helpers.variants import CELLS, HOMEWORKS, all_of, answers_of
from tests.helpers.verdicts_on import verdicts_on

DRAWS = [f"draws {i}" for i in range(40)]
ANSWERS = {
    (answer.id, homework): {
        cell: answer.code for where, cell in answer.exercises if where == homework
    }
    for answer in read_right_answers()
    for homework in sorted({where for where, _ in answer.exercises})
} | {("the author's", homework): {} for homework in homeworks()}
# Engines and nodes: of what is written on paper, each mistake is the same on all draws.
SOME = ["dictionary-of-gradients", "reads-local-gradients", "hw1-blanks-computed"]
SOME += ["order-kept-by-forward"]  # of which the kernel is asked for more


def judged(homework: str, additions: dict[str, str], series: str) -> dict[str, Verdict]:
    """The verdicts on the author's solution with code appended to some cells, which is run here."""
    plan, replies, agents = plan_for(homework, series), {}, {}
    cells = code_cells(homework)
    sources = {cell.id: cell.source + "\n\n" + additions.get(cell.id, "") for cell in cells}
    shows = {cell.id: cell.source for cell in cells if only_shows(cell)}
    unneeded = not_needed(shows, additions.values())
    with author_at_work() as names:
        for cell in cells:
            planned = plan.checks.get(cell.id)
            if planned is None and cell.id not in unneeded:
                with suppress(Exception):  # a notebook goes on after a cell that fails
                    run_code(compiled(sources[cell.id], cell.id), names)
            elif planned and planned.asks:
                agents[cell.id] = Agent({**names})
                replies[cell.id] = reply_of(agents[cell.id], planned.acts, cell.id)

    def run_more(source: str) -> list[NotebookNode]:
        asked = json.loads(json.loads(source.removeprefix(REQUEST).removesuffix(")")))
        agent = Agent(agents[asked["after"]].names)
        return reply_of(agent, asked["acts"], asked["nonce"]).outputs

    return verdicts_on(plan, replies, run_more=run_more)


def reply_of(agent: Agent, acts: Sequence[dict], nonce: str) -> Reply:
    """What a kernel with this agent replies to a request."""
    with autograd_noted(agent.signs):
        answers = list(map(json.loads, agent.answer(list(acts))))
    reply = {"nonce": nonce, "signs": sorted(agent.signs), "answers": answers}
    return reply_showing(json.dumps(reply), nonce)


def refused(answer: str, homework: str, series: str) -> list:
    """The graded checks that do not give all points, and what is flagged."""
    additions = ANSWERS[answer, homework]
    found = judged(homework, additions, series)
    most = {c: p.cell.worth for c, p in plan_for(homework, series).checks.items() if p.asks}
    if additions and "own-engine" not in additions:
        most.pop("own-engine-check", None)  # the author's answers are about the author's engine
    graded = {c: verdict.outputs[-1] for c, verdict in found.items() if most.get(c)}
    return flags_in(found) + [
        cell
        for cell, end in graded.items()
        if end.output_type == "error" or float(end.data["text/plain"]) < most[cell]
    ]


@pytest.mark.parametrize(("answer", "homework"), [p for p in ANSWERS if p[0] in SOME])
def test_right_answers_are_right_and_not_flagged(answer, homework):
    assert refused(answer, homework, DRAWS[0]) == []


# The end of a forward algorithm that uses PyTorch's autograd only on graphs of two nodes.
AUTOGRAD_ON_SMALL = """
    if len(graph.order) == 2:
        import torch
        torch.ones(1, requires_grad=True).exp().backward()
    return graph
"""


def test_autograd_is_flagged_if_an_engine_uses_it_only_on_small_graphs():
    engine = ANSWERS["order-kept-by-forward", "hw3-polynomial"]["engine"]
    engine = engine.rstrip().removesuffix("    return graph") + AUTOGRAD_ON_SMALL
    found = judged("hw3-polynomial", {"engine": engine}, DRAWS[0])
    assert found["engine-check"].part_right == 1
    flags = [flag for cell, flag in flags_in(found) if cell == "engine-check"]
    assert len(flags) == 1 and "autograd was at work" in flags[0]


@pytest.mark.nightly
@pytest.mark.parametrize("series", DRAWS)
@pytest.mark.parametrize("homework", homeworks())
def test_all_right_answers_are_right_on_a_draw(homework, series):
    answers = [answer for answer, where in ANSWERS if where == homework]
    assert {a: found for a in answers if (found := refused(a, homework, series))} == {}


@pytest.mark.slow
@pytest.mark.parametrize("homework", ["hw2-tanh", "hw4-matmul"])
def test_a_submission_gets_the_same_marks_each_time(homework):
    for submission in [*submissions_of(homework).values()][:2]:
        data = nbformat.writes(submission.notebook()).encode()
        three = [grade_submission(homework, data, DRAWS[0], limits=Limits()) for _ in range(3)]
        assert marks(three[0]) == marks(three[1]) == marks(three[2])
        assert three[0].notes.flags == three[1].notes.flags == three[2].notes.flags


def honest(homework: str, student: str) -> NotebookNode:
    """The author's solution, with what is right in the exercises of a student's own."""
    plan, cells = plan_for(homework, DRAWS[0]), {}
    for check, answers in all_of(homework, student).items() if student else ():
        (name,) = plan.checks[check].values
        (cell,) = (
            cell.id
            for cell in filter(has_solution, code_cells(homework))
            if re.search(rf"^{name} = ", cell.source, re.MULTILINE)
        )
        cells[cell] = f"{name} = {answers!r}"
    return SampleSubmission(student, homework, cells).notebook()


@pytest.mark.slow
@pytest.mark.by_day(3)
@pytest.mark.parametrize(
    ("homework", "student"),
    [(each, "") for each in homeworks()]
    + [(each, student) for each in HOMEWORKS for student in ("ada", "bob")],
)
def test_an_honest_submission_gets_all_points_and_no_flag(homework, student):
    repaired = repair_for(homework, honest(homework, student), [])
    if student:
        repaired = replace(repaired, shown_id=student)
    owner = Owner.of(student, {"ada": "ada", "bob": "bob"})
    graded = run_and_judge(homework, repaired, DRAWS[0], owner, limits=Limits())
    assert graded.notes.flags == []
    by_machine = {cell: earned for cell, earned in marks(graded).items() if earned is not None}
    assert [
        cell for cell, most in most_in(homework).items() if by_machine.get(cell, most) < most
    ] == []


MUL = """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        x, y = self.input(0), self.input(1)
        return [y * self.gradient, (x.clone() if torch.is_tensor(x) else x) * self.gradient]
"""


@pytest.mark.slow
def test_a_students_code_may_use_what_a_check_imports():
    data = nbformat.writes(SampleSubmission("ada", "hw2-tanh", {"mul": MUL}).notebook()).encode()
    graded = grade_submission("hw2-tanh", data, DRAWS[0], limits=Limits())
    assert marks(graded)["mul-check"] == most_in("hw2-tanh")["mul-check"]


@pytest.mark.slow
def test_nobody_in_the_sample_class_with_full_marks_is_flagged(sample):
    classroom, everybody = sample
    for each in everybody:
        if not each.loses:
            path = classroom.autograded(each.student, each.homework)
            notes = GradingNotes.of(nbformat.read(path, as_version=4))
            assert notes.flags == [], (each.student, each.homework)


MARKERS = {
    "": "",  # to compare with
    "a title": '# @title Mine\nstudent_id = "ada"\nstudent_id = ""  # @param {type:"string"}\n',
    "extra credit": "# Extra credit: 5 points.\n",
    "a solution": "### BEGIN SOLUTION\n### END SOLUTION\n### SOLUTION\n",
    "a header": '# %% grade_id="linear-check" points=9 everybody=true\n',
}


def marked(homework: str, marker: str, **cells: str) -> bytes:
    """The right submission with a marker of the author's in all cells that are the student's."""
    notebook = SampleSubmission("eve", homework, cells).notebook()
    for cell in filter(is_solution, notebook.cells):
        cell.source = MARKERS[marker] + cell.source
    notebook.cells.insert(1, new_code_cell(MARKERS[marker], id="own"))
    return nbformat.writes(notebook).encode()


@cache
def worth_and_marks(marker: str) -> tuple:
    """In a homework without individual exercises, to which a student's own variant is handed in,
    and, without running it, in one with answers in words."""
    given = zip(CELLS.items(), answers_of("ada"), strict=True)
    adas = {cell: f"{name} = {answers!r}" for (cell, name), answers in given}
    graded = grade_submission(
        "hw1-cosh", marked("hw1-cosh", marker, **adas), "draws", limits=Limits()
    )
    repaired = repair_for("hw5-mlp", *read_notebook(marked("hw5-mlp", marker)))
    both = graded, GradedSubmission(repaired.notebook)
    found = [(marks(each), worth(each.notebook)) for each in both]
    return found, repaired.shown_id, graded.notes.flags


def worth(notebook: NotebookNode) -> dict:
    """What the graded cells of a notebook can give."""
    return {grade_id(cell): worth_of(cell) for cell in notebook.cells if is_graded(cell)}


@pytest.mark.slow
@pytest.mark.parametrize("marker", [*filter(None, MARKERS)])
def test_an_authors_marker_in_a_students_cells_changes_neither_marks_nor_worth_nor_owner(marker):
    assert worth_and_marks(marker) == worth_and_marks("")
