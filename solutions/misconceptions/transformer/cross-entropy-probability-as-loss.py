# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The loss is 1 - p.
#
# 1 - p of the right token is never more than 1, even when the model was certain and wrong. Cross-entropy
# takes the logarithm: -log p.

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
        self.result = (1 - self.p[range(len(z)), self.targets]).mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
