# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul transposes the upstream gradient instead of the input.
#
# The sum runs over an index of the other input that stands in the wrong place there. It is the
# input that has to be turned.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient.T @ self.input(1), self.input(0) @ self.gradient.T]
