# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gradient is the number of rows.
#
# That is right only when every upstream gradient is 1. Sum the upstream gradients themselves.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.input(1) * 0 + self.gradient.shape[0]]
