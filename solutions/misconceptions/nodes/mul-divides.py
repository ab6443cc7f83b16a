# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul divides by the input.
#
# Result divided by an input does give the other one, but then it has to be multiplied by the
# upstream gradient.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient / self.input(0), self.gradient / self.input(1)]
