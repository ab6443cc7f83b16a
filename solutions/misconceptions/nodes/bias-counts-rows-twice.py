# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias sums over the rows and then multiplies by their number.
#
# The sum has one term for each row already, so the number of rows is in it. Take two rows with the
# upstream gradients 10 and 100 in the first column: each of them should count once.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0) * len(self.gradient)]
