# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul divides by the input.
#
# Backward does not undo forward. It asks how far the product moves when one input does. With y = 3
# held still, a step moves it equally far from x = 1 and from x = 100. Yours does not.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient / self.input(0), self.gradient / self.input(1)]
