# %% [markdown] exercise=["hw8-transformer/attention"]
# Attention with a mask of zeros and minus infinity that is added, and scaled queries.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        self.Q, self.K, self.V = (node.result for node in self.input_nodes)
        self.Q = self.Q / math.sqrt(self.Q.shape[1])
        T = len(self.Q)
        mask = torch.zeros(T, T, dtype=self.Q.dtype)
        for i in range(T):
            for j in range(T):
                if j > i or (self.name_of and self.name_of[i] != self.name_of[j]):
                    mask[i, j] = -math.inf
        scores = self.Q @ self.K.T + mask
        weights = torch.exp(scores - scores.max(dim=1, keepdim=True).values)
        self.A = weights / weights.sum(dim=1, keepdim=True)
        self.result = self.A @ self.V

    def backward(self):
        dA = self.gradient @ self.V.T
        dS = self.A * (dA - torch.diag(dA @ self.A.T).unsqueeze(1))
        return [dS @ self.K / math.sqrt(self.Q.shape[1]), dS.T @ self.Q, self.A.T @ self.gradient]
