# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The gradient is that of the squared difference between p and y.
#
# 2 (p - y) belongs to the squared difference. The loss is -log p, whose gradient for the logits is p - y,
# with no factor.

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
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * 2 * difference / len(self.p)]
