# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul divides by the number of rows.
#
# Perhaps you are thinking of a loss that is a mean over examples. Then it is the loss that divides,
# and its division is already in the upstream gradient. Matmul's forward does not divide. With a
# single row nothing shows; try two.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        n = self.gradient.shape[0]
        return [self.gradient @ self.input(1).T / n, self.input(0).T @ self.gradient / n]
