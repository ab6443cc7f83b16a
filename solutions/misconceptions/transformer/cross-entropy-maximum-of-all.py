# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The maximum of the whole matrix is subtracted from all rows.
#
# It is right in principle, but a row whose logits are all far below that maximum has exponentials of 0 only,
# and log 0 is -inf. Subtract from each row its own maximum.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max()
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
