# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul multiplies by the gradient of the other input, not by its value.
#
# In the backward pass the inputs have no gradients yet: they are what you are about to compute.
# The slope of x y in x is the value of y.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        first, second = self.input_nodes
        return [self.gradient * second.gradient, self.gradient * first.gradient]
