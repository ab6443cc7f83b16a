# %% [markdown] exercise=["hw4-matmul/add-bias"]
# Adds up the rows in a new tensor of zeros, which is float32.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        b = torch.zeros(self.gradient.shape[1])
        for row in self.gradient:
            b += row
        return [self.gradient, b]
