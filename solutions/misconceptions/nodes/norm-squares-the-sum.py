# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm squares the sum.
#
# Entries of opposite sign would cancel. Square each entry first, then add up: 1 and `-1` give 2.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = self.input(0).sum() ** 2

    def backward(self):
        return [self.gradient * 2 * self.input(0)]
