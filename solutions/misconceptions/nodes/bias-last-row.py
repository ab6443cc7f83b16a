# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias's loop keeps only the last row.
#
# An assignment with = throws away the shares of the earlier rows. The same bias is used in every
# row: a fork, and gradients add up at forks. Print the gradient of the bias after every round of
# the loop.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        for row in self.gradient:
            bias_gradient = row
        return [self.gradient, bias_gradient]
