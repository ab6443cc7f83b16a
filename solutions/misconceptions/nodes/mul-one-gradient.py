# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul returns one downstream gradient for its two inputs.
#
# The list needs one entry for each input, in their order.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1)]
