# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The second mean is that of the gradient alone.
#
# For the standard deviation, G is multiplied by the normalised row before its mean is taken: mean(G *
# normal), then times the row once more.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = G.mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
