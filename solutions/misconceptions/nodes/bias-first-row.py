# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gets the gradient of the first row only.
#
# The bias is added to every row, so every row sends a share.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient[0]]
