# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul reshapes where it should transpose.
#
# Both give a shape that fits, but reshape keeps the numbers in reading order, while a transpose
# swaps rows and columns. Try both on a 2 by 3 matrix of the numbers 1 to 6.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        return [G @ B.reshape(B.shape[1], B.shape[0]), A.reshape(A.shape[1], A.shape[0]) @ G]
