# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gradient keeps a dimension of size 1.
#
# A gradient has the shape of the value it belongs to: (k), not (1, k).

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0, keepdim=True)]
