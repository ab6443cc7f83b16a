# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The right token is not subtracted.
#
# Adding the same number to all logits changes nothing, so each row of the gradient adds up to 0. The
# probabilities alone add up to 1: at the right token, 1 has to be subtracted.

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
        return [self.gradient * difference / len(self.p)]
