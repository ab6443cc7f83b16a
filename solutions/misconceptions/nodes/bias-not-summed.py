# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gets a gradient for each row.
#
# Each entry of the bias is used once in every row. That is a fork, and at a fork the gradients
# add up. The gradient has the shape of the bias.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
