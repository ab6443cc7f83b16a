# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias multiplies by the inputs, as Mul does.
#
# In a sum, moving an entry by h moves the result by h, whatever the values are: the local gradient
# is 1.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), (self.gradient * self.input(1)).sum(dim=0)]
