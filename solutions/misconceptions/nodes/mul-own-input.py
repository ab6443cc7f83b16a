# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul", "hw5-mlp/arithmetic"]
# Mul multiplies by the input itself instead of the other one.
#
# With y held still, the product is a straight line in x, and the slope of a line is the same
# everywhere. Yours grows with x. Take y = 3: go from x = 1 to 2 and from x = 10 to 11, and
# compare the two steps of the product.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]
