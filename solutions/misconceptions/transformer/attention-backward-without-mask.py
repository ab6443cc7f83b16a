# %% [markdown] exercise=["hw8-transformer/attention"]
# Backward uses weights that were computed without the mask.
#
# Backward needs the A of the forward pass, with its zeros.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        A = (Q @ K.T / Q.shape[1] ** 0.5).softmax(dim=1)
        dA = self.gradient @ V.T
        dS = A * (dA - (A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, A.T @ self.gradient]
