# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul shares the gradient out, half to each input.
#
# Nothing is shared out: each local gradient is the whole other input.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1) / 2, self.gradient * self.input(0) / 2]
