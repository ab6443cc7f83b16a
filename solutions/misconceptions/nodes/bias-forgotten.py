# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gets a gradient of zeros.
#
# The bias moves the result like any other input, once for each row.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.input(1) * 0]
