# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul's gradients are transposed, then pressed into shape.
#
# reshape gives the shape you ask for but keeps the numbers in reading order, so they land in the
# wrong places. Write the numbers 1 to 6 into a (2, 3) matrix, and compare its reshape to (3, 2)
# with its transpose.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        dA = (self.input(1) @ self.gradient.T).reshape(self.input(0).shape)
        dB = (self.gradient.T @ self.input(0)).reshape(self.input(1).shape)
        return [dA, dB]
