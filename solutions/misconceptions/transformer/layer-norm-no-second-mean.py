# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The term of the standard deviation is missing.
#
# The mean of the gradient is subtracted, but s depends on the row, too. Stretching a row must not change
# anything: so subtract the normalised row times the mean of G times the normalised row.

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
        return [(G - mean) / self.s]
