# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The second mean is subtracted without the normalised row.
#
# When the standard deviation changes, each entry moves in proportion to its distance from the mean.
# So the second mean is multiplied by the normalised row before it is subtracted.

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
        return [(G - mean - mean_along) / self.s]
