# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm has lost its 2.
#
# In exercise 3 the 2 met a half, and here there is no half. Moving an entry 3 by a small `h`
# moves its square by `6h`.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [self.gradient * self.input(0)]
