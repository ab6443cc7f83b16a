# %% [markdown] exercise=["hw6-memory/checkpoint"]
# Checkpoint that puts its input aside, and empties its chain.

# %%
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.x = self.input(0)
        chain = Chain(self.layers)
        self.result = chain.forward(self.x)
        chain.nodes = []

    def backward(self):
        chain = Chain(list(self.layers))
        chain.forward(self.x)
        downstream = chain.backward(self.gradient)
        return [downstream]
