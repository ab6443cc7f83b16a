# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul changes the upstream gradient it was given.
#
# What you return is right, but the gradient of the node is no longer its own. Worse, a sum hands
# one and the same tensor to both of its inputs, and if one of them writes into it, the other sees
# the change. Try t = torch.tensor([1.0]), then a = b = t, then a *= 2, and print b.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        left = self.gradient * self.input(1)
        self.gradient *= self.input(0)
        return [left, self.gradient]
