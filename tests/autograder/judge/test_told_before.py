"""What a kernel has told is remembered for its own submission alone."""

from contextlib import closing

import nbformat

from autograder.authoring.sample_class import SampleSubmission
from autograder.grading.submission import grade_submission
from autograder.judge.judging_process import JudgingProcesses
from autograder.notebook.source import read_source
from autograder.sandbox.limits import DEFAULT
from tests.helpers.graded_attacks import SERIES, marks

HOMEWORK = "hw3-polynomial"
# Has every kernel give the code of a notebook the same name.
SAME_NAME = "import secrets\nsecrets.token_bytes = lambda count: bytes(count)\n\n"
IS_ADD = """class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
"""


def test_nobody_is_excused_by_what_the_kernel_of_another_told():
    engine = next(cell.source for cell in read_source(HOMEWORK).cells if cell.id == "engine")
    overwriting = engine.replace(
        "input_node.accumulate_gradient(downstream)", "input_node.gradient = downstream"
    )
    assert overwriting != engine
    in_3b = []
    with closing(JudgingProcesses(1)) as judges:
        for written in (engine, overwriting):
            cells = {"engine": SAME_NAME + written, "mul": IS_ADD}
            data = nbformat.writes(SampleSubmission("ada", HOMEWORK, cells).notebook()).encode()
            graded = grade_submission(HOMEWORK, data, SERIES, limits=DEFAULT, judges=judges)
            in_3b.append(marks(graded)["polynomial-all"])
    assert in_3b == [5, 0]  # a wrong Mul is excused, but not a wrong engine besides
