# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul hands on a single number where a tensor is needed.
#
# A gradient has the shape of the value that it belongs to: each entry of the input can move on its
# own. There is something to sum only where a single number was broadcast. Take the entrywise
# product of (1, 2) and (3, 4), and move only the 1.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [(self.gradient * self.input(1)).sum(), (self.gradient * self.input(0)).sum()]
