# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul multiplies by the input itself instead of the other one.
#
# With y held still, x * y is a line in x, and its slope is y. The slope with respect to an
# input is the other input.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]
