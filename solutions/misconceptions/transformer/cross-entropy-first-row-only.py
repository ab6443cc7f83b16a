# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# Only the first row has its target subtracted.
#
# Every row has a target of its own. `difference[0, ...]` is the first row: index with range(n), or loop over
# all rows.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[0, self.targets[0]] -= 1
        return [self.gradient * difference / len(self.p)]
