# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]
# Relu returns its mask as the result.
#
# The mask says where the input is positive, as `True` and `False`. The result is the input there,
# and 0 elsewhere.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.mask

    def backward(self):
        return [self.gradient * self.mask]
