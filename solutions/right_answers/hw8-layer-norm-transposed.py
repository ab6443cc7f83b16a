# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# LayerNorm on columns of the transpose.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0).T
        self.s = torch.sqrt(((x - x.mean(0)) ** 2).mean(0) + 1e-5)
        self.n = (x - x.mean(0)) / self.s
        self.result = self.n.T

    def backward(self):
        G = self.gradient.T
        return [((G - G.mean(0) - self.n * (G * self.n).mean(0)) / self.s).T]
