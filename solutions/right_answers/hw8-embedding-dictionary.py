# %% [markdown] exercise=["hw8-transformer/embedding"]
# Embedding that collects the shares of each token in a dictionary.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = self.input(0)[torch.tensor(self.tokens)]

    def backward(self):
        shares = {}
        for i, token in enumerate(self.tokens):
            shares[token] = shares.get(token, 0) + self.gradient[i]
        nothing = torch.zeros(self.input(0).shape[1], dtype=self.gradient.dtype)
        return [torch.stack([shares.get(i, nothing) for i in range(len(self.input(0)))])]
