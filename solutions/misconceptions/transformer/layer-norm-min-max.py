# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The row is divided by its range.
#
# Dividing by max - min brings a row into a range of 1. Its standard deviation should be 1: divide by s.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = x.amax(dim=1, keepdim=True) - x.amin(dim=1, keepdim=True)
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
