# %% [markdown] exercise=["hw3-polynomial/add", "hw4-matmul/add"]
# Add writes the sum into its first input.
#
# An assignment gives the same tensor a second name, and += then changes that tensor. The sum is
# right, but every other node that uses the input now finds the sum there. Try a =
# torch.tensor([1.0]), then b = a, then b += 1, and print a.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0)
        self.result += self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
