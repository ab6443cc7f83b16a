# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul multiplies by its result.
#
# That is how Exp works, since exp is its own derivative. A product is not: with y = 3 held
# still it is a straight line in x, and a line has the same slope at x = 1 and at x = 100, while
# the results there are far apart.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.result, self.gradient * self.result]
