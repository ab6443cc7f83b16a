# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add returns ones.
#
# You hand on the local gradients alone. That is right only if the sum is the end of the graph and 1
# arrives from upstream. Put L = 7 (x + y) after it: L is steeper than x + y, but your gradients
# have not changed.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [0 * self.gradient + 1.0, 0 * self.gradient + 1.0]
