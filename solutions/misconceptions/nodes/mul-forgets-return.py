# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul computes its downstream gradients but does not return them.
#
# A function without `return` gives None. The list has to leave the function.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        downstream = [self.gradient * self.input(1), self.gradient * self.input(0)]
