# %% [markdown] exercise=["hw6-memory/max-pool"]
# MaxPool by torch.max, which gives values and places.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        self.result, self.places = self.input(0).unflatten(1, (-1, 3)).max(dim=2)

    def backward(self):
        rows, columns = self.gradient.shape
        out = torch.zeros(rows, columns, 3, dtype=self.gradient.dtype)
        out[torch.arange(rows)[:, None], torch.arange(columns), self.places] = self.gradient
        return [out.reshape(rows, 3 * columns)]
