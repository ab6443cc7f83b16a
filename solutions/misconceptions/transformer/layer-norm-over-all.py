# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The whole matrix is normalised at once.
#
# mean() without dim takes all entries. Each row gets its own mean and its own s: `mean(dim=1, keepdim=True)`.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean()
        self.s = ((centred**2).mean() + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean()
        mean_along = (G * normal).mean()
        return [(G - mean - normal * mean_along) / self.s]
