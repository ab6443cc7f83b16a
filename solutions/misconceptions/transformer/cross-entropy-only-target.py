# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# Only the logit of the right token gets a gradient.
#
# The other logits are in the sum under the logarithm too. Raise one of them, and the right token becomes less
# probable: each gets its p.

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
        difference = torch.zeros_like(self.p)
        rows = range(len(self.p))
        difference[rows, self.targets] = self.p[rows, self.targets] - 1
        return [self.gradient * difference / len(self.p)]
