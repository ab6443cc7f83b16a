# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# Cross-entropy forgets the upstream gradient.
#
# A loss is often the end of the graph, and then the upstream gradient is 1. But with a penalty, or as half of
# an objective, it is not: multiply by `self.gradient`.

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
        return [difference / len(self.p)]
