# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul's forward multiplies entry by entry.
#
# In Python, * multiplies entry by entry, and the matrix product has an operator of its own. Take a
# (1, 2) matrix and a (2, 1) matrix: the matrix product has a single entry.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]
