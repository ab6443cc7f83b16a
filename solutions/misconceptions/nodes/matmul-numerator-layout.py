# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul returns transposed gradients, in numerator layout.
#
# A gradient has the shape of the value it belongs to. If yours is the transpose of that, you
# followed a book with the other convention.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [(self.gradient @ self.input(1).T).T, (self.input(0).T @ self.gradient).T]
