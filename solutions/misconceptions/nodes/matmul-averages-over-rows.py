# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul divides by the number of rows.
#
# Perhaps you think of a loss that is a mean over examples. If it is, that loss divides, and its
# division is in the upstream gradient already. Matmul itself divides nowhere in its forward. For a
# matrix with a single row nothing shows; try two.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        n = self.gradient.shape[0]
        return [self.gradient @ self.input(1).T / n, self.input(0).T @ self.gradient / n]
