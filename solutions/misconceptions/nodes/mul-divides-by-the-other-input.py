# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul divides by the other input.
#
# Backward does not undo forward. It asks how far the product moves when one input does. Turn the 2
# into 2.1, once in 2 * 5 and once in 2 * 500, and see in which of them this step counts for more.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient / self.input(1), self.gradient / self.input(0)]
