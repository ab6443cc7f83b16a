# %% [markdown] exercise=["hw6-memory/checkpoint"]
# Checkpoint goes forward more often than it has to.
#
# The numbers are right. But each forward pass costs time: one in `forward`, and one more in `backward`, is
# enough.

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
        again.forward(self.input(0))
        return [again.backward(self.gradient)]
