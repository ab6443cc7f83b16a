# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# The standard deviation divides by d - 1.
#
# `std()` estimates the deviation of what a sample was drawn from, and divides by d - 1. Here it is that of
# the row itself: the mean of the squares, divided by d.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = (x.var(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]
