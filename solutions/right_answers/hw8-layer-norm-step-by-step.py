# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# LayerNorm backward through each step of forward, without tidying up.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.c = x - x.mean(dim=1, keepdim=True)
        self.v = (self.c * self.c).mean(dim=1, keepdim=True)
        self.r = (self.v + 1e-5) ** -0.5
        self.result = self.c * self.r

    def backward(self):
        G, d = self.gradient, self.gradient.shape[1]
        dr = (G * self.c).sum(dim=1, keepdim=True)
        dv = dr * -0.5 * (self.v + 1e-5) ** -1.5
        dc = G * self.r + dv * 2 * self.c / d
        return [dc - dc.sum(dim=1, keepdim=True) / d]
