# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul transposes the upstream gradient instead of the input.
#
# The sum runs over an index that is in the wrong place in the other input. So it is that input that
# has to be transposed.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient.T @ self.input(1), self.input(0) @ self.gradient.T]
