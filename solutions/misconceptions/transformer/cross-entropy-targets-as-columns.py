# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The entries of all targets are taken from every row.
#
# z[:, targets] takes all these columns of every row, n times n numbers. Row i has one target: z[range(n),
# targets] pairs them.

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
        self.result = -log_p[:, list(self.targets)].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
