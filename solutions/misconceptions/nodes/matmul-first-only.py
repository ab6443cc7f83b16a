# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul returns a gradient for its first input only.
#
# Both matrices move the product, so both need a gradient.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T]
