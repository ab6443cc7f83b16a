# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gradient is one number, the mean over everything.
#
# Each entry of the bias has a gradient of its own: only the entries of its own column depend on
# it. And at a fork the shares add up; they are not averaged.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.mean()]
