# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm does not add up.
#
# The norm of a matrix is one number. Square every entry, then take the sum.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = self.input(0) ** 2

    def backward(self):
        return [self.gradient * 2 * self.input(0)]
