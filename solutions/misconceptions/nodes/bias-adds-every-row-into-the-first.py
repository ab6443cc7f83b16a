# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias starts from the first row, changes it in place, and counts it twice.
#
# The first row of a matrix is a part of it, not a copy: `+=` changes the matrix. And the loop adds
# every row, including that one. Start from new zeros.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        bias_gradient = self.gradient[0]
        for row in self.gradient:
            bias_gradient += row
        return [self.gradient, bias_gradient]
