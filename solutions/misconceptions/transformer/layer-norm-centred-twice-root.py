# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# s is the mean distance from the mean.
#
# The standard deviation is the root of the mean of the *squares*; the mean of the absolute
# distances is usually smaller.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = centred.abs().mean(dim=1, keepdim=True) + 1e-5
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
