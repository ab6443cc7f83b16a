# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul writes the product into its first input.
#
# An assignment gives the same tensor a second name, and *= then changes that tensor. When backward
# asks for the input, it finds the product there. Try a = torch.tensor([2.0]), then b = a, then b *=
# 5, and print a.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0)
        self.result *= self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
