# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul divides its result by an input.
#
# Dividing the product by one factor gives the other one back, but not when that factor is 0: then
# it is 0 / 0, and the gradient is nan. Both inputs are there to be read. Try 3 * x at x = 0.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.result / self.input(0), self.gradient * self.result / self.input(1)]
