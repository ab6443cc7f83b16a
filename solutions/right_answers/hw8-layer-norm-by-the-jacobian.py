# %% [markdown] exercise=["hw8-transformer/layer-norm"]
# LayerNorm that writes down the whole Jacobian of each row.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        mean = x.mean(1, keepdim=True)
        variance = x.var(1, unbiased=False, keepdim=True)
        self.result = (x - mean) / torch.sqrt(variance + 1e-5)
        self.s = torch.sqrt(variance + 1e-5)

    def backward(self):
        rows = []
        for n, s, g in zip(self.result, self.s, self.gradient):
            d = len(n)
            jacobian = (torch.eye(d, dtype=n.dtype) - 1 / d - torch.outer(n, n) / d) / s
            rows.append(g @ jacobian)
        return [torch.stack(rows)]
