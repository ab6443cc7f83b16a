# %% [markdown] exercise=["hw4-matmul/matmul"]
# A sum of outer products, and mT.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0).mm(self.input(1))

    def backward(self):
        a, g = self.input(0), self.gradient
        return (g @ self.input(1).mT, sum(torch.outer(row, grow) for row, grow in zip(a, g)))
