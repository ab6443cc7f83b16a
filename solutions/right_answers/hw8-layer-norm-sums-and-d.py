# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# LayerNorm with sums and d, computing the forward pass again in backward.

# %%
class LayerNorm(ComputationNode):
    def normal(self):
        x = self.input(0)
        d = x.size(1)
        c = x - x.sum(1)[:, None] / d
        s = ((c**2).sum(1)[:, None] / d + 0.00001) ** 0.5
        return c / s, s, d

    def forward(self):
        self.result = self.normal()[0]

    def backward(self):
        n, s, d = self.normal()
        G = self.gradient
        along = torch.einsum("ij,ij->i", G, n)[:, None]
        return [(d * G - G.sum(1)[:, None] - n * along) / (d * s)]
