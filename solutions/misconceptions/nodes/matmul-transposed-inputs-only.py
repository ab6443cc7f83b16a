# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul hands its first input a gradient of shape (4, 2).
#
# A has the shape (3, 2), and its gradient must have it too. If yours is a transposed input alone,
# the upstream gradient is missing: it says how much each entry of C counts in the loss, and in
# exercise 1 it was in every term.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(1).T, self.input(0).T]
