# %% [markdown] exercise=["hw6-memory/checkpoint"]
# Checkpoint starts the chain with ones.
#
# The chain goes backward from the upstream gradient of the node. Ones would be right only if the
# loss were the sum of the results.

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
        return [again.backward(torch.ones_like(self.gradient))]
