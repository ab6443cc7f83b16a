# %% [markdown] exercise=["hw6-memory/detach"]
# Detach stops the value as well.
#
# Forward, everything goes on as before: the value passes unchanged. Only the way back is cut.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0) * 0

    def backward(self):
        return [self.gradient * 0]
