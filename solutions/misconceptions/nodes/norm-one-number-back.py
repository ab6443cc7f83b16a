# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm's backward returns a single number.
#
# A downstream gradient has the shape of the input: each entry has a derivative of its own.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [self.gradient * 2 * self.input(0).sum()]
