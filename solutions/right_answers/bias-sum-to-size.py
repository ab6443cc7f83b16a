# %% [markdown] exercise=["hw4-matmul/add-bias"]
# sum_to_size, for any shape.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = torch.add(self.input(0), self.input(1))

    def backward(self):
        return [self.gradient.sum_to_size(self.input(i).shape) for i in (0, 1)]
