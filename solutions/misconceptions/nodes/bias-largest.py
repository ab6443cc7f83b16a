# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gets the largest share of each column.
#
# At a fork all shares count, small ones and negative ones too: they add up.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.max(0).values]
