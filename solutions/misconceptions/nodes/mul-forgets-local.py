# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul passes the upstream gradient on as it is.
#
# That is what a sum does. When x moves by h, x * y moves by y times h: the other input is the
# local gradient.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
