# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# A tuple instead of a list, and the inputs unpacked.

# %%
class Add(ComputationNode):
    def forward(self):
        x, y = self.input(0), self.input(1)
        self.result = y + x

    def backward(self):
        return self.gradient, self.gradient
