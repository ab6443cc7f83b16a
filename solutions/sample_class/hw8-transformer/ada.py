# %% [markdown]
# All right, in a style of her own.

# %% grade_id="cross-entropy"
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        log_p = torch.log_softmax(self.input(0), dim=1)
        self.result = -log_p.gather(1, torch.tensor(self.targets)[:, None]).mean()

    def backward(self):
        p = torch.softmax(self.input(0), dim=1)
        y = torch.nn.functional.one_hot(torch.tensor(self.targets), p.shape[1])
        return [self.gradient * (p - y) / len(p)]


# %% grade_id="embedding"
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        total = torch.zeros_like(self.input(0))
        for token, row in zip(self.tokens, self.gradient):
            total[token] += row
        return [total]


# %% grade_id="sizes"
sizes = {"parameters": "d (4h + 2k) + k", "weights": "(T^2 + T)/2", "kept": "T (3h + T)"}
