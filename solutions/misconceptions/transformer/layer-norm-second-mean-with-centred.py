# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# In the third term, the row is centred but not divided by s.
#
# The normalised row appears twice in the third term. x - mu is s times as large, so the term comes out s
# squared times as large.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output() * self.s, self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
