# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul adds the upstream gradient to the local one.
#
# Along a path gradients are multiplied: if the output moves 3 times as far as this node, and this
# node 5 times as far as its input, the output moves 15 times as far as the input.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient + self.input(1), self.gradient + self.input(0)]
