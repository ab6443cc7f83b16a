# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias multiplies the gradient of the bias by the bias.
#
# Then it would matter how large the bias is. Add 1 to every entry of a column, then 100: raise this
# bias by h, and compare how far the entries of the column move.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0) * self.input(1)]
