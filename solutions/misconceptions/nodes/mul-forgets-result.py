# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul's forward does not put its result into self.result.
#
# `forward` has to fill in `self.result`; a value that is only returned, or put into a local
# variable, is gone afterwards.

# %%
class Mul(ComputationNode):
    def forward(self):
        result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
