# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul treats one of its inputs as a constant in the second derivative.
#
# One of the two gradients is made of nodes, the other of a value. The value loses its second
# derivative.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input_nodes[1].result, self.gradient * self.input(0)]
