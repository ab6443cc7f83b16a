# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul with mT and a tuple.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return self.gradient @ self.input(1).mT, self.input(0).mT @ self.gradient
