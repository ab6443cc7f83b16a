# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul forgets the upstream gradient in the second gradient.
#
# Ones instead of the upstream gradient say that every entry of C counts the same. The first
# gradient has self.gradient; what is in its place in the second?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ torch.ones_like(self.gradient)]
