# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul writes both products into one tensor.
#
# An assignment makes no copy: left and right are two more names for the upstream gradient, one
# tensor in all. Each *= changes what all of them stand for. Try t = torch.tensor([1.0]), then a = t
# and b = t, then a *= 2 and b *= 3, and print both.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        left = self.gradient
        left *= self.input(1)
        right = self.gradient
        right *= self.input(0)
        return [left, right]
