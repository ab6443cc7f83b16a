# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid by tanh, in a tuple.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = (1 + (self.input(0) / 2).tanh()) / 2

    def backward(self):
        s = self.result
        return ((s - s**2) * self.gradient,)
