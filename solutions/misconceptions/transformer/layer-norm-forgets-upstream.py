# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# LayerNorm forgets the upstream gradient.
#
# It puts ones in its place. With G = 1 everywhere the gradient is always 0, since the sum of a normalised row
# cannot move.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), torch.ones_like(self.gradient)
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
