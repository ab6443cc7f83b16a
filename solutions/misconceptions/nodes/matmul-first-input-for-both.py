# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul uses its first input for both gradients.
#
# In C = AB, how far C moves when A moves depends on what A is multiplied by. Take 1 by 1 matrices:
# C = ab is an ordinary product, and Matmul must do there what Mul does.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(0).T, self.input(0).T @ self.gradient]
