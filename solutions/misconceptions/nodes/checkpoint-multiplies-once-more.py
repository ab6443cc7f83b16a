# %% [markdown] exercise=["hw6-memory/checkpoint"]
# The upstream gradient is multiplied in once more.
#
# `chain.backward(gradient)` returns the downstream gradient, complete. The upstream gradient is in
# it already.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        again = Chain(self.layers)
        again.forward(self.input(0))
        return [self.gradient * again.backward(self.gradient)]
