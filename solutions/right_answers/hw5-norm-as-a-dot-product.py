# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm as the dot product of the flattened matrix with itself.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        entries = self.input(0).flatten()
        self.result = entries @ entries

    def backward(self):
        share = self.gradient * self.input(0)
        return [share + share]
