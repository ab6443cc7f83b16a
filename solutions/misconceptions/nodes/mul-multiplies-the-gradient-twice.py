# %% [markdown] exercise=["hw2-tanh/mul"]
# Mul's second product starts from a gradient that the first has changed.
#
# *= writes into self.gradient, so the line after it no longer finds what arrived from upstream. Try
# it with numbers: g = 10, then g *= 2, and then a line that needs three times the 10.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        self.gradient *= self.input(1)
        return [self.gradient, self.gradient * self.input(0)]
