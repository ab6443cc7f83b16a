# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias reshapes the gradient before it sums.
#
# reshape keeps the numbers in reading order, so each of your sums mixes columns. Write the numbers
# 1 to 6 into a (2, 3) matrix, reshape it to (3, 2), and see which numbers are side by side.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        m = len(self.input(1))
        return [self.gradient, self.gradient.reshape(m, -1).sum(1)]
