# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The matrix gets a gradient that is divided by the number of rows.
#
# The matrix is not broadcast. Each of its entries is used once and gets its gradient as it is.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient / self.gradient.shape[0], self.gradient.sum(0)]
