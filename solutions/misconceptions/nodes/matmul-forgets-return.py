# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul's backward returns nothing.
#
# Without the word return a Python function gives back None, and what it has computed is lost. The
# smallest example: define f with the single line 1 + 1 in it, and print f().

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        dA = self.gradient @ self.input(1).T
        dB = self.input(0).T @ self.gradient
