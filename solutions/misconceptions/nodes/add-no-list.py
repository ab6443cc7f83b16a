# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add returns the gradient itself, not a list.
#
# `backward` returns a list, with one downstream gradient for each input, even when they are equal.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return self.gradient
