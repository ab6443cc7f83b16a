# %% [markdown] base="untouched" loses=["attention-by-hand-check", "attention-forward-check", "attention-check", "block-check", "sizes-check", "adam-step-check", "engine-check", "arithmetic-check", "residual-words"]
# Has done the first sitting, and not the second.

# %% grade_id="cross-entropy-by-hand"
surprise = {"loss": "log(10/3)", "dz1": 0.5, "dz2": -0.7, "dz3": 0.2, "half": 0.25, "moved": "log(10/3)"}


# %% grade_id="cross-entropy"
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        z = self.input(0)
        chosen = z[range(len(z)), self.targets]
        self.result = (z.logsumexp(dim=1) - chosen).mean()

    def backward(self):
        d = self.input(0).softmax(dim=1)
        d[range(len(d)), self.targets] -= 1
        return [self.gradient * d / len(d)]


# %% grade_id="embedding-by-hand"
lookup = {"S_rows": 3, "S_columns": 4, "row_0": 3, "row_1": 0, "row_2": 9}


# %% grade_id="embedding"
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]


# %% grade_id="layer-norm-by-hand"
norm_by_hand = {"s": 2, "dx1": 1.75, "dx2": 1.25, "dx3": -1.75, "dx4": -1.25, "ones": 0, "double": "7/8"}


# %% grade_id="layer-norm"
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        c = x - x.mean(dim=1, keepdim=True)
        self.s = ((c**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = c / self.s

    def backward(self):
        n, G = self.result, self.gradient
        bracket = G - G.mean(dim=1, keepdim=True) - n * (G * n).mean(dim=1, keepdim=True)
        return [bracket / self.s]
