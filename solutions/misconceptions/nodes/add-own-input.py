# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add multiplies the upstream gradient by the input.
#
# The local gradient of a sum does not depend on its inputs at all.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]
