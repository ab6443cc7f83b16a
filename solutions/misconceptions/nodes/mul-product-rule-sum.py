# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul sums both terms of the product rule into each gradient.
#
# The product rule is about one variable in both factors. Here each input has a gradient of its own;
# if the same node is in both places, accumulation adds the two.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        both = self.gradient * (self.input(0) + self.input(1))
        return [both, both]
