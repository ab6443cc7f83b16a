# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul uses the first input for both gradients.
#
# The same gradient for both would mean that it makes no difference which input moves. In 2 * 5,
# raise the 2 by 1; then, from the start again, the 5, and compare how far the product moves.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(0)]
