# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul passes the upstream gradient on as it is.
#
# That says: when x moves by h, the product moves by h too. Turn the 2 into 2.1, once in 2 * 5
# and once in 2 * 500, and see how far the two products move.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
