# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gradient is summed over the columns.
#
# The bias has one entry for each column, and it is repeated for each row. Summing along a row
# leaves one number for each row.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(1)]
