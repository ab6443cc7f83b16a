# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# Columns are normalised.
#
# Each row of the matrix is normalised on its own, along dim=1. Down a column, different tokens would be
# mixed; that is batch normalisation.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=0, keepdim=True)
        self.s = ((centred**2).mean(dim=0, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=0, keepdim=True)
        mean_along = (G * normal).mean(dim=0, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
