"""A small homework, as an author writes it."""

SMALL = """\
# %% [markdown]
# # A small homework

# %% grade_id="setup"
from course import *

# %% grade_id="mul"
class Mul(ComputationNode):
    def forward(self):
        ### BEGIN SOLUTION
        self.result = self.input(0) * self.input(1)
        ### END SOLUTION

    def backward(self):
        ### BEGIN SOLUTION
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
        ### END SOLUTION

# %% grade_id="mul-check" points=3 title="1 Mul"
check_node(Mul, 2.0, -6.0)

# %% grade_id="blanks"
blanks = {
    "two": 2,  ### SOLUTION
}

# %% grade_id="blanks-check" extra=1 title="2 Blanks"
check_blanks(blanks, {"two": 1 + 1})
"""
