# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul treats each input as if it were squared.
#
# 2x is the derivative of x * x, where both factors move together. Here they are two inputs, and
# each has a gradient of its own; if they are one node, the algorithm adds the two shares. Take 2 *
# 5 and move the 2 alone.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [2 * self.gradient * self.input(0), 2 * self.gradient * self.input(1)]
