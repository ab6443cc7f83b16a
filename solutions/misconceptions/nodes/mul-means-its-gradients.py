# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul hands on the mean where a tensor is needed.
#
# A gradient has the shape of the value that it belongs to: each entry of the input can move on its
# own, and has a gradient of its own. Take the entrywise product of (1, 2) and (3, 4), and move only
# the 1.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [(self.gradient * self.input(1)).mean(), (self.gradient * self.input(0)).mean()]
