# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# Cross-entropy returns the gradient for probabilities, not for logits.
#
# -1/p at the right token is the local gradient of the logarithm with respect to p. The input is the
# logits: it still has to go through the softmax, and together they give p - y.

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
        difference[rows, self.targets] = -1 / self.p[rows, self.targets]
        return [self.gradient * difference / len(self.p)]
