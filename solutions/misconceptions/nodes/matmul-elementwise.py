# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul multiplies entry by entry.
#
# `*` pairs up entries in the same place. A matrix product sums over an index, and its operator is
# `@`.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.input(0) * self.gradient]
