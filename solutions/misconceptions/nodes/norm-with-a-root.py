# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm takes the root.
#
# That is the norm itself. Squared, it is the sum of squares: no root.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum() ** 0.5

    def backward(self):
        return [self.gradient * self.input(0) / self.result]
