# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias hands the matrix a gradient with one entry for each column.
#
# The matrix was not repeated: each of its entries is used once, in one place, so there is nothing
# to sum for it. Or are your two gradients right and only in the wrong order? Print their shapes
# beside those of the inputs.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        summed = self.gradient.sum(0)
        return [summed, summed]
