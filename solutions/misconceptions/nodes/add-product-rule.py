# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Add multiplies by the other input, as a product would.
#
# In a sum, it does not matter how large the other input is: moving one by h moves the sum by h.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
