# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul uses the second input for both gradients.
#
# Each input has a local gradient of its own, and it is the other input.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(1)]
