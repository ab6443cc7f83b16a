# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# Only the first of the three terms is divided by s.
#
# All three reasons have the factor 1/s: the division comes after the whole bracket.

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
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [G / self.s - mean - normal * mean_along]
