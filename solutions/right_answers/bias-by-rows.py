# %% [markdown] exercise=["hw4-matmul/add-bias"]
# Adds up the rows one by one.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)[None, :]

    def backward(self):
        total = torch.zeros_like(self.input(1))
        for row in self.gradient:
            total = total + row
        return [self.gradient, total]
