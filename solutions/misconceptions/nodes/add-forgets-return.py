# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add computes its downstream gradients but does not return them.
#
# A function without `return` gives None. The list has to leave the function.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        downstream = [self.gradient, self.gradient]
