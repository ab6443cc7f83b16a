# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul uses ones instead of the upstream gradient.
#
# Each entry of the product counts with its own weight, and the upstream gradient says which. Ones
# say that all of them count the same.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        ones = self.gradient * 0 + 1
        return [ones @ self.input(1).T, self.input(0).T @ ones]
