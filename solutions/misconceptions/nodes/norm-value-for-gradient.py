# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm uses its result as local gradient.
#
# The result is one number, and the same for all entries. A larger entry moves the sum of squares
# by more than a small one.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [self.gradient * 2 * self.result * torch.ones_like(self.input(0))]
