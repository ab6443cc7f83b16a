# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul multiplies by its own result in the second gradient.
#
# Neither gradient needs the product itself: each is made of the upstream gradient and the other
# input. What is multiplied by g_ij in the sum for b_rj?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.output()]
