# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul multiplies its inputs in the wrong order in forward.
#
# Input 0 goes on the left. For matrices that are not square, the other order does not even fit.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(1) @ self.input(0)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]
