# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul sends its result back instead of its gradient.
#
# self.result and self.gradient have the same shape, so everything fits, but the first says what C
# is, and the second how much C counts in the loss. Double the upstream gradient: what you hand on
# should double, but it stays the same.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.result @ self.input(1).T, self.input(0).T @ self.result]
