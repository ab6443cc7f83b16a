# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]
# Relu forgets the upstream gradient.
#
# The mask is the local gradient, 1 or 0. The downstream gradient is the upstream one times that. For a
# loss ten times as large, what should come out at the input?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.mask.double()]
