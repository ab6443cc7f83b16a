# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The third term is added.
#
# Moving an entry further away from the mean makes s larger, and the normalised entries smaller: the
# third term has a minus.

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
        return [(G - mean + normal * mean_along) / self.s]
