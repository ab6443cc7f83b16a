# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul shares the gradient out, half to each input.
#
# In Mean, the halves come from the division by 2 in its forward; a product does not divide. Go from
# 1 * 10 to 2 * 10, and see how far the product has moved.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1) / 2, self.gradient * self.input(0) / 2]
