# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias gives the bias a gradient of ones.
#
# That is the local gradient of a single use. It leaves out what arrives from upstream, and the fact
# that the bias is used in every row. Put L = 10 * sum(Y) after it, and your gradient stays the
# same.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, torch.ones_like(self.input(1))]
