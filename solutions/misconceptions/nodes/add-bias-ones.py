# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias forgets the upstream gradient.
#
# Ones are the local gradients. When you multiply them by the upstream gradient, what goes back to
# the rows, and what to the bias, which is used in every row?

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [torch.ones_like(self.gradient), torch.ones_like(self.input(1)) * len(self.gradient)]
