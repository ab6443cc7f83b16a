# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul gives its second gradient a minus sign.
#
# There is no minus sign here: larger entries of the second input make larger products.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, -self.input(0).T @ self.gradient]
