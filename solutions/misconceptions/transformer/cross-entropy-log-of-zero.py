# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The logarithm is taken of a probability that was rounded to 0.
#
# The maximum is subtracted, so nothing overflows. But p of a very unlikely token is 0 in floating point, and
# its logarithm is -inf. Compute log p without p: z - m minus the logarithm of the sum.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.p = z.exp() / z.exp().sum(dim=1, keepdim=True)
        log_p = self.p.log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
