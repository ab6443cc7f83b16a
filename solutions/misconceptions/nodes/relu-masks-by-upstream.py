# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]
# Relu looks at the sign of the upstream gradient.
#
# Whether an entry passes was decided in forward, by the sign of the input. A negative gradient may
# pass through a positive unit: then the loss gets smaller when the input grows.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * (self.gradient > 0)]
