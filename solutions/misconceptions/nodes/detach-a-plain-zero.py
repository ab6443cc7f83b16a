# %% [markdown] exercise=["hw6-memory/detach"]
# Detach returns a single 0.
#
# A gradient has the shape of the value it belongs to: as many zeros as the input has entries.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return [0.0]
