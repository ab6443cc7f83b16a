# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The mean is not subtracted.
#
# That is RMS normalisation: the row divided by the root of the mean of its squares. Layer normalisation
# subtracts the mean first.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
