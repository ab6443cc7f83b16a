# %% [markdown] exercise=["hw4-matmul/matmul"]
# Loops over the entries, as in the formula.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.matmul(self.input(0), self.input(1))

    def backward(self):
        a, b, g = self.input(0), self.input(1), self.gradient
        da, db = torch.zeros_like(a), torch.zeros_like(b)
        for i in range(g.shape[0]):
            for j in range(g.shape[1]):
                for k in range(a.shape[1]):
                    da[i, k] += g[i, j] * b[k, j]
                    db[k, j] += g[i, j] * a[i, k]
        return [da, db]
