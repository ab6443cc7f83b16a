# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The loss is in bits.
#
# Here the logarithm is the natural one, as in PyTorch: log2 is larger by a factor of 1.44, and so
# is its gradient.

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
        self.result = -log_p[range(len(z)), self.targets].mean() / math.log(2)

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p) / math.log(2)]
