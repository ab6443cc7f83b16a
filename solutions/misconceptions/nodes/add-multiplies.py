# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add computes a product.
#
# Look at its forward: which operator is between the inputs?

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
