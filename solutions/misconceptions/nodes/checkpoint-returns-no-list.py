# %% [markdown] exercise=["hw6-memory/checkpoint"]
# Checkpoint returns the gradient without a list.
#
# `backward` of a node returns a list with a gradient for each input. A checkpoint has one input.

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
        return again.backward(self.gradient)
