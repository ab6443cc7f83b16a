# %% [markdown] exercise=["hw4-matmul/matmul", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Matmul returns the two gradients in the wrong places.
#
# The first entry of the list belongs to the first input and has its shape.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(0).T @ self.gradient, self.gradient @ self.input(1).T]
